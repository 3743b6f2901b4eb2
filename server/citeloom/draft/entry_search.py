"""An index that finds entries by words of their key, title, people and year."""

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from citeloom.draft.resolved_entries import EntryState, Resolved
from citeloom_latex.plain import plain

_PLAIN_ENOUGH = re.compile(r"[^\\{}$~]*")
_NAMED = ("title", "author", "editor", "year", "date")


BLOCK = 500
"""Entries whose texts are kept in one piece; an edit makes those anew that it touches."""

_COMPARED = 1024
"""Entries that are compared at once."""

_Texts = Sequence[tuple[str, str]]
"""The folded key and the folded words of each entry."""


class _Joined:
    """Texts in one piece, each behind a line feed, as words hold none: all are searched at once."""

    __slots__ = ("_joined", "_starts")

    def __init__(self, texts: Iterable[str]) -> None:
        coded = [b"\n" + text.encode("utf-8", "surrogatepass") for text in texts]
        self._joined = b"".join(coded)
        self._starts = array("I", accumulate(map(len, coded), initial=0))

    def __getitem__(self, number: int) -> str:
        start, end = self._starts[number : number + 2]
        return self._joined[start + 1 : end].decode("utf-8", "surrogatepass")

    def holds(self, number: int, words: Iterable[bytes]) -> bool:
        """Tell whether a text holds all words."""
        start, end = self._starts[number : number + 2]
        return all(self._joined.find(word, start, end) >= 0 for word in words)

    def holding(self, words: Sequence[bytes]) -> Iterator[int]:
        """Yield the numbers of the texts that hold all words, in order."""
        longest = max(words, key=len)
        if not all(word in self._joined for word in words):
            return
        at = self._joined.find(longest)
        while at >= 0:
            number = bisect_right(self._starts, at) - 1
            if len(words) == 1 or self.holds(number, words):
                yield number
            at = self._joined.find(longest, self._starts[number + 1])

    def beginning(self, word: bytes) -> Iterator[int]:
        """Yield the numbers of the texts that begin with a word, in order."""
        at = self._joined.find(b"\n" + word)
        while at >= 0:
            number = bisect_right(self._starts, at) - 1
            if self._starts[number] == at:
                yield number
            at = self._joined.find(b"\n" + word, at + 1)


class _Block:
    """Some entries that stand one behind the other: their keys and their words."""

    __slots__ = ("count", "keys", "texts")

    def __init__(self, texts: _Texts) -> None:
        self.count = len(texts)
        self.keys = _Joined(key for key, _ in texts)
        self.texts = _Joined(words for _, words in texts)


class EntrySearch:
    """An index of entries; it gives their numbers in the order given, each when it is asked for.

    ``before`` is the index before an edit: entries that did not change are not read again.
    """

    _blocks: list[_Block]
    _starts: list[int]

    def __init__(self, entries: Resolved, before: "EntrySearch | None" = None) -> None:
        self._states = entries.states
        # The last word that was looked for in all entries, and all that hold it: whoever types on
        # looks for a longer one, which others do not hold.
        self._last: tuple[bytes, list[int]] | None = None
        first = last = 0
        kept_before: list[_Block] = []
        kept_behind: list[_Block] = []
        if before is not None:
            first, last = count_same(before._states, self._states)
            kept_before = [
                block
                for start, block in zip(before._starts, before._blocks, strict=False)
                if start + block.count < first
            ]
            behind = len(before._states) - last
            kept_behind = [
                block
                for start, block in zip(before._starts, before._blocks, strict=False)
                if start > behind
            ]

        def texts_of(number: int) -> tuple[str, str]:
            if before is not None and number < first:
                return before.key(number), before.text(number)
            if before is not None and number >= len(self._states) - last:
                number += len(before._states) - len(self._states)
                return before.key(number), before.text(number)
            key = entries.keys[number]
            return fold(key), _words_of(key, entries.glance(number)[0])

        start = sum(block.count for block in kept_before)
        end = len(self._states) - sum(block.count for block in kept_behind)
        # One that has grown is not cut at once: edits would leave ever smaller ones.
        size = BLOCK if end - start > 2 * BLOCK else max(1, end - start)
        made = [
            _Block([texts_of(number) for number in range(at, min(at + size, end))])
            for at in range(start, end, size)
        ]
        self._blocks = [*kept_before, *made, *kept_behind]
        self._starts = [*accumulate((block.count for block in self._blocks), initial=0)]

    def key(self, number: int) -> str:
        """Return the folded key of an entry."""
        block, at = self._place(number)
        return block.keys[at]

    def text(self, number: int) -> str:
        """Return the folded words of an entry."""
        block, at = self._place(number)
        return block.texts[at]

    def holds(self, number: int, words: Sequence[str]) -> bool:
        """Tell whether an entry holds all of these folded words."""
        return bool([*self.holding(words, (number,))])

    def holding(self, words: Sequence[str], among: Iterable[int]) -> Iterator[int]:
        """Yield those of some entries that hold all of these folded words."""
        coded, starts, blocks = _coded(words), self._starts, self._blocks
        for number in among:
            block = bisect_right(starts, number) - 1
            if blocks[block].texts.holds(number - starts[block], coded):
                yield number

    def entries_holding(self, words: Sequence[str]) -> Iterable[int]:
        """Return the entries that hold all of these folded words, in order."""
        coded = [word for word in _coded(words) if word]
        if not coded:
            return range(len(self._states))
        return self._entries_holding(coded)

    def _entries_holding(self, words: Sequence[bytes]) -> Iterator[int]:
        known = self._last
        if known is not None and any(known[0] in word for word in words):
            texts = [word.decode("utf-8", "surrogatepass") for word in words]
            yield from self.holding(texts, known[1])
            return
        found = []
        for number in self._numbers(lambda block: block.texts.holding(words)):
            found.append(number)
            yield number
        if len(words) == 1:
            self._last = words[0], found

    def keys_beginning(self, word: str) -> Iterator[int]:
        """Yield the entries whose key begins with a folded word, in order."""
        (coded,) = _coded([word])
        return self._numbers(lambda block: block.keys.beginning(coded))

    def keys_holding(self, word: str) -> Iterator[int]:
        """Yield the entries whose key holds a folded word, in order."""
        coded = _coded([word])
        return self._numbers(lambda block: block.keys.holding(coded))

    def _numbers(self, found_in: Callable[[_Block], Iterator[int]]) -> Iterator[int]:
        for start, block in zip(self._starts, self._blocks, strict=False):
            for at in found_in(block):
                yield start + at

    def _place(self, number: int) -> tuple[_Block, int]:
        block = bisect_right(self._starts, number) - 1
        return self._blocks[block], number - self._starts[block]


def count_same(old: Sequence[EntryState], new: Sequence[EntryState]) -> tuple[int, int]:
    """Return how many entries are the same at the beginning and at the end."""
    most = min(len(old), len(new))
    first = last = 0
    # A state equals itself alone, so that many are compared at once.
    for step in (_COMPARED, 1):
        while first + step <= most and old[first : first + step] == new[first : first + step]:
            first += step
    for step in (_COMPARED, 1):
        while last + step <= most - first and (
            old[len(old) - last - step : len(old) - last]
            == new[len(new) - last - step : len(new) - last]
        ):
            last += step
    return first, last


def _coded(words: Iterable[str]) -> list[bytes]:
    return [word.encode("utf-8", "surrogatepass") for word in words]


def _words_of(key: str, values: Mapping[str, str]) -> str:
    named = " ".join(values[name] for name in _NAMED if name in values)
    return fold(f"{key} {named}")


@lru_cache(maxsize=50_000)
def fold(text: str) -> str:
    """Return a text, LaTeX or plain, in the form for comparison: plain, lower case, no accents."""
    shown = text if _PLAIN_ENOUGH.fullmatch(text) else plain(text)
    letters = unicodedata.normalize("NFKD", shown.casefold())
    if letters.isascii():
        return letters
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
