"""What a full text is, whatever it was read from."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from citeloom_latex.tex.related_work import is_related_work

_GAP = re.compile(r"\s+(?=[.,;:!?)\]])|(?<=[(\[])\s+")
_SPACES = re.compile(r"[ \t]{2,}")


class Unreadable(Exception):  # noqa: N818 (it says what the file is)
    """A file that gives no full text; the message says why, for the user to read."""


class Form(StrEnum):
    """What a full text was read from."""

    HTML = "HTML"
    LATEX = "LaTeX source"
    PDF = "PDF"


@dataclass(frozen=True, slots=True)
class TextMention:
    """Where a paragraph cites: a half-open range of its text in code points, and whom.

    ``labels`` are those of references of the same full text.
    """

    start: int
    end: int
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextParagraph:
    """A paragraph in plain text on one line, with its own citation marks and their places."""

    text: str
    mentions: tuple[TextMention, ...] = ()

    @property
    def without_marks(self) -> str:
        """The text without its citation marks."""
        return without_marks(self.text, self.mentions)


@dataclass(frozen=True)
class TextSection:
    """A heading (plain text, without its number) and what stands before the next one.

    ``level`` is 1 for a section, 2 for a subsection, and so on. What stands before the first
    heading is a section whose heading is empty.
    """

    heading: str
    level: int
    paragraphs: tuple[TextParagraph, ...] = ()

    @property
    def text(self) -> str:
        """Its paragraphs, a blank line between them."""
        return "\n\n".join(paragraph.text for paragraph in self.paragraphs)


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of the list of references.

    ``label`` names it in this full text (``12``, ``bib.bib12``, a key), ``text`` is all that the
    list says. ``title``, ``doi`` and ``arxiv_id`` are what can be read of it; empty where unknown.
    """

    label: str
    text: str
    title: str = ""
    doi: str = ""
    arxiv_id: str = ""


@dataclass(frozen=True)
class FullText:
    """A paper's full text.

    ``notes`` say what was left out or is doubtful: hidden text, a file that is missing.
    """

    form: Form
    title: str = ""
    abstract: str = ""
    sections: tuple[TextSection, ...] = ()
    references: tuple[Reference, ...] = ()
    notes: tuple[str, ...] = ()

    @cached_property
    def related_work(self) -> tuple[TextSection, ...]:
        """The sections about related work, with their subsections, in order."""
        return tuple(_related(self.sections))


def without_marks(text: str, mentions: tuple[TextMention, ...]) -> str:
    """Return a text without its citation marks and the spaces that they leave."""
    if not mentions:
        return text
    pieces = []
    at = 0
    for mention in mentions:
        pieces.append(text[at : mention.start])
        at = max(at, mention.end)
    left = " ".join((*pieces, text[at:]))
    return _GAP.sub("", _SPACES.sub(" ", left)).strip()


def _related(sections: tuple[TextSection, ...]) -> Iterator[TextSection]:
    inside: int | None = None
    for section in sections:
        if inside is not None and section.level <= inside:
            inside = None
        if inside is None and section.heading and is_related_work(section.heading):
            inside = section.level
        if inside is not None:
            yield section
