"""Finding entries by words of their key, title, people and year."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.plain import plain

_PLAIN_ENOUGH = re.compile(r"[^\\{}$~]*")
_WORD = re.compile(r"\w+")
_NAMED = ("title", "author", "editor", "year", "date")


class Search:
    """An index of entries, which are known by their numbers in the order given."""

    def __init__(self, entries: Sequence[ResolvedEntry]) -> None:
        self.texts = [_words_of(one) for one in entries]
        self._with: dict[str, list[int]] = {}
        for number, text in enumerate(self.texts):
            for word in set(_WORD.findall(text)):
                self._with.setdefault(word, []).append(number)

    def holding(self, words: Sequence[str]) -> Iterable[int]:
        """Return the entries that hold every one of some folded texts, in order."""
        texts = self.texts
        if not words:
            return range(len(texts))
        return [number for number, text in enumerate(texts) if all(word in text for word in words)]

    def shared(self, words: Iterable[str]) -> dict[int, int]:
        """Return for each entry how many of some folded whole words it has, if it has any."""
        counts: dict[int, int] = {}
        for word in words:
            for number in self._with.get(word, ()):
                counts[number] = counts.get(number, 0) + 1
        return counts


def _words_of(entry: ResolvedEntry) -> str:
    values = entry.values
    named = " ".join(values[name] for name in _NAMED if name in values)
    return folded(f"{entry.entry.key} {named}")


@lru_cache(maxsize=50_000)
def folded(text: str) -> str:
    """Return a text, LaTeX or plain, as it is compared: plain, lower case, no accents."""
    shown = text if _PLAIN_ENOUGH.fullmatch(text) else plain(text)
    letters = unicodedata.normalize("NFKD", shown.casefold())
    if letters.isascii():
        return letters
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
