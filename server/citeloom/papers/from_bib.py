"""The papers of a project's .bib files."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from citeloom.papers.entry import paper_of
from citeloom.papers.identifiers import is_arxiv_doi
from citeloom.papers.identity import identifier_ids, may_be_one, normal_title, title_id
from citeloom.papers.paper import FIELDS, Paper
from citeloom_latex.bib.resolve import ResolvedEntry


def papers_of(entries: Sequence[ResolvedEntry]) -> tuple[Paper, ...]:
    """Return the papers that entries describe, in the order of the entries.

    Of entries with the same key the first counts, as for BibTeX; an entry without a key, which
    nobody can cite, does not. Entries of one paper, that is
    with the same title and either a common identifier or the same first author and year, become
    one paper with all their keys and what any of them knows. An identifier that stands beside
    several titles (a book's DOI on its chapters) names none of these papers.
    """
    first_of_key: dict[str, ResolvedEntry] = {}
    for entry in entries:
        if entry.entry.key:
            first_of_key.setdefault(entry.entry.key, entry)
    return distinct_papers([paper_of(entry) for entry in first_of_key.values()])


def distinct_papers(papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """Join the papers of entries that describe one paper, as ``papers_of`` does."""
    return _named(_joined_by_title(_joined_by_identifier(papers)))


def _joined_by_identifier(papers: Sequence[Paper]) -> list[Paper]:
    """Join papers with one title and a common identifier, directly or through a third."""
    joined_to = list(range(len(papers)))
    seen: dict[str, int] = {}

    def first(index: int) -> int:
        while joined_to[index] != index:
            joined_to[index] = joined_to[joined_to[index]]
            index = joined_to[index]
        return index

    for index, paper in enumerate(papers):
        title = normal_title(paper.title)
        for name in (paper.id, *(f"{name} {title}" for name in identifier_ids(paper))):
            one, other = sorted((first(index), first(seen.setdefault(name, index))))
            joined_to[other] = one
    groups: dict[int, list[Paper]] = {}
    for index, paper in enumerate(papers):
        groups.setdefault(first(index), []).append(paper)
    return [_put_together(group) for group in groups.values()]


def _joined_by_title(papers: Sequence[Paper]) -> list[Paper]:
    """Join papers with one title, first author and year, unless their identifiers differ."""
    joined: dict[str, Paper] = {}
    for paper in papers:
        by_title = title_id(paper)
        if by_title in joined and may_be_one(joined[by_title], paper):
            joined[by_title] = _put_together((joined[by_title], paper))
        else:
            joined[paper.id if by_title in joined or not by_title else by_title] = paper
    return list(joined.values())


def _put_together(papers: Sequence[Paper]) -> Paper:
    """Return one paper with all keys and, of each field, the first value that there is."""
    published = [paper for paper in papers if paper.doi and not is_arxiv_doi(paper.doi)]
    values = {
        name: next((getattr(paper, name) for paper in papers if getattr(paper, name)), None)
        for name in FIELDS
    }
    if published:
        values["doi"] = published[0].doi
    known = {name: value for name, value in values.items() if value}
    keys = tuple(key for paper in papers for key in paper.keys)
    return replace(
        papers[0], keys=keys, sources=MappingProxyType(dict.fromkeys(known, "bib")), **known
    )


def _named(papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """Give each paper the best of its ids that no other paper claims."""
    ids = [(*identifier_ids(paper), title_id(paper), paper.id) for paper in papers]
    claims = Counter(name for names in ids for name in names)
    return tuple(
        replace(paper, id=next(name for name in names if name and claims[name] == 1))
        for paper, names in zip(papers, ids, strict=True)
    )
