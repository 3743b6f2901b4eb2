"""What is on a page of a PDF: pieces of text with their places and looks."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

_BOLD = re.compile(
    r"bold|black|heavy|demi|medi(?!um)|semibold|[-,.]bd\b|cmbx|cmb1|cmssbx|cmbsy|sfbx|sfsx|ecbx"
    r"|ec-lm[a-z]*bx|lmroman\d*-bold|ptmb|phvb|pplb|-b$",
    re.IGNORECASE,
)


class Hidden(StrEnum):
    """Why a reader of the page cannot see a text."""

    INVISIBLE = "invisible"
    COLOUR = "in the same colour as the page"
    OFF_PAGE = "off the page"
    TINY = "too small to read"


TINY = 2.5
"""Points below which text is too small to read."""

ROTATED = 0.1
"""Share of the advance that may run across: text turned by more is a stamp or a table's."""


@dataclass(frozen=True, slots=True)
class PdfPiece:
    """Text on one base line without wide gaps; lengths in points, from the bottom left.

    ``size`` is that of most of its characters.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool


@dataclass(frozen=True)
class PdfPage:
    """A page: its number from 1, its size in points, what is seen on it.

    ``hidden`` has the number of characters left out, without spaces, for each reason.
    """

    number: int
    width: float
    height: float
    pieces: tuple[PdfPiece, ...]
    hidden: Mapping[Hidden, int] = field(default_factory=dict)


@dataclass(frozen=True)
class PdfDocument:
    """An open PDF: how many pages it has, and the pages, each read when it is asked for."""

    count: int
    pages: Iterator[PdfPage]


def is_bold(font: str) -> bool:
    """Tell by the name of a font (``ABCDEF+CMBX12``) whether it is a bold one."""
    return _BOLD.search(font.partition("+")[2] or font) is not None
