"""What in the sentences of a written text its papers do not say, as it is kept and shown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from citeloom.grounding.support.verdict import DoubtKind


@dataclass(frozen=True, slots=True)
class WrittenDoubt:
    """Something in a sentence that is not in what is known about the papers it cites.

    It is the words from ``start`` to ``end`` of the sentence. ``rule`` is that of
    ``check --claims``, ``reason`` says it in words, and ``keys`` are those of the papers that are
    meant: the cited ones, or the one that fits better.
    """

    kind: DoubtKind
    rule: str
    reason: str
    start: int
    end: int
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DoubtfulSentence:
    """A written sentence, its number in its text from 0, and what is doubtful in it."""

    number: int
    text: str
    doubts: tuple[WrittenDoubt, ...]

    @property
    def is_baseless(self) -> bool:
        """Whether nothing of it is in what is known about its papers."""
        return any(doubt.kind is DoubtKind.NOTHING_OF_IT for doubt in self.doubts)


def doubts_in_words(doubtful: Sequence[DoubtfulSentence]) -> str:
    """Return how many sentences are doubtful, as a sentence; empty if none are."""
    if not doubtful:
        return ""
    hold, their = ("sentence says", "its") if len(doubtful) == 1 else ("sentences say", "their")
    return f"{len(doubtful)} {hold} something that {their} papers do not say."


def doubts_by_number(
    doubtful: Iterable[DoubtfulSentence],
) -> Mapping[int, tuple[WrittenDoubt, ...]]:
    """Return the doubts about the sentences of a text, by the numbers of these."""
    return {sentence.number: sentence.doubts for sentence in doubtful}


def doubts_json(doubts: Iterable[WrittenDoubt], text: str) -> list[dict[str, object]]:
    """Return doubts of a sentence as JSON values; docs/json.md has their form."""
    return [
        {
            "kind": doubt.kind.value,
            "rule": doubt.rule,
            "words": text[doubt.start : doubt.end],
            "start": doubt.start,
            "end": doubt.end,
            "reason": doubt.reason,
            "keys": list(doubt.keys),
        }
        for doubt in doubts
    ]
