"""The people and groups of an ``author`` or ``editor`` value, split as BibTeX splits them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from citeloom_latex.accents import LETTERS
from citeloom_latex.plain import plain
from citeloom_latex.tex.patterns import one_of

if TYPE_CHECKING:
    from bibtexparser.middlewares.names import NameParts

_LABEL = re.compile(r"\s*+(family|given|prefix|suffix)\s*+=\s*+", re.IGNORECASE)
_COMMA = re.compile(r"[{},]|\\.", re.DOTALL)
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_MOST_STRAY = 100
"""Closing braces of a name that nothing opened, for each of which the splitter puts one before."""
_STRAY_AND = re.compile(r"\A(?:\s*+and(?=\s|\Z))++|(?:(?<=\s)and\s*+)++\Z", re.IGNORECASE)
_LETTER = re.compile(rf"\{{\\({one_of(LETTERS)})\s*+\}}")
_ACCENT = "\\~"
_HIDDEN_ACCENT = "\\\ue000"


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
    The word ``others`` in place of a name is left out; :func:`has_others` tells of it. Beyond the
    rules of BibTeX, which bibtexparser knows, ``A B, C D, and E F`` is three names, and the
    labelled names of biber (``family=Berg, given=Jan, prefix=van der``) are read.
    """
    found: list[Name] = []
    for written in _written_names(value):
        if _is_others(written):
            continue
        if written[-1] == "," and _is_list(parts := _between_commas(written)):
            found.extend(_name(part, shown) for part in parts[:-1])
        elif _LABEL.match(written):
            found.append(_labelled(_between_commas(written), shown))
        else:
            found.append(_name(written, shown))
    return tuple(name for name in found if name.last or name.first)


def has_others(value: str) -> bool:
    """Tell whether there are more people than are named: ``and others`` or ``et al.``."""
    return any(map(_is_others, _written_names(value)))


def _is_others(written: str) -> bool:
    if written[0] not in "oOeE":
        return False
    return " ".join(written.lower().replace(".", "").split()) in ("others", "et al")


def _written_names(value: str) -> Iterator[str]:
    split, _ = _splitter()
    for written in split(value):
        name = written.strip()
        if "and" in (name[:3].lower(), name[-3:].lower()):
            name = _STRAY_AND.sub("", name).strip()
        if name:
            yield name


def _between_commas(written: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for mark in _COMMA.finditer(written):
        sign = mark.group()
        if sign == "," and depth == 0:
            parts.append(written[start : mark.start()])
            start = mark.end()
        elif sign in "{}":
            depth = max(0, depth + (1 if sign == "{" else -1))
    return [*parts, written[start:]]


def _is_list(parts: list[str]) -> bool:
    """Tell whether commas stand between whole names: each has two words, the last comma none."""
    *whole, rest = parts
    return bool(whole) and not rest and all(len(part.split()) > 1 for part in whole)


def _labelled(parts: list[str], shown: Callable[[str], str]) -> Name:
    given: dict[str, str] = {}
    for part in parts:
        if label := _LABEL.match(part):
            given.setdefault(label.group(1).lower(), shown(part[label.end() :].strip()))
    first, von, last, jr = (given.get(name, "") for name in ("given", "prefix", "family", "suffix"))
    return Name(first, von, last, jr)


def _name(written: str, shown: Callable[[str], str]) -> Name:
    if "\\" in written:
        # bibtexparser sees no letter in {\O}, and a space in \~n.
        written = _LETTER.sub(lambda found: LETTERS[found[1]], written)
        written = written.replace(_ACCENT, _HIDDEN_ACCENT)
    if written.count("}") > _MOST_STRAY:
        written = _with_few_stray_braces(written)
    _, split = _splitter()
    parts = split(written)
    first, von = parts.first, parts.von
    if not von and len(first) == len(parts.last) == 1 and "," not in written:
        # Of two words too, one in lower case is no first name.
        first, von = (von, first) if first[0][0].islower() else (first, von)
    return Name(
        _shown(first, shown), _shown(von, shown), _shown(parts.last, shown), _shown(parts.jr, shown)
    )


def _with_few_stray_braces(written: str) -> str:
    depth = stray = 0

    def kept(sign: re.Match[str]) -> str:
        nonlocal depth, stray
        if sign[0] == "{":
            depth += 1
        elif sign[0] == "}" and depth:
            depth -= 1
        elif sign[0] == "}":
            stray += 1
            return "" if stray > _MOST_STRAY else "}"
        return sign[0]

    return _BRACE.sub(kept, written)


def _shown(words: list[str], shown: Callable[[str], str]) -> str:
    return shown(" ".join(words).replace(_HIDDEN_ACCENT, _ACCENT)) if words else ""


@cache
def _splitter() -> tuple[Callable[[str], list[str]], Callable[[str], "NameParts"]]:
    """Return two functions: one splits a list of names, one a name. The import takes 60 ms."""
    from bibtexparser.middlewares import names as splitter

    split = splitter.parse_single_name_into_parts
    return splitter.split_multiple_persons_names, partial(split, strict=False)
