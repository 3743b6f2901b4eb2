"""Writes a record as JSON and reads it; docs/sidecar.md describes the format."""

import json
from dataclasses import dataclass
from functools import cache

from pydantic import StrictBool, StrictInt, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from citeloom.methods.result import SentenceKind
from citeloom.placing.record import (
    Origin,
    Record,
    RecordedEvidence,
    RecordedParagraph,
    RecordedSentence,
)

FORMAT_VERSION = 1

_MOST_NAMED = 3
_KINDS = {
    "int_type": "int",
    "string_type": "str",
    "tuple_type": "list",
    "float_type": "number",
    "finite_number": "number",
}


class RecordFormatError(ValueError):
    """The text is no record of this format; the message says what is wrong."""


@dataclass(frozen=True)
class _SentenceInFile:
    latex: str
    hash: str
    kind: SentenceKind
    keys: tuple[str, ...]
    evidence: tuple[RecordedEvidence, ...]


@dataclass(frozen=True)
class _ParagraphInFile:
    topic: str
    sentences: tuple[_SentenceInFile, ...]


@dataclass(frozen=True)
class _RecordInFile:
    version: StrictInt
    id: str
    created_by: str
    method: str
    seed: StrictInt
    made_from: str
    paragraphs: tuple[_ParagraphInFile, ...]
    earlier: tuple[_SentenceInFile, ...]
    outline: tuple[str, ...] = ()
    from_titles: StrictBool = False
    section: str = ""
    cited_elsewhere: tuple[str, ...] = ()
    by_title: tuple[str, ...] = ()
    model: str = ""


def record_to_json(record: Record) -> bytes:
    """Return a record as the content of its file; the same record gives the same bytes."""
    origin = record.origin
    in_file = _RecordInFile(
        FORMAT_VERSION,
        record.id,
        origin.created_by,
        origin.method,
        origin.seed,
        origin.made_from,
        tuple(
            _ParagraphInFile(paragraph.topic, tuple(map(_sentence_in_file, paragraph.sentences)))
            for paragraph in record.paragraphs
        ),
        tuple(map(_sentence_in_file, record.earlier)),
        origin.outline,
        origin.from_titles,
        origin.section,
        origin.cited_elsewhere,
        origin.by_title,
        origin.model,
    )
    value = _adapter().dump_python(in_file, mode="json", exclude_defaults=True)
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    # A lone surrogate, which UTF-8 cannot hold, becomes the escape that JSON has for it.
    return (text + "\n").encode("utf-8", "backslashreplace")


def record_from_json(data: bytes) -> Record:
    """Read a record.

    Raises
    ------
    RecordFormatError
        If it is no record, has a newer format, or was changed by somebody.
    """
    try:
        value = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise RecordFormatError(f"it is not JSON: {error}") from None
    version = value.get("version") if isinstance(value, dict) else None
    if isinstance(version, int) and version > FORMAT_VERSION:
        raise RecordFormatError("a newer version of Citeloom wrote it: update Citeloom")
    try:
        # pydantic's own reader of JSON takes no lone surrogates, so it gets values, not text.
        in_file = _adapter().validate_python(value if isinstance(value, dict) else {})
    except ValidationError as error:
        faults = [_fault(detail) for detail in error.errors(include_url=False)]
        raise RecordFormatError("; ".join(faults[:_MOST_NAMED])) from None
    if version != FORMAT_VERSION:
        raise RecordFormatError(f"there is no format version {version}")
    return Record(
        in_file.id,
        Origin(
            in_file.method,
            in_file.seed,
            in_file.made_from,
            in_file.created_by,
            in_file.outline,
            in_file.from_titles,
            in_file.section,
            in_file.cited_elsewhere,
            in_file.by_title,
            in_file.model,
        ),
        tuple(
            RecordedParagraph(paragraph.topic, tuple(map(_sentence, paragraph.sentences)))
            for paragraph in in_file.paragraphs
        ),
        tuple(map(_sentence, in_file.earlier)),
    )


@cache
def _adapter() -> TypeAdapter[_RecordInFile]:
    return TypeAdapter(_RecordInFile)


def _sentence_in_file(sentence: RecordedSentence) -> _SentenceInFile:
    return _SentenceInFile(
        sentence.latex, sentence.hash, sentence.kind, sentence.keys, sentence.evidence
    )


def _sentence(in_file: _SentenceInFile) -> RecordedSentence:
    sentence = RecordedSentence(in_file.latex, in_file.kind, in_file.keys, in_file.evidence)
    if sentence.hash != in_file.hash:
        raise RecordFormatError(f"this sentence is not the one that was written: {in_file.latex}")
    return sentence


def _fault(detail: ErrorDetails) -> str:
    """Return what is wrong at one place of a file, in words."""
    name = next((part for part in reversed(detail["loc"]) if isinstance(part, str)), "")
    kind = detail["type"]
    if kind == "missing":
        return f"'{name}' is missing"
    if kind == "enum":
        return f"{detail['input']!r} is no '{name}' of a sentence"
    if name == "keys" and kind == "string_type":
        return "a citation key is not a text"
    return f"'{name}' is no {_KINDS[kind]}" if kind in _KINDS else f"'{name}' is damaged"
