"""Write the words of titles as they stand in running text."""

import re
from collections.abc import Iterable
from functools import cached_property

from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.verbs import VERBS
from citeloom.words import STOP_WORDS, stem

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_AFTER_ANOTHER = re.compile(r"(?:(?<=[\w,] )|(?<=\w-))[^\W\d_]+")
EPONYMS = lexicon("eponyms")
_ORDINARY = STOP_WORDS | VERBS | lexicon("gerunds") | lexicon("adjectives") | lexicon("own_things")
_ORDINARY |= lexicon("proposed_things")
_NO_NAME = re.compile(
    r"\w{3}(?:ness|ity|ities|tions?|ments?|ly|ing|ed|ive|ous|able|ible|ful|less|ance|ence)$"
)
"""How words end that are no names."""

_MOST_CAPITALS = 0.5
"""A title of which more of the words begin with capitals is in title case."""


_SMALL = frozenset(
    ["about", "above", "across", "after", "against", "along", "among", "based", "before", "behind",
     "below", "between", "beyond", "during", "inside", "outside", "since", "through", "throughout",
     "toward", "towards", "under", "until", "using", "versus", "where", "which", "while", "within",
     "without"]
)  # fmt: skip
"""Words that title case writes without a capital."""


class NamesInTexts:
    """Knows which words are names, by running texts: those that have a capital there, always.

    Texts in title case tell nothing. ``known`` has read other texts already.
    """

    def __init__(self, texts: Iterable[str], known: "NamesInTexts | None" = None) -> None:
        self._texts = tuple(texts)
        self._known = known

    @cached_property
    def _words(self) -> frozenset[str]:
        words = set(self._known._words) if self._known else set()
        for text in self._texts:
            if not is_title_case(text):
                words.update(_AFTER_ANOTHER.findall(text))
        return frozenset(words)

    @cached_property
    def _capital_and_lower(self) -> tuple[set[str], set[str]]:
        words = self._words
        capital = {word.lower() for word in words if word[:1].isupper()}
        lower = {word.lower() for word in words if not word[:1].isupper()}
        return capital, lower

    @cached_property
    def _names(self) -> set[str]:
        capital, lower = self._capital_and_lower
        return (capital - lower) | EPONYMS

    @cached_property
    def _lower(self) -> set[str]:
        _, lower = self._capital_and_lower
        return {stem(word) for word in lower | _ORDINARY}

    def in_a_sentence(self, title: str) -> str:
        """Return a title without the capitals of title case."""
        text = " ".join(title.split())
        if not is_title_case(text):
            return text

        def lowered(match: re.Match[str]) -> str:
            word = match.group()
            is_plain = word[:1].isupper() and word[1:].islower()
            return word.lower() if is_plain and word.lower() not in self._names else word

        return _WORD.sub(lowered, text)

    def is_ordinary(self, word: str) -> bool:
        """Return whether a word stands in running text without a capital."""
        return stem(word.lower()) in self._lower or _NO_NAME.search(word) is not None

    def as_words(self, title: str) -> str:
        """Return a title as it stands inside a sentence; empty if a word may be a name or not."""
        text = " ".join(title.split())
        everywhere = is_title_case(text)
        if _has_plain_word(text) if everywhere else _begins_with_two_names(text):
            return ""
        parts: list[str] = []
        end = 0
        for match in _WORD.finditer(text):
            word = match.group()
            if not (word[:1].isupper() and (word[1:].islower() or word == "A")):
                continue
            lower = word.lower()
            if not everywhere and match.start():
                if lower not in self._names and self.is_ordinary(lower):
                    return ""
                continue
            if lower not in self._names and self.is_ordinary(lower):
                parts += [text[end : match.start()], lower]
                end = match.end()
            elif lower not in self._names:
                return ""
        return "".join((*parts, text[end:]))


def with_names(text: str) -> str:
    """Return a text in which known names have their capital, whoever wrote them without."""
    return _WORD.sub(
        lambda match: match.group().capitalize() if match.group() in EPONYMS else match.group(),
        text,
    )


def _has_plain_word(text: str) -> bool:
    """Return whether a long word has no capital: the capitals of others may be those of names."""
    return any(
        word.islower() and len(word) > 4 and word not in STOP_WORDS and word not in _SMALL
        for word in _WORD.findall(text)[1:]
    )


def _begins_with_two_names(text: str) -> bool:
    """Return whether a second capital may tell that the first word is a name, too."""
    first, second = [*_WORD.findall(text)[:2], "", ""][:2]
    return second[:1].isupper() and second[1:].islower() and first.lower() not in _ORDINARY


def is_title_case(text: str) -> bool:
    """Tell whether most of the long words of a text, but the first, begin with a capital."""
    long = [word for word in _WORD.findall(text)[1:] if len(word) > 3]
    capitals = sum(1 for word in long if word[:1].isupper())
    return capitals > _MOST_CAPITALS * len(long)
