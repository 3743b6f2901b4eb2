"""A record as JSON and back; the format is described in docs/sidecar.md."""

import json
import math
from collections.abc import Callable
from typing import Any, TypeVar

from citeloom.methods.result import SentenceKind
from citeloom.placing.record import (
    Origin,
    Record,
    RecordedEvidence,
    RecordedParagraph,
    RecordedSentence,
)

FORMAT_VERSION = 1

T = TypeVar("T", str, int, list[Any])


class RecordFormatError(ValueError):
    """A text that is no record of this format; the message says what is wrong with it."""


def record_to_json(record: Record) -> bytes:
    """Return a record as the content of its file; the same record gives the same bytes."""
    origin = record.origin
    value = {
        "version": FORMAT_VERSION,
        "id": record.id,
        "created_by": origin.created_by,
        "method": origin.method,
        "seed": origin.seed,
        "made_from": origin.made_from,
        "paragraphs": [
            {"topic": one.topic, "sentences": [_sentence(sentence) for sentence in one.sentences]}
            for one in record.paragraphs
        ],
        "earlier": [_sentence(one) for one in record.earlier],
    }
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    # A lone surrogate, which UTF-8 cannot hold, becomes the escape that JSON has for it.
    return (text + "\n").encode("utf-8", "backslashreplace")


def record_from_json(data: bytes) -> Record:
    """Read a record.

    Raises
    ------
    RecordFormatError
        If it is no record, one of a newer format, or one that somebody has changed.
    """
    try:
        value = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise RecordFormatError(f"it is not JSON: {error}") from None
    version = _get(value, "version", int)
    if version > FORMAT_VERSION:
        raise RecordFormatError("a newer version of Citeloom wrote it: update Citeloom")
    if version != FORMAT_VERSION:
        raise RecordFormatError(f"there is no format version {version}")
    return Record(
        _get(value, "id", str),
        Origin(
            method=_get(value, "method", str),
            seed=_get(value, "seed", int),
            made_from=_get(value, "made_from", str),
            created_by=_get(value, "created_by", str),
        ),
        _all(value, "paragraphs", _read_paragraph),
        _all(value, "earlier", _read_sentence),
    )


def _sentence(sentence: RecordedSentence) -> dict[str, Any]:
    return {
        "latex": sentence.latex,
        "hash": sentence.hash,
        "kind": sentence.kind.value,
        "keys": list(sentence.keys),
        "evidence": [_evidence(one) for one in sentence.evidence],
    }


def _evidence(one: RecordedEvidence) -> dict[str, Any]:
    value = {
        "key": one.key,
        "paper": one.paper,
        "source": one.source,
        "sentence": one.sentence,
        "start": one.start,
        "end": one.end,
        "score": one.score,
        "verdict": one.verdict,
    }
    # A sentence of the paper's own needs no more, and its record is as it always was.
    return value | {"by": one.by, "by_key": one.by_key} if one.by or one.by_key else value


def _read_paragraph(value: object) -> RecordedParagraph:
    return RecordedParagraph(_get(value, "topic", str), _all(value, "sentences", _read_sentence))


def _read_sentence(value: object) -> RecordedSentence:
    try:
        kind = SentenceKind(_get(value, "kind", str))
    except ValueError as error:
        raise RecordFormatError(str(error)) from None
    sentence = RecordedSentence(
        _get(value, "latex", str),
        kind,
        _all(value, "keys", _read_key),
        _all(value, "evidence", _read_evidence),
    )
    if sentence.hash != _get(value, "hash", str):
        raise RecordFormatError(f"this sentence is not the one that was written: {sentence.latex}")
    return sentence


def _read_evidence(value: object) -> RecordedEvidence:
    return RecordedEvidence(
        key=_get(value, "key", str),
        paper=_get(value, "paper", str),
        source=_get(value, "source", str),
        sentence=_get(value, "sentence", str),
        start=_get(value, "start", int),
        end=_get(value, "end", int),
        score=_score(value),
        verdict=_get(value, "verdict", str),
        by=_text(value, "by"),
        by_key=_text(value, "by_key"),
    )


def _text(value: object, name: str) -> str:
    """Return a text that only some records have."""
    return _get(value, name, str) if isinstance(value, dict) and name in value else ""


def _read_key(value: object) -> str:
    if not isinstance(value, str):
        raise RecordFormatError("a citation key is not a text")
    return value


def _score(value: object) -> float:
    score = value.get("score") if isinstance(value, dict) else None
    if isinstance(score, bool) or not isinstance(score, int | float) or not math.isfinite(score):
        raise RecordFormatError("'score' is missing or no number")
    return float(score)


R = TypeVar("R")


def _all(value: object, name: str, read: Callable[[object], R]) -> tuple[R, ...]:
    return tuple(map(read, _get(value, name, list)))


def _get(value: object, name: str, kind: type[T]) -> T:
    found = value.get(name) if isinstance(value, dict) else None
    if not isinstance(found, kind) or isinstance(found, bool):
        raise RecordFormatError(f"'{name}' is missing or no {kind.__name__}")
    return found
