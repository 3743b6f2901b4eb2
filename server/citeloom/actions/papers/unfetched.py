"""Which cited papers nobody was asked for yet, or so long ago that it does not count."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from citeloom.actions.context import Opened
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.draft.references import cited_entries
from citeloom.papers.identity import asked_id
from citeloom.problem import InputError

LIBRARY = 300
"""Entries from which on a .bib file that no draft uses counts as a library, fetched on demand."""


@dataclass(frozen=True)
class Unfetched:
    """A paper to fetch: its keys, what a search for it goes by, whether its abstract is known."""

    keys: tuple[str, ...]
    asked: str
    abstract: bool


def unfetched(opened: Opened, reader: PaperReader) -> tuple[Unfetched, ...]:
    """Return the papers that the draft cites and no stored search is of; nobody is asked.

    Of a .bib file that no draft uses, all its papers, unless it is a library.

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
        Unfetched(it.own.keys, asked_id(it.own), bool(it.paper.abstract))
        for it in known
        if it.searched_until <= today
    )


def _known(opened: Opened, reader: PaperReader) -> Iterable[PaperKnowledge]:
    project = opened.project
    if project.documents:
        return reader.read(cited_entries(project), [])
    return reader.look(tuple(project.entries)) if len(project.entries) < LIBRARY else ()
