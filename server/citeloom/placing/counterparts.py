"""Which sentences of two texts speak of the same: by the papers they cite, by words, by place."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from citeloom_latex.tex.scan import scan_tex

_COMMAND = re.compile(r"\\[A-Za-z@]+\*?|%[^\r\n]*")
_WORD = re.compile(r"[^\W_]+")

ALIKE = 0.5
"""From which share of common words on two sentences are taken for the same one."""

_RARE_WORDS = 8
_MOST = 50
"""How many sentences are looked at for one key or word."""


@dataclass(frozen=True)
class Wording:
    """The keys that a passage cites, and its words."""

    keys: frozenset[str]
    words: Counter[str]

    def shared_words(self, other: "Wording") -> float:
        """Return the share of words that both have, of all that they have: from 0 to 1."""
        common = (self.words & other.words).total()
        return 2 * common / max(1, self.words.total() + other.words.total())

    def part_in(self, other: "Wording") -> float:
        """Return which share of these words the other has: from 0 to 1."""
        return (self.words & other.words).total() / max(1, self.words.total())

    def shared_keys(self, other: "Wording") -> float:
        """Return the share of cited keys that both cite, of all that they cite: from 0 to 1."""
        return len(self.keys & other.keys) / max(1, len(self.keys | other.keys))


def wording_of(latex: str) -> Wording:
    """Read a passage."""
    citations = scan_tex(latex).citations
    keys = frozenset(key.key for citation in citations for key in citation.keys)
    shown, at = [], 0
    for citation in citations:
        shown.append(latex[at : citation.span.start])
        at = max(at, citation.span.end)
    shown.append(latex[at:])
    words = _WORD.findall(_COMMAND.sub(" ", " ".join(shown)).casefold())
    return Wording(keys, Counter(words))


def counterparts(
    old: Mapping[int, Wording], new: Mapping[int, Wording], beside: Iterable[tuple[int, int]]
) -> dict[int, int]:
    """Return for sentences of a new text which sentence of the old one each stands for.

    One stands for another if it cites a paper of it, or has most of its words, or, where neither
    cites any paper, stands in the same place. No two stand for the same sentence.

    Parameters
    ----------
    old, new
        The sentences that the other text does not have, by number.
    beside
        Pairs of an old and a new sentence in the same place.
    """
    found: dict[int, int] = {}
    scored = [
        (score, here, there)
        for here, there in _candidates(old, new)
        if (score := _score(new[here], old[there])) > 0
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    taken: set[int] = set()
    for _, here, there in scored:
        if here not in found and there not in taken:
            found[here] = there
            taken.add(there)
    for there, here in beside:
        free = here in new and there in old and here not in found and there not in taken
        if free and not new[here].keys and not old[there].keys:
            found[here] = there
            taken.add(there)
    return found


def _candidates(
    old: Mapping[int, Wording], new: Mapping[int, Wording]
) -> Iterator[tuple[int, int]]:
    """Yield pairs that may speak of the same: they share a key or one of their rarest words."""
    times = Counter(word for wording in (*old.values(), *new.values()) for word in wording.words)

    def marks(wording: Wording) -> Iterator[tuple[str, bool]]:
        rarest = sorted(wording.words, key=lambda word: (times[word], word))[:_RARE_WORDS]
        yield from ((word, False) for word in rarest)
        yield from ((key, True) for key in sorted(wording.keys))

    known: dict[tuple[str, bool], list[int]] = {}
    for number, wording in old.items():
        for mark in marks(wording):
            known.setdefault(mark, []).append(number)
    for number, wording in new.items():
        near = {there for mark in marks(wording) for there in known.get(mark, ())[:_MOST]}
        yield from ((number, there) for there in sorted(near))


def _score(new: Wording, old: Wording) -> float:
    words = new.shared_words(old)
    if not new.keys & old.keys and words < ALIKE:
        return 0
    return new.shared_keys(old) + words


def passage_for(gone: Wording, passages: Sequence[Wording]) -> int | None:
    """Return which of an author's passages was made of a sentence of ours; None if none was."""
    scores = [
        (gone.part_in(passage), at)
        for at, passage in enumerate(passages)
        if gone.part_in(passage) >= ALIKE or gone.keys & passage.keys
    ]
    return max(scores, key=lambda scored: (scored[0], -scored[1]))[1] if scores else None
