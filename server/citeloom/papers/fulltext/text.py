"""What a full text is, whatever it was read from."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from citeloom_latex.tex.related_work import is_related_work

_GAP = re.compile(r"\s+(?=[.,;:!?)\]])|(?<=[(\[])\s+")
UNKNOWN = "earlier work"

_SPACES = re.compile(r"[ \t]{2,}")
_IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_YEAR_AFTER = re.compile(r"[\s,;]*(?:\d{4}[a-z]?)?[\s,;]*\Z")
_NEEDS_A_NAME = re.compile(
    r"\b(?:of|by|in|from|to|than|with|like|see|following|both)\s*\Z", re.IGNORECASE
)
_BEGINS_LOWER = re.compile(r"\s+[a-z]")


class Unreadable(Exception):  # noqa: N818 (it says what the file is)
    """A file that gives no full text; the message says why, for the user to read."""


class Form(StrEnum):
    """What a full text was read from."""

    LATEX = "LaTeX source"
    PDF = "PDF"


@dataclass(frozen=True, slots=True)
class FirstPage:
    """The lines of a PDF's first page, and its abstract; empty where none can be told."""

    opening: str
    abstract: str


@dataclass(frozen=True, slots=True)
class TextMention:
    """Where a paragraph cites: a half-open range of its text in code points, and whom.

    ``labels`` are those of references of the same full text. ``textual`` tells that its source
    names the authors in the sentence there (``\\citet``).
    """

    start: int
    end: int
    labels: tuple[str, ...]
    textual: bool = False


@dataclass(frozen=True, slots=True)
class PageStart:
    """Where in a paragraph the text of a page begins: an offset in code points, a number from 1."""

    at: int
    page: int


@dataclass(frozen=True, slots=True)
class TextParagraph:
    """A paragraph in plain text on one line, with its own citation marks and their places.

    ``pages`` are those of a PDF on which it stands, in order; empty for other forms.
    """

    text: str
    mentions: tuple[TextMention, ...] = ()
    pages: tuple[PageStart, ...] = ()

    @property
    def without_marks(self) -> str:
        """The text without its citation marks."""
        return without_marks(self.text, self.mentions)

    @property
    def pages_without_marks(self) -> tuple[PageStart, ...]:
        """Its pages, each where its text begins in the text without citation marks."""
        return tuple(PageStart(self._without_marks_before(it.at), it.page) for it in self.pages)

    def _without_marks_before(self, at: int) -> int:
        mentions = (it for it in self.mentions if it.start < at)
        cut = tuple(replace(it, end=min(it.end, at)) for it in mentions)
        return len(without_marks(self.text[:at], cut))


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


def page_at(pages: Sequence[PageStart], at: int) -> int:
    """Return the page on which a place stands; 0 where no page is known."""
    return next((start.page for start in reversed(pages) if start.at <= at), 0)


def without_marks(
    text: str,
    mentions: tuple[TextMention, ...],
    names: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return a text without its citation marks and the spaces that they leave.

    Where a mark is a part of its sentence (``Smith et al. [3] show``, ``the method of [3]``) the
    authors stay: as the mark itself names them, else by ``names``, from labels to authors; who is
    not among these is ``UNKNOWN``.
    """
    if not mentions:
        return text
    pieces = []
    at = 0
    for mention in mentions:
        pieces += [text[at : mention.start], _authors_in_sentence(text, mention, names)]
        at = max(at, mention.end)
    left = " ".join(filter(None, (*pieces, text[at:])))
    return _GAP.sub("", _SPACES.sub(" ", left)).strip()


def _authors_in_sentence(text: str, mention: TextMention, names: Mapping[str, str]) -> str:
    mark = text[mention.start : mention.end].strip()
    if not mark.startswith(("(", "[")):
        said = _YEAR_AFTER.sub("", _IN_BRACKETS.sub("", mark))
        return said if any(map(str.isalpha, said)) else ""
    before, after = text[: mention.start], text[mention.end :]
    is_subject = not before.strip() and bool(_BEGINS_LOWER.match(after))
    if not names or not (mention.textual or is_subject or _NEEDS_A_NAME.search(before)):
        return ""
    *others, last = dict.fromkeys(names.get(label, UNKNOWN) for label in mention.labels)
    return f"{', '.join(others)} and {last}" if others else last


def _related(sections: tuple[TextSection, ...]) -> Iterator[TextSection]:
    inside: int | None = None
    for section in sections:
        if inside is not None and section.level <= inside:
            inside = None
        if inside is None and section.heading and is_related_work(section.heading):
            inside = section.level
        if inside is not None:
            yield section
