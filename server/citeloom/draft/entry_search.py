"""An index that finds entries by words of their key, title, people and year."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import log

from citeloom.draft.resolved_entries import Resolved
from citeloom_latex.plain import plain

_PLAIN_ENOUGH = re.compile(r"[^\\{}$~]*")
_WORD = re.compile(r"\w+")
_NAMED = ("title", "author", "editor", "year", "date")


class EntrySearch:
    """An index of entries; it gives their numbers in the order given.

    ``before`` is the index before an edit; it is used again if the number of entries is the same.
    """

    def __init__(self, entries: Resolved, before: "EntrySearch | None" = None) -> None:
        self._entries = [*zip(entries.keys, entries.values, strict=True)]
        self._own: dict[str, list[int]] = {}
        self._apart: frozenset[int] = frozenset()
        if before is None or len(before._entries) != len(self._entries):
            self.texts = [_words_of(key, values) for key, (values, _) in self._entries]
            self._with: dict[str, list[int]] = {}
            _note(self._with, enumerate(self.texts))
            return
        self.texts, self._with = [*before.texts], before._with
        changed = set(before._apart)
        for number, (old, new) in enumerate(zip(before._entries, self._entries, strict=True)):
            if old[1] is not new[1] or old[0] != new[0]:
                self.texts[number] = _words_of(new[0], new[1][0])
                changed.add(number)
        self._apart = frozenset(changed)
        _note(self._own, ((number, self.texts[number]) for number in sorted(changed)))

    def entries_holding(self, words: Sequence[str]) -> Iterable[int]:
        """Return the entries that hold all of these folded texts, in order."""
        texts = self.texts
        if not words:
            return range(len(texts))
        return [number for number, text in enumerate(texts) if all(word in text for word in words)]

    def weights_of_shared(self, words: Iterable[str]) -> dict[int, float]:
        """Return the weight of the folded whole words that each entry shares; none for weight 0.

        The fewer entries have a word, the more it weighs (inverse document frequency: K. Spärck
        Jones, 1972); a word that every entry has weighs nothing.
        """
        weights: dict[int, float] = {}
        for word in sorted(words):
            having = self._having(word)
            tells = log(len(self.texts) / len(having)) if having else 0.0
            for number in having if tells else ():
                weights[number] = weights.get(number, 0.0) + tells
        return weights

    def _having(self, word: str) -> Sequence[int]:
        kept, own = self._with.get(word, ()), self._own.get(word, ())
        if not self._apart:
            return kept
        return [*(number for number in kept if number not in self._apart), *own]


def _note(found: dict[str, list[int]], texts: Iterable[tuple[int, str]]) -> None:
    for number, text in texts:
        for word in set(_WORD.findall(text)):
            found.setdefault(word, []).append(number)


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
