"""Citations and searches of Semantic Scholar (https://api.semanticscholar.org/api-docs/graph)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from citeloom.papers.links.citation_links import (
    CitationLink,
    LinkAnswer,
    citations_question,
    references_question,
    search_question,
)
from citeloom.papers.paper import Paper
from citeloom.papers.services.building import CamelRecord, is_not_found, records, unlike
from citeloom.papers.services.semantic_scholar import (
    CITED_FIELDS,
    OWN_FIELDS,
    CitedRecord,
    S2Record,
    SemanticScholar,
    paper_ids,
    paper_of_cited,
    paper_of_record,
)
from citeloom.papers.web.bounded import Asking

CITING = 100
"""How many papers that cite one paper are taken: the first that the service offers."""

FOUND = 50
"""How many papers of a search are taken."""

LARGEST = 16 << 20
"""Bytes that an answer may have; 10 MB are documented."""

_NOT_SEARCHED = re.compile(r"[^\w\s]|_")


class SemanticScholarLinks:
    """Asks for references of many papers at once, for citations of one paper at a time."""

    name = "s2"
    most_references = 100
    most_citations = 1

    def __init__(self, web: Asking) -> None:
        self._papers = SemanticScholar(web, largest=LARGEST)

    def handle(self, paper: Paper) -> str:
        """Return the first identifier by which it may know a paper, see LinkService."""
        return next(iter(paper_ids(paper)), "")

    async def references(self, papers: Sequence[Paper]) -> LinkAnswer:
        """Return what papers are and what they cite, see LinkService."""
        found = await self._papers.by_ids(papers)
        described: dict[str, Paper] = {}
        links: list[CitationLink] = []
        answers: dict[str, tuple[str, ...]] = {}
        for paper in papers:
            asked = references_question(self.handle(paper))
            hit = found.get(paper.id)
            own = f"s2:{hit.paper.s2_id}" if hit else ""
            answers[asked] = (own,) if own else ()
            if hit is None:
                continue
            answers[references_question(hit.paper.s2_id)] = (own,)
            described[own] = _named(hit.paper, own)
            if paper.id.startswith("s2:") and paper.id != own:
                # It was merged into another one; both ids are to lead to it.
                described[paper.id] = _named(hit.paper, paper.id)
            for reference in hit.references:
                if reference.s2_id and reference.s2_id != hit.paper.s2_id:
                    cited = f"s2:{reference.s2_id}"
                    described.setdefault(cited, _named(reference, cited))
                    links.append(CitationLink(own, cited))
        return LinkAnswer(self.name, tuple(described.values()), tuple(links), answers)

    async def citations(self, papers: Sequence[Paper]) -> LinkAnswer:
        """Return papers that cite one paper, see LinkService."""
        (paper,) = papers
        data = await self._get(
            f"/{quote(paper.s2_id, safe='')}/citations",
            {"fields": ",".join(CITED_FIELDS), "limit": str(CITING)},
            unknown_allowed=True,
        )
        described: dict[str, Paper] = {}
        for record in records("s2", _Citation, data):
            citing = record.citing_paper and paper_of_cited(record.citing_paper)
            if citing and citing.s2_id and citing.s2_id != paper.s2_id:
                described[f"s2:{citing.s2_id}"] = _named(citing, f"s2:{citing.s2_id}")
        own = f"s2:{paper.s2_id}"
        links = tuple(CitationLink(citing, own) for citing in described)
        answers = {citations_question(self.handle(paper)): (own,)}
        return LinkAnswer(self.name, tuple(described.values()), links, answers)

    async def search(self, query: str) -> LinkAnswer:
        """Return papers that fit a few words, see LinkService."""
        # A word with a hyphen finds nothing there.
        words = " ".join(_NOT_SEARCHED.sub(" ", query).split())
        data = await self._get(
            "/search",
            {"query": words, "fields": ",".join(OWN_FIELDS), "limit": str(FOUND)},
        )
        found = [paper_of_record(record) for record in records("s2", S2Record, data)]
        papers = tuple(_named(paper, f"s2:{paper.s2_id}") for paper in found if paper)
        answers = {search_question(query): tuple(paper.id for paper in papers)}
        return LinkAnswer(self.name, papers, (), answers)

    async def _get(
        self, path: str, params: Mapping[str, str], *, unknown_allowed: bool = False
    ) -> list[Any]:
        """Return the records of a list; none where the paper is not known, if that may be."""
        answers = (200, 404) if unknown_allowed else (200,)
        answer = await self._papers.ask(path, params, answers=answers)
        if is_not_found("s2", answer):
            return []
        data = answer.json()
        if not isinstance(data, dict):
            raise unlike("s2")
        # Where publishers withhold citations, or nothing is found, there is no list.
        if data.get("data") is None and ("data" in data or data.get("total") == 0):
            return []
        if not isinstance(data.get("data"), list):
            raise unlike("s2")
        return list(data["data"])


class _Citation(CamelRecord):
    citing_paper: CitedRecord | None = None


def _named(paper: Paper, name: str) -> Paper:
    return replace(paper, id=name)
