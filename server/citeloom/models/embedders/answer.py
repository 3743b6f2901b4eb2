"""The vectors in the answer of an OpenAI-compatible endpoint.

https://platform.openai.com/docs/api-reference/embeddings/create
"""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from citeloom.models.answer_stream import BrokenAnswerError
from citeloom.models.embedders.port import Vectors, unit_rows

MOST_BYTES_A_VECTOR = 400_000
"""Bytes that a vector takes at most: of 16,000 numbers with all their digits."""

_MOST_TOKENS = 1_000_000_000


def read_vectors(body: bytes, number: int) -> tuple[Vectors, int]:
    """Return so many vectors of length 1, in the order of their texts, and the tokens of these.

    Tokens are 0 where the answer does not count them.

    Raises
    ------
    BrokenAnswerError
        If they are not so many, not all of one width, or not all of numbers.
    """
    try:
        found = json.loads(body)
    # Deeply nested brackets end in the second one.
    except (ValueError, RecursionError):
        raise BrokenAnswerError("the answer is no JSON, or it breaks off") from None
    items = found.get("data") if isinstance(found, dict) else None
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise BrokenAnswerError(_error_in(found))
    if len(items) != number:
        raise BrokenAnswerError(f"the answer has {len(items)} vectors for {number} texts")
    rows = [_numbers(item.get("embedding")) for item in _in_order(items)]
    if len({len(row) for row in rows}) != 1:
        raise BrokenAnswerError("the answer has vectors of several widths")
    vectors = np.stack(rows)
    if not np.isfinite(vectors).all():
        raise BrokenAnswerError("the answer has vectors that are no numbers")
    if not vectors.any():
        raise BrokenAnswerError("the answer has vectors of nothing but zeros")
    usage = found.get("usage")
    counted = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    tokens = counted if isinstance(counted, int) and 0 < counted <= _MOST_TOKENS else 0
    return unit_rows(vectors), tokens


def _in_order(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the items by their index; as they come where none has one."""
    places = [item.get("index") for item in items]
    if all(place is None for place in places):
        return items
    by_place = {
        place: item for place, item in zip(places, items, strict=True) if isinstance(place, int)
    }
    if sorted(by_place) != list(range(len(items))):
        raise BrokenAnswerError("the answer does not say which vector is whose")
    return [by_place[place] for place in range(len(items))]


def _numbers(embedding: object) -> NDArray[np.float64]:
    """Return a vector that is a list of numbers."""
    try:
        row = np.array(embedding if isinstance(embedding, list) else [], np.float64)
    except (ValueError, TypeError, OverflowError):
        row = np.empty(0)
    if row.ndim != 1 or not len(row):
        raise BrokenAnswerError("the answer has something else than vectors")
    return row


def _error_in(found: object) -> str:
    error = found.get("error") if isinstance(found, dict) else None
    said = error.get("message") if isinstance(error, dict) else error
    return str(said) if said else "the answer has no vectors"
