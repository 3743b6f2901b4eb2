"""An index that finds entries by words of their key, title, people and year."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from citeloom.draft.resolved_entries import Resolved
from citeloom_latex.plain import plain

_PLAIN_ENOUGH = re.compile(r"[^\\{}$~]*")
_NAMED = ("title", "author", "editor", "year", "date")


class EntrySearch:
    """An index of entries; it gives their numbers in the order given.

    ``keys`` are their folded keys. ``before`` is the index before an edit; it is used again if the
    number of entries is the same.
    """

    def __init__(self, entries: Resolved, before: "EntrySearch | None" = None) -> None:
        self._states = entries.states
        if before is None or len(before._states) != len(self._states):
            self.keys = [fold(key) for key in entries.keys]
            self._texts = [
                _words_of(key, entries.glance(number)[0]) for number, key in enumerate(entries.keys)
            ]
            return
        self.keys, self._texts = [*before.keys], [*before._texts]
        for number, (old, new) in enumerate(zip(before._states, self._states, strict=True)):
            if old is not new:
                key = entries.keys[number]
                self.keys[number] = fold(key)
                self._texts[number] = _words_of(key, entries.glance(number)[0])

    def entries_holding(self, words: Sequence[str]) -> Iterable[int]:
        """Return the entries that hold all of these folded texts, in order."""
        texts = self._texts
        if not words:
            return range(len(texts))
        return [number for number, text in enumerate(texts) if all(word in text for word in words)]


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
