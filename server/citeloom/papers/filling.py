"""Fills the gaps of papers from the store, where a project's .bib says nothing."""

from collections.abc import Mapping, Sequence

from citeloom.papers.identity import identifier_ids, may_be_one, title_id, titles_agree
from citeloom.papers.paper import Paper
from citeloom.papers.store.store import Store
from citeloom.papers.store.trust import fill_gaps


def fill_from_store(papers: Sequence[Paper], store: Store) -> tuple[Paper, ...]:
    """Return the papers with the fields that they lack taken from the store.

    What a paper has stays, and so do its id and keys. A stored paper counts where a search has
    proved that it is the one, or where a name of both and the titles agree: an identifier alone
    may be that of a whole volume.

    Raises
    ------
    StoreError
        If the store cannot be read.
    """
    proved = store.matched_papers(papers)
    stored = store.get(name for paper in papers for name in _names(paper))
    return tuple(_filled(paper, proved.get(paper.id), stored) for paper in papers)


def _names(paper: Paper) -> tuple[str, ...]:
    return paper.id, *identifier_ids(paper), title_id(paper)


def _filled(paper: Paper, proved: Paper | None, stored: Mapping[str, Paper]) -> Paper:
    if proved:
        return fill_gaps(paper, proved)
    for name in _names(paper):
        found = stored.get(name)
        if found and titles_agree(paper.title, found.title) and may_be_one(paper, found):
            return fill_gaps(paper, found)
    return paper
