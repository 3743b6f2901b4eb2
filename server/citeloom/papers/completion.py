"""What the store knows of papers, put where a project's .bib says nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from citeloom.papers.identity import title_id, titles_agree
from citeloom.papers.paper import Paper, known_fields
from citeloom.papers.store import Store


def fill(papers: Sequence[Paper], store: Store) -> tuple[Paper, ...]:
    """Return the papers with the fields that they lack taken from the store.

    What a paper has stays, and so do its id and keys. A stored paper counts only where the
    titles agree as well as the ids: an identifier alone may be that of a whole volume.

    Raises
    ------
    StoreError
        If the store cannot be read.
    """
    stored = store.get(name for paper in papers for name in _names(paper))
    return tuple(_filled(paper, stored) for paper in papers)


def _names(paper: Paper) -> tuple[str, str]:
    return paper.id, title_id(paper)


def _filled(paper: Paper, stored: Mapping[str, Paper]) -> Paper:
    known = set(known_fields(paper))
    for name in _names(paper):
        if name in stored and titles_agree(paper.title, stored[name].title):
            found = stored[name]
            new = [field for field in known_fields(found) if field not in known]
            sources = {**paper.sources, **{field: found.sources[field] for field in new}}
            values = {field: getattr(found, field) for field in new}
            return replace(paper, sources=MappingProxyType(sources), **values)
    return paper
