"""Candidates for suggestions from what the papers that a draft cites cite themselves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from citeloom.actions.context import Context, Opened
from citeloom.actions.papers.attached import attached_files
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.sources import Candidates
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.fulltext.cache_names import TextName, names_in_cache, names_of_attached
from citeloom.papers.fulltext.text import Reference
from citeloom.papers.identity import identifier_ids, normal_title, short_hash
from citeloom.papers.paper import Paper
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.store import Store, StoreError

MOST_CANDIDATES = 2_000
"""Papers that are ranked at most: those that the most references cite."""


@dataclass(frozen=True)
class ReferencesSource:
    """The papers that the draft's references cite, as the store and kept full texts have them."""

    name: ClassVar[str] = "reference lists of the papers that you cite"
    opened: Opened
    context: Context

    async def find(self, query: SuggestionQuery) -> Candidates:
        cited_by: dict[str, dict[str, None]] = {}
        papers: dict[str, Paper] = {}
        id_of: dict[str, str] = {}
        with_list = 0
        for known in query.known:
            cited = tuple(self._cited_by(known))
            with_list += bool(cited)
            for paper in cited:
                names = _names(paper)
                name = next((id_of[each] for each in names if each in id_of), paper.id)
                id_of.update((each, name) for each in names if each not in id_of)
                if not papers.get(name, paper).title or name not in papers:
                    papers[name] = paper
                cited_by.setdefault(name, {})[known.paper.id] = None
        papers = self._with_titles(papers)
        order = sorted(papers, key=lambda name: (-len(cited_by[name]), name))[:MOST_CANDIDATES]
        citations = tuple((citing, papers[name].id) for name in order for citing in cited_by[name])
        return Candidates(
            tuple(papers[name] for name in order),
            citations,
            _notes(with_list, len(query.known)),
            is_ranked=False,
        )

    def _cited_by(self, known: PaperKnowledge) -> Iterator[Paper]:
        """Yield what a reference cites, first as services say, then as its full text does."""
        if known.outcome is not None:
            yield from chain.from_iterable(found.references for found in known.outcome.found)
        cache = FullTextCache(self.context.user.full_texts)
        attached = names_of_attached(known.own, attached_files(self.opened.project, known.own))
        proved = names_in_cache(known.outcome) if known.outcome else ()
        name = cache.first_kept((*attached, *map(TextName, proved)))
        kept = cache.get(name.name) if name else None
        if kept is not None and kept.search.text is not None:
            yield from map(_paper_of, kept.search.text.references)

    def _with_titles(self, papers: Mapping[str, Paper]) -> dict[str, Paper]:
        """Return the papers whose titles the lists or the store know."""
        unknown = [name for name, paper in papers.items() if not paper.title]
        stored: Mapping[str, Paper] = {}
        if unknown and self.context.files.is_file(self.context.user.store):
            try:
                with Store.open(self.context.user.store) as store:
                    stored = store.read(get_papers, [papers[name].id for name in unknown])
            except StoreError:
                # The references' own reading has warned of it.
                stored = {}
        filled = {name: stored.get(paper.id, paper) for name, paper in papers.items()}
        return {name: paper for name, paper in filled.items() if paper.title}


def _paper_of(reference: Reference) -> Paper:
    names = {"title": reference.title, "doi": reference.doi, "arxiv_id": reference.arxiv_id}
    known = {field: value for field, value in names.items() if value}
    paper = Paper(
        f"text:{short_hash(reference.text)}",
        sources=dict.fromkeys(known, "full text"),
        **known,  # type: ignore[arg-type]
    )
    ids = identifier_ids(paper)
    return Paper(ids[0], sources=paper.sources, **known) if ids else paper  # type: ignore[arg-type]


def _names(paper: Paper) -> tuple[str, ...]:
    """Return the names by which lists of references agree that a paper is one."""
    title = normal_title(paper.title)
    return (paper.id, *identifier_ids(paper), *([f"title {title}"] if title else []))


def _notes(with_list: int, references: int) -> tuple[str, ...]:
    if with_list or not references:
        return ()
    return ("the reference lists of your papers are missing; fetch the papers to get them",)
