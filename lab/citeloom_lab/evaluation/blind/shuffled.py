"""Puts texts into an order that says nothing of who wrote them, under names that say nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from citeloom_lab.evaluation.evaluated_text import EvaluatedText
from citeloom_lab.evaluation.example import DataSet, Example


@dataclass(frozen=True)
class BlindText:
    """A text under a name that nobody can read a method from; only votes are told by it.

    The name is one of the text's own words too: votes on an earlier text do not count for it.
    """

    name: str
    method: str
    example: Example
    text: EvaluatedText


def blind_texts(
    sets: Iterable[DataSet],
    texts: Mapping[str, Mapping[str, Sequence[EvaluatedText]]],
    seed: int,
) -> tuple[BlindText, ...]:
    """Return all texts that there are, in an order that the seed alone decides."""
    found = [
        BlindText(_name(seed, each.name, example, method, text), method, example, text)
        for each in sets
        for method, own in texts[each.name].items()
        for example, text in zip(each.examples, own, strict=True)
        if text.sentences
    ]
    return tuple(sorted(found, key=lambda blind: blind.name))


def _name(seed: int, data: str, example: Example, method: str, text: EvaluatedText) -> str:
    decides = (seed, data, example.id, method, text.parts)
    return sha256(repr(decides).encode("utf-8", "replace")).hexdigest()[:16]
