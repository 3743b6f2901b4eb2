"""The people and groups of an ``author`` or ``editor`` value, split as BibTeX splits them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from citeloom_latex.plain import plain

_MARKS = re.compile(r"[{}]|\\.|[\s~]+|,", re.DOTALL)
_LABEL = re.compile(r"(family|given|prefix|suffix)\s*+=\s*+", re.IGNORECASE)
_SPECIAL = re.compile(r"\{\\[A-Za-z]+|\{\\.", re.DOTALL)
_WORDLIKE_COMMANDS = frozenset({"i", "j", "o", "l", "ae", "oe", "aa", "ss"})


@dataclass(frozen=True, slots=True)
class Name:
    """A name in plain Unicode text, its parts as BibTeX names them.

    A group that stands in braces is a last name alone.
    """

    first: str = ""
    von: str = ""
    last: str = ""
    jr: str = ""

    @property
    def last_with_von(self) -> str:
        """The last name with its particles: ``van der Berg``."""
        return f"{self.von} {self.last}".strip()


def names(value: str, shown: Callable[[str], str] = plain) -> tuple[Name, ...]:
    """Split the LaTeX of an ``author`` or ``editor`` field into its names.

    ``shown`` makes the text of their parts, where the value is not LaTeX but text already.
    The word ``others`` in place of a name is left out; :func:`has_others` tells of it. Source of
    the rules: Patashnik, BibTeXing (1988), section 4. Beyond them, what follows a third comma
    counts as first names, ``A B, C D, and E F`` is three names, and the labelled names of biber
    (``family=Berg, given=Jan, prefix=van der``) are read.
    """
    found: list[Name] = []
    for parts in _split(value):
        if _is_others(parts):
            continue
        if _is_list(parts):
            found.extend(_first_von_last(words, shown) for words in parts if words)
        elif _LABEL.match("".join(parts[0])):
            found.append(_labelled(parts, shown))
        else:
            found.append(_name([words for words in parts if words], shown))
    return tuple(name for name in found if name.last or name.first)


def has_others(value: str) -> bool:
    """Tell whether there are more people than are named: ``and others`` or ``et al.``."""
    return any(_is_others(parts) for parts in _split(value))


def _is_others(parts: list[list[str]]) -> bool:
    words = " ".join(parts[0]).lower().replace(".", "")
    return len(parts) == 1 and words in ("others", "et al")


def _split(value: str) -> Iterator[list[list[str]]]:
    """Yield each name as its parts between commas, each part as its words, all still LaTeX."""
    parts: list[list[str]] = [[]]
    depth = 0
    word_start = 0
    for mark in _MARKS.finditer(value + " "):
        found = mark.group()
        if found in "{}":
            depth = max(0, depth + (1 if found == "{" else -1))
        elif depth == 0 and found[0] != "\\":
            word = value[word_start : mark.start()]
            word_start = mark.end()
            if word.lower() == "and" and found != ",":
                if any(parts):
                    yield parts
                parts = [[]]
            elif word:
                parts[-1].append(word)
            if found == ",":
                parts.append([])
    if rest := value[word_start:].strip():
        parts[-1].append(rest)
    if any(parts):
        yield parts


def _is_list(parts: list[list[str]]) -> bool:
    """Tell whether commas stand between whole names: each has two words, the last comma none."""
    return len(parts) > 1 and not parts[-1] and all(len(words) > 1 for words in parts[:-1])


def _labelled(parts: list[list[str]], shown: Callable[[str], str]) -> Name:
    given: dict[str, str] = {}
    for words in parts:
        if label := _LABEL.match(part := " ".join(words)):
            given.setdefault(label.group(1).lower(), shown(part[label.end() :]))
    first, von, last, jr = (given.get(name, "") for name in ("given", "prefix", "family", "suffix"))
    return Name(first, von, last, jr)


def _name(parts: list[list[str]], shown: Callable[[str], str]) -> Name:
    if len(parts) == 1:
        return _first_von_last(parts[0], shown)
    von, last = _von_last(parts[0])
    if len(parts) == 2:
        return _shown_name(shown, parts[1], von, last, [])
    first = [word for part in parts[2:] for word in part]
    return _shown_name(shown, first, von, last, parts[1])


def _first_von_last(words: list[str], shown: Callable[[str], str]) -> Name:
    start = next((i for i, word in enumerate(words[:-1]) if _is_lower(word)), None)
    if start is None:
        return _shown_name(shown, words[:-1], [], words[-1:], [])
    von, last = _von_last(words[start:])
    return _shown_name(shown, words[:start], von, last, [])


def _von_last(words: list[str]) -> tuple[list[str], list[str]]:
    end = max((i + 1 for i, word in enumerate(words[:-1]) if _is_lower(word)), default=0)
    return words[:end], words[end:]


def _shown_name(shown: Callable[[str], str], *parts: list[str]) -> Name:
    first, von, last, jr = (shown(" ".join(words)) for words in parts)
    return Name(first, von, last, jr)


def _is_lower(word: str) -> bool:
    """Tell whether the first letter that has a case is lower; letters in plain braces have none.

    A group that begins with a backslash is a letter (``{\\'e}``), in BibTeX's terms a special
    character.
    """
    depth = 0
    position = 0
    while position < len(word):
        if depth == 0 and (special := _SPECIAL.match(word, position)):
            command = special.group()[2:]
            if command in _WORDLIKE_COMMANDS:
                return True
            if command.lower() in _WORDLIKE_COMMANDS:
                return False
            position = special.end()
            letter = next((c for c in word[position:] if c.isalpha()), "")
            return letter.islower()
        char = word[position]
        if char == "\\":
            position += 2
            continue
        depth += (char == "{") - (char == "}")
        if depth <= 0 and char.isalpha():
            return char.islower()
        position += 1
    return False
