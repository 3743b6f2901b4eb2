"""What a service knows of one paper."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from citeloom.papers.paper import Paper


class NoticeKind(StrEnum):
    """What a notice says of the paper that it is about."""

    RETRACTION = "retraction"
    WITHDRAWAL = "withdrawal"
    CONCERN = "expression of concern"
    CORRECTION = "correction"


class Notice(NamedTuple):
    """A published notice about a paper: its kind, its own DOI, its day (ISO), and who says so."""

    kind: NoticeKind
    doi: str = ""
    date: str = ""
    source: str = ""

    @property
    def takes_back(self) -> bool:
        """Whether the paper was retracted or withdrawn."""
        return self.kind in (NoticeKind.RETRACTION, NoticeKind.WITHDRAWAL)


@dataclass(frozen=True)
class Found:
    """What one service says of one paper.

    Parameters
    ----------
    paper
        The paper in plain text; ``sources`` names the service for each field. Its id is the best
        that its identifiers give.
    references
        What it cites, with the identifiers and titles that the service gives.
    notices
        Retractions and corrections of it.
    published
        DOI of the published version, where the paper is a preprint that has one.
    pdf
        Address of a PDF that may lawfully be read; empty where none is known.
    """

    paper: Paper
    references: tuple[Paper, ...] = ()
    notices: tuple[Notice, ...] = ()
    published: str = ""
    pdf: str = ""

    @property
    def service(self) -> str:
        """The short name of the service that says so."""
        return next((source for source in self.paper.sources.values() if source), "")
