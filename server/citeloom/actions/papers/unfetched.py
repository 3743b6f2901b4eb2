"""Which cited papers nobody was asked for yet, or so long ago that it does not count."""

from dataclasses import dataclass

from citeloom.actions.context import Context, Opened
from citeloom.actions.papers.from_entries import papers_in
from citeloom.draft.project import Project
from citeloom.draft.references import cited_papers
from citeloom.papers.completion import fill
from citeloom.papers.identity import asked_id
from citeloom.papers.store import Store
from citeloom_latex.bib.resolve import ResolvedEntry

LIBRARY = 300
"""Entries from which on a .bib file that no draft uses counts as a library, fetched on demand."""


@dataclass(frozen=True)
class Unfetched:
    """A paper to fetch: its keys, what a search for it goes by, whether its abstract is known."""

    keys: tuple[str, ...]
    asked: str
    abstract: bool


def unfetched(opened: Opened, context: Context) -> tuple[Unfetched, ...]:
    """Return the papers that the draft cites and no stored search is of; nobody is asked.

    Of a .bib file that no draft uses, all its papers, unless it is a library.

    Raises
    ------
    InputError
        If the store of papers cannot be used.
    """
    papers = filled = papers_in(_entries(opened.project))
    ended: set[str] = set()
    if context.files.is_file(context.user.store):
        with Store.open(context.user.store) as store:
            ended = set(store.recall(papers))
            filled = fill(papers, store)
    return tuple(
        Unfetched(paper.keys, asked_id(paper), bool(full.abstract))
        for paper, full in zip(papers, filled, strict=True)
        if paper.id not in ended
    )


def _entries(project: Project) -> tuple[ResolvedEntry, ...]:
    if not project.documents:
        return tuple(project.entries) if len(project.entries) < LIBRARY else ()
    found = (project.entry(key) for key in cited_papers(project))
    return tuple({one.entry.key: one for one in found if one is not None}.values())
