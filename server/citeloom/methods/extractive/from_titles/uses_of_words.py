"""How words and phrases stand in titles: by themselves, behind an article, behind one word."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from citeloom.grounding.words import STOP_WORDS, stem

_TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|[^\w\s]")
_LONGEST = 4
_ARTICLES = frozenset({"a", "an"})
_BY_ITSELF = 0.5
_SAME_WORD = 0.7


class UsesOfWords:
    """The uses of the words of some titles; phrases are given by their stems.

    ``others`` are texts in which nouns may stand behind an article, which titles often leave out.
    """

    def __init__(self, titles: Iterable[str], others: Iterable[str] = ()) -> None:
        self._alone: dict[str, list[bool]] = {}
        self._before: dict[tuple[str, ...], Counter[str]] = {}
        self._counted: set[str] = set()
        for title in titles:
            self._read(_tokens(title))
        for text in others:
            self._count_heads(_tokens(text))

    def names_a_topic(self, word: str) -> bool:
        """Tell whether a word mostly stands by itself: ``cyclodextrins``, not ``derivatives``.

        Nothing stands before it that it belongs to, and nothing behind it that it is of.
        """
        uses = self._alone.get(word, [])
        return bool(uses) and sum(uses) >= _BY_ITSELF * len(uses)

    def is_cut(self, stems: tuple[str, ...]) -> bool:
        """Tell whether a phrase mostly follows one word: ``energy calculations`` after ``free``."""
        before = self._before.get(stems, Counter())
        (word, times) = max(before.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        return bool(word) and times >= _SAME_WORD * before.total()

    def is_counted(self, word: str) -> bool:
        """Tell whether a noun stands behind ``a`` or ``an`` somewhere."""
        return word in self._counted

    def _read(self, tokens: Sequence[str]) -> None:
        self._count_heads(tokens)
        stems = [stem(token) for token in tokens]
        for at in range(len(tokens)):
            before = tokens[at - 1] if at else "."
            after = tokens[at + 1] if at + 1 < len(tokens) else "."
            belongs = before[0].isalnum() and before not in STOP_WORDS
            alone = not belongs and before not in {"-", "]"} and after not in {"of", "[", "-", "to"}
            self._alone.setdefault(stems[at], []).append(alone)
            word = before if belongs else ""
            for end in range(at + 1, min(at + _LONGEST, len(tokens)) + 1):
                self._before.setdefault(tuple(stems[at:end]), Counter())[word] += 1

    def _count_heads(self, tokens: Sequence[str]) -> None:
        """Note the last word of what stands behind each ``a`` or ``an``."""
        for at, token in enumerate(tokens):
            end = at + 1
            if token in _ARTICLES:
                while end < len(tokens) and _continues(tokens[end]):
                    end += 1
                if end > at + 1:
                    self._counted.add(stem(tokens[end - 1]))


def _continues(token: str) -> bool:
    return token[0].isalnum() and token not in STOP_WORDS


def _tokens(text: str) -> list[str]:
    return [token.lower() for token in _TOKEN.findall(text)]
