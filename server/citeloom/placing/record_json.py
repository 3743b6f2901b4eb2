"""Writes a record as JSON and reads it; docs/sidecar.md describes the format."""

import json
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from citeloom.placing.record import (
    Origin,
    Record,
    RecordedParagraph,
    RecordedSentence,
)

FORMAT_VERSION = 1

_MOST_NAMED = 3
_KINDS = {
    "int_type": "an integer",
    "string_type": "a string",
    "tuple_type": "a list",
    "float_type": "a number",
    "finite_number": "a number",
}


class RecordFormatError(ValueError):
    """The text is no record of this format; the message says what is wrong."""


@dataclass(frozen=True, kw_only=True)
class _RecordInFile(Origin):
    id: str
    created_by: str
    paragraphs: tuple[RecordedParagraph, ...]
    earlier: tuple[RecordedSentence, ...]


def record_to_json(record: Record) -> bytes:
    """Return a record as the content of its file; the same record gives the same bytes."""
    origin = asdict(record.origin)
    value = {
        "version": FORMAT_VERSION,
        "id": record.id,
        **{name: origin.pop(name) for name in ("created_by", "method", "seed", "made_from")},
        "paragraphs": [
            {"topic": own.topic, "sentences": [*map(_sentence_value, own.sentences)]}
            for own in record.paragraphs
        ],
        "earlier": [*map(_sentence_value, record.earlier)],
        **{name: own for name, own in origin.items() if own},
    }
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
        found = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise RecordFormatError(f"it is not JSON: {error}") from None
    value: dict[str, Any] = found if isinstance(found, dict) else {}
    version = value.get("version")
    if type(version) is not int:
        raise RecordFormatError(f"'version' is {'no int' if 'version' in value else 'missing'}")
    if version > FORMAT_VERSION:
        raise RecordFormatError("a newer version of Citeloom wrote it: update Citeloom")
    try:
        # pydantic's own reader of JSON takes no lone surrogates, so it gets values, not text.
        in_file = _adapter().validate_python(value)
    except ValidationError as error:
        faults = [_fault(detail) for detail in error.errors(include_url=False)]
        raise RecordFormatError("; ".join(faults[:_MOST_NAMED])) from None
    if version != FORMAT_VERSION:
        raise RecordFormatError(f"unknown format version {version}")
    origin = Origin(**{field.name: getattr(in_file, field.name) for field in fields(Origin)})
    record = Record(in_file.id, origin, in_file.paragraphs, in_file.earlier)
    written = (own for part in value["paragraphs"] for own in part["sentences"])
    for sentence, own in zip(record.sentences(), (*written, *value["earlier"]), strict=True):
        if sentence.hash != own.get("hash"):
            raise RecordFormatError(
                f"this sentence is not the one that was written: {sentence.latex}"
                if "hash" in own
                else "'hash' is missing"
            )
    return record


@cache
def _adapter() -> TypeAdapter[_RecordInFile]:
    return TypeAdapter(_RecordInFile)


def _sentence_value(sentence: RecordedSentence) -> dict[str, Any]:
    return {
        "latex": sentence.latex,
        "hash": sentence.hash,
        "kind": sentence.kind,
        "keys": sentence.keys,
        "evidence": [
            {name: own for name, own in asdict(it).items() if own or not name.startswith("by")}
            for it in sentence.evidence
        ],
    }


def _fault(detail: ErrorDetails) -> str:
    """Return what is wrong at one place of a file, in words."""
    name = next((part for part in reversed(detail["loc"]) if isinstance(part, str)), "")
    kind = detail["type"]
    if kind == "missing":
        return f"'{name}' is missing"
    if kind == "enum":
        return f"{detail['input']!r} is not a valid '{name}' of a sentence"
    if name == "keys" and kind == "string_type":
        return "a citation key is not a string"
    return f"'{name}' is not {_KINDS[kind]}" if kind in _KINDS else f"'{name}' is damaged"
