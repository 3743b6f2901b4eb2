"""Which source counts where sources differ, and the licence of each source."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from citeloom.papers.found import Found
from citeloom.papers.identifiers import is_preprint_doi
from citeloom.papers.identity import identifier_ids
from citeloom.papers.paper import FIELDS, Paper, known_fields
from citeloom.papers.source_names import LIBRARIES, OWN_HAND

_MOST_TRUSTED_FIRST = (
    *("crossref", "arxiv", "datacite", "europepmc", "inspire"),
    *("s2", "openalex", "hal", "bib"),
)
_NOT_SHARED = frozenset({"bib", *LIBRARIES, *OWN_HAND})
_LICENCES = {
    "arxiv": "CC0-1.0",
    "openalex": "CC0-1.0",
    "s2": "ODC-By-1.0",
}
"""Licences of the metadata, from arXiv's API terms, OpenAlex's FAQ and Semantic Scholar's API
licence agreement. Crossref gives facts and, for abstracts, no licence of its own."""


def trust(source: str) -> int:
    """Return how much a source is trusted; more is better.

    First the services that publishers and authors give their papers to (Crossref, arXiv,
    DataCite) and those that librarians keep (Europe PMC with PubMed, INSPIRE), then
    those that collect from them, last a .bib, which people type.
    """
    if source not in _MOST_TRUSTED_FIRST:
        return 0
    return len(_MOST_TRUSTED_FIRST) - _MOST_TRUSTED_FIRST.index(source)


def is_shared(source: str) -> bool:
    """Tell whether the store may keep what a source says of a paper, for all projects of a user.

    What a project's files say serves that project alone. What the user's own library says is read
    from there each time (`papers.libraries`): here it would outlive a change or its removal.
    """
    return source not in _NOT_SHARED


def licence(source: str) -> str:
    """Return the licence under which a source gives what it says; empty where it names none."""
    return _LICENCES.get(source, "")


def by_trust(found: Iterable[tuple[str, Found]]) -> tuple[Found, ...]:
    """Return what services said, the most trusted service first."""
    return tuple(item for _, item in sorted(found, key=lambda said: -trust(said[0])))


def merge_answers(found: Sequence[Found]) -> Paper:
    """Merge the answers of services into one paper; each field comes from the first with it.

    The DOI of a publisher counts before the one that arXiv gives to the preprint.
    """
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for field in FIELDS:
        known = [answer.paper for answer in found if getattr(answer.paper, field)]
        if field == "doi":
            known.sort(key=lambda paper: is_preprint_doi(paper.doi))
        if known:
            values[field] = getattr(known[0], field)
            sources[field] = known[0].sources.get(field, "")
    paper = Paper(found[0].paper.id, sources=MappingProxyType(sources), **values)
    return replace(paper, id=next(iter(identifier_ids(paper)), paper.id))


def fill_gaps(paper: Paper, found: Paper) -> Paper:
    """Fill the empty fields of a paper from another one."""
    known = set(known_fields(paper))
    new = [field for field in known_fields(found) if field not in known]
    sources = {**paper.sources, **{field: found.sources.get(field, "") for field in new}}
    values: dict[str, Any] = {field: getattr(found, field) for field in new}
    return replace(paper, sources=MappingProxyType(sources), **values)
