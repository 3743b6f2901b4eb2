"""Find cited papers that no service was asked for yet, or too long ago."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from citeloom.actions.context import Opened
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.draft.references import cited_entries
from citeloom.papers.identity import search_id
from citeloom.problem import InputError

LIBRARY = 300
"""A .bib file without a draft and with so many entries is a library, fetched on demand only."""


@dataclass(frozen=True)
class UnfetchedPaper:
    """A paper to fetch: its keys, the id of a search for it, whether its abstract is known."""

    keys: tuple[str, ...]
    id: str
    abstract: bool


def unfetched_papers(opened: Opened, reader: PaperReader) -> tuple[UnfetchedPaper, ...]:
    """Return the cited papers without a stored search that still counts; no service is asked.

    For a .bib file that no draft uses these are all its papers, unless it is a library.

    Raises
    ------
    InputError
        If the store of papers cannot be used.
    """
    today = datetime.now(UTC).date().isoformat()
    known = tuple(_known(opened, reader))
    if trouble := next((it.trouble for it in known if it.trouble), ""):
        raise InputError(trouble)
    return tuple(
        UnfetchedPaper(it.own.keys, search_id(it.own), bool(it.paper.abstract))
        for it in known
        if it.searched_until <= today
    )


def _known(opened: Opened, reader: PaperReader) -> Iterable[PaperKnowledge]:
    project = opened.project
    if project.documents:
        return reader.read(cited_entries(project), [])
    return reader.look(tuple(project.entries)) if len(project.entries) < LIBRARY else ()
