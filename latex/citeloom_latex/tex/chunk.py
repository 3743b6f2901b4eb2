"""A stretch of a text that was read: its facts, and the state in which reading goes on."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import (
    BibItem,
    BibliographyFile,
    Citation,
    Input,
    MagicComment,
    Package,
)
from citeloom_latex.tex.macros import Definition
from citeloom_latex.tex.preamble import AbstractMark
from citeloom_latex.tex.sections import PlacedHeading

FAR = sys.maxsize
"""The reach of a chunk that depends on all the rest of the text."""

Boundary = Callable[[int], int]
"""From an offset to a next one at which a chunk may end, or to the text's end."""

_BLANK_LINE = re.compile(r"(?:\r\n?+|\n)[ \t]*+(?:\r\n?+|\n)")
_LETTER = re.compile(r"[ \t]*+[A-Za-z]")
_LINE_END = re.compile(rf"{_BLANK_LINE.pattern}|(?:\r\n?+|\n)(?={_LETTER.pattern})")


class ReadingState(NamedTuple):
    """What a reader carries on: verbatim-like names and short verbs that the text declared.

    ``over`` is true where LaTeX reads no further. ``declared`` are all characters that were short
    verbs at any time: the reader makes a pattern for each set of them.
    """

    verbatim: frozenset[str] = frozenset()
    short_verbs: str = ""
    over: bool = False
    declared: str = ""


def state_with(short_verbs: str) -> ReadingState:
    """Return the state before a text in which these characters are short verbs from the start."""
    signs = "".join(sorted(set(short_verbs)))
    return ReadingState(short_verbs=signs, declared=signs)


@dataclass(slots=True)
class Chunk:
    """What a reader found from ``start`` to ``end``, in the order in which it stands there.

    Offsets are those of the text in which it was read; ``reach`` is how far that text was looked
    at. Filled by the reader, and never changed after that.
    """

    start: int
    entry: ReadingState
    end: int = 0
    exit: ReadingState = field(default_factory=ReadingState)
    reach: int = 0
    citations: list[Citation] = field(default_factory=list)
    headings: list[PlacedHeading] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    inputs: list[Input] = field(default_factory=list)
    bibliographies: list[BibliographyFile] = field(default_factory=list)
    bibitems: list[BibItem] = field(default_factory=list)
    packages: list[Package] = field(default_factory=list)
    languages: list[str] = field(default_factory=list)
    magic: list[MagicComment] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    skipped: list[Span] = field(default_factory=list)
    abstracts: list[AbstractMark] = field(default_factory=list)
    title: Span | None = None
    pdf_title: Span | None = None
    appendix: int | None = None
    body_start: int | None = None
    body_end: int | None = None
    bibliography_style: str = ""
    heads_abstract: bool = False
    usual: bool = False

    def is_usual(self) -> bool:
        """Tell whether the chunk holds only text, citations, headings and comments."""
        return all(getattr(self, name) == getattr(_NOTHING, name) for name in _UNUSUAL)


_NOTHING = Chunk(0, ReadingState())
_UNUSUAL = (
    *("bibliographies", "bibitems", "packages", "languages", "magic", "abstracts"),
    *("title", "pdf_title", "appendix", "body_start", "bibliography_style"),
    "heads_abstract",
)


def blank_line_after(text: str, at: int) -> int:
    """Return where the next blank line ends, or the end of the text."""
    found = _BLANK_LINE.search(text, at)
    return found.end() if found else len(text)


def after_blank_line(text: str, at: int) -> bool:
    """Tell whether a blank line ends at an offset."""
    if text.startswith("\n", at) and text.startswith("\r", at - 1):
        return False
    before = at - 2 if text.endswith("\r\n", 0, at) else at - 1
    if before < 1 or text[at - 1] not in "\r\n":
        return False
    while before > 1 and text[before - 1] in " \t":
        before -= 1
    return text[before - 1] in "\r\n"


def has_blank_line(text: str) -> bool:
    """Tell whether a blank line stands in a text."""
    return bool(_BLANK_LINE.search(text))


def line_end_after(text: str, at: int, near: int) -> int:
    """Return where a chunk may end: behind the next blank line, or at the end of the text.

    Where the next ``near`` code points hold no blank line, a line that begins with a letter will
    do: nothing is read on into it, if nothing is open there.
    """
    found = _BLANK_LINE.search(text, at, at + near)
    found = _LINE_END.match(text, found.start()) if found else _LINE_END.search(text, at)
    return found.end() if found else len(text)


def after_line_end(text: str, at: int) -> bool:
    """Tell whether a line begins with a letter at an offset."""
    ends = bool(at) and (
        text[at - 1] == "\n" or (text[at - 1] == "\r" and text[at : at + 1] != "\n")
    )
    return ends and letter_after(text, at) is not None


def letter_after(text: str, at: int) -> int | None:
    """Return the offset behind the letter that a line begins with; ``None`` where it has none."""
    found = _LETTER.match(text, at)
    return found.end() if found else None
