"""The outcome of a search for the paper behind an entry."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from citeloom.papers.found import Found
from citeloom.papers.paper import Paper


class Status(StrEnum):
    """How the search for a paper ended."""

    FROM_BIB = "from the .bib"
    MATCHED = "matched"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "could not verify"
    FAILED = "failed"
    NOT_ASKED = "nobody was asked"


class Failure(NamedTuple):
    """A service that did not answer as documented, and the reason."""

    service: str
    reason: str


@dataclass(frozen=True)
class Outcome:
    """The outcome of a search for one paper.

    Parameters
    ----------
    paper
        The paper as the .bib has it, filled with what was found where the match is proved.
    how
        How a match was proved: ``DOI``, ``arXiv id``, ``title, authors and year``, …
    found
        What each service said of it, the most trusted first; empty without a match.
    candidates
        What it may be, where it is ambiguous; the likeliest first.
    misdirected
        What the entry's own identifier leads to, where that is another paper.
    failures
        Services that failed; without a match a further try may help.
    unknown_doi
        The entry's DOI, where no service knows it, Crossref asked.
    """

    paper: Paper
    status: Status
    how: str = ""
    found: tuple[Found, ...] = ()
    candidates: tuple[Paper, ...] = ()
    misdirected: Paper | None = None
    failures: tuple[Failure, ...] = ()
    unknown_doi: str = ""
