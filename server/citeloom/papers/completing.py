"""Fills the gaps of papers from the store, where a project's .bib says nothing."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from citeloom.papers.identity import identifier_ids, may_be_one, title_id, titles_agree
from citeloom.papers.libraries.own_abstract import (
    OwnAbstract,
    pasted_in,
    read_in,
    with_abstract,
)
from citeloom.papers.paper import Paper
from citeloom.papers.store.own_abstracts import own_abstracts_of
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.searches import matched_papers
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
    proved = store.read(matched_papers, papers)
    stored = store.read(get_papers, [name for paper in papers for name in _names(paper)])
    return tuple(_filled(paper, proved.get(paper.id), stored) for paper in papers)


def fill_for_project(papers: Sequence[Paper], root: Path, store: Store) -> tuple[Paper, ...]:
    """Return the papers filled from the store, and from what it keeps of the user's own hand.

    An abstract that the user pasted comes before those of services, one that was read in a PDF
    after them.
    """
    kept = store.read(own_abstracts_of, root, papers)
    return tuple(
        with_own_abstract(own, full, kept.get(own.id, ()))
        for own, full in zip(papers, fill_from_store(papers, store), strict=True)
    )


def with_own_abstract(own: Paper, full: Paper, kept: Iterable[OwnAbstract]) -> Paper:
    """Return a paper with the abstract that counts; ``own`` is the paper as the .bib has it."""
    kept = tuple(kept)
    chosen = pasted_in(kept) or (None if full.abstract else read_in(kept))
    return with_abstract(full, chosen) if chosen and not own.abstract else full


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
