"""How much the wording of a text speaks for an order to its reader, whatever the order is."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from citeloom.models.orders.lexicon import ENGLISH, senses_of, unspaced_senses
from citeloom.models.orders.speech import WORD, traits

ENOUGH = 11.0
_NEIGHBOUR = 0.5
"""How much of its points a sentence adds to the one beside it."""

_LONGEST = 200
_ENDS = re.compile(
    r"(?<=[.!?;])[\"')\]]*\s+|(?<=[。！？；؟।])|\n+(?=\s*(?:[-*|#\[{>%$]|\d+[.)]))|\s*---+\s*|\|\s*\n"
)
_UNSPACED = re.compile("[\u0590-\u08ff\u0900-\u097f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_ENGLISH_WORDS = frozenset(
    {"the", "of", "and", "to", "that", "which", "with", "are", "were", "has", "have", "this", "by"}
)

_FOREIGN = {
    "drop": 4.0, "act": 3.5, "ask": 3.0, "meta": 3.0, "other": 3.0, "you": 2.5, "self": 2.5,
    "praise": 2.0, "blame": 2.0, "always": 2.0, "only": 2.0, "now": 2.0, "reader": 2.0, "text": 1.5,
}  # fmt: skip
"""What the roles of words count in other languages, where moods are not told apart."""


def worded_as_order(text: str) -> list[str]:
    """Return the sentences that are worded as orders; two that stand side by side add up."""
    sentences = [part for part in _ENDS.split(text) if part and part.strip()]
    points = [_points(sentence.lower().replace("’", "'")) for sentence in sentences]
    return [
        " ".join(sentence.split())[:_LONGEST]
        for at, sentence in enumerate(sentences)
        if points[at] >= ENOUGH / 2 and points[at] + _NEIGHBOUR * _beside(points, at) >= ENOUGH
    ]


def _beside(points: Sequence[float], at: int) -> float:
    near = (*points[max(0, at - 1) : at], *points[at + 1 : at + 2])
    return max((0.0, *(found for found in near if found < ENOUGH)))


def _points(sentence: str) -> float:
    table = _table()
    english = sum(table.get(trait, 0.0) for trait in traits(sentence))
    return max(english, _foreign_points(sentence))


def _foreign_points(sentence: str) -> float:
    words = [match[0] for match in WORD.finditer(sentence)]
    roles: dict[str, set[str]] = defaultdict(set)
    is_english = sum(word in _ENGLISH_WORDS for word in words) > 1
    for at, word in enumerate(() if is_english else words):
        for sense in senses_of(word):
            if sense.language != ENGLISH and sense.holds(words, at):
                roles[sense.language].add(sense.role)
    if _UNSPACED.search(sentence):
        for sense in unspaced_senses(sentence):
            roles[sense.language].add(sense.role)
    return max(
        (
            sum(_FOREIGN[role] for role in found)
            for found in roles.values()
            if len(found) > 2
            and ("drop" in found or {"act", "ask"} <= found or ("ask" in found and len(found) > 4))
        ),
        default=0.0,
    )


@cache
def _table() -> dict[str, float]:
    text = files("citeloom.models.orders").joinpath("points.toml").read_text(encoding="utf-8")
    return {
        trait: points for part in tomllib.loads(text).values() for trait, points in part.items()
    }
