"""Citations and searches of OpenAlex (https://developers.openalex.org/api-reference/works)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from citeloom.papers.identifiers import clean_doi
from citeloom.papers.links.citation_links import (
    CitationLink,
    LinkAnswer,
    citations_question,
    references_question,
    search_question,
)
from citeloom.papers.paper import Paper
from citeloom.papers.services.building import records
from citeloom.papers.services.openalex import FIELDS, OpenAlexWork, paper_of_work
from citeloom.papers.web.bounded import Asking

MOST_VALUES = 50
"""Papers that one request names; 100 are documented, but an address has only so much room."""

FOUND = 50
"""How many papers of a search are taken."""

MOST_CITING = 100
"""How many papers that cite any of those in one request are taken: the most cited ones."""

LARGEST = 16 << 20
"""Bytes that an answer may have."""

_PREFIX = "openalex:"
_WORK = re.compile(r"W\d{1,15}")
_NOT_SEARCHED = re.compile(r"[^\w\s-]|_")


class OpenAlexLinks:
    """Asks for works by DOI or by OpenAlex's own ids, which are all that it gives of references."""

    name = "openalex"
    most_references = MOST_VALUES
    most_citations = 25

    def __init__(self, web: Asking) -> None:
        self._web = web
        self._works = f"{web.settings.services.openalex}/works"
        self._key = web.settings.openalex_key.get_secret_value()

    def handle(self, paper: Paper) -> str:
        """Return its id of the work, or a DOI, see LinkService."""
        if paper.id.startswith(_PREFIX):
            return paper.id.removeprefix(_PREFIX)
        doi = paper.doi or (f"10.48550/arxiv.{paper.arxiv_id}" if paper.arxiv_id else "")
        # Signs at which a filter is cut.
        return "" if "," in doi or "|" in doi else doi

    async def references(self, papers: Sequence[Paper]) -> LinkAnswer:
        """Return what papers are and what they cite, see LinkService."""
        handles = list(dict.fromkeys(map(self.handle, papers)))
        own = [name for name in handles if _WORK.fullmatch(name)]
        dois = [name for name in handles if not _WORK.fullmatch(name)]
        works: list[OpenAlexWork] = []
        for kind, names in (("openalex", own), ("doi", dois)):
            if names:
                asked = {"filter": f"{kind}:{'|'.join(names)}", "per_page": str(len(names))}
                works += await self._list(asked)
        answers: dict[str, tuple[str, ...]] = {references_question(name): () for name in handles}
        for work in works:
            name = _own_id(work.id)
            for handle in (_short(work.id), clean_doi(work.doi or "")):
                if handle:
                    answers[references_question(handle)] = (name,)
        return LinkAnswer(self.name, tuple(_described(works)), tuple(_links(works)), answers)

    async def citations(self, papers: Sequence[Paper]) -> LinkAnswer:
        """Return the most cited papers that cite some, see LinkService."""
        handles = [self.handle(paper) for paper in papers]
        works = await self._list(
            {
                "filter": f"cites:{'|'.join(handles)}",
                "sort": "cited_by_count:desc",
                "per_page": str(MOST_CITING),
            }
        )
        answers = {citations_question(name): (_PREFIX + name,) for name in handles}
        return LinkAnswer(self.name, tuple(_described(works)), tuple(_links(works)), answers)

    async def search(self, query: str) -> LinkAnswer:
        """Return papers that fit a few words, see LinkService."""
        words = " ".join(_NOT_SEARCHED.sub(" ", query).split())
        works = await self._list({"search": words, "per_page": str(FOUND)})
        papers = tuple(_described(works))
        answers = {search_question(query): tuple(paper.id for paper in papers)}
        return LinkAnswer(self.name, papers, tuple(_links(works)), answers)

    async def _list(self, asked: Mapping[str, str]) -> list[OpenAlexWork]:
        key = {"api_key": self._key} if self._key else {}
        answer = await self._web.ask(
            "openalex",
            self._works,
            params={**asked, "select": FIELDS, **key},
            largest=LARGEST,
        )
        works = records("openalex", OpenAlexWork, answer.json(), "results")
        return [work for work in works if _WORK.fullmatch(_short(work.id))]


def _described(works: Iterable[OpenAlexWork]) -> Iterable[Paper]:
    for work in works:
        # A retracted work is only a link: it has no title, so that nobody suggests it.
        if not work.is_retracted and (paper := paper_of_work(work)) is not None:
            yield replace(paper, id=_own_id(work.id))


def _links(works: Iterable[OpenAlexWork]) -> Iterable[CitationLink]:
    for work in works:
        for referenced in dict.fromkeys(work.referenced_works or ()):
            if _WORK.fullmatch(_short(referenced)) and referenced != work.id:
                yield CitationLink(_own_id(work.id), _own_id(referenced))


def _own_id(address: str) -> str:
    return _PREFIX + _short(address)


def _short(address: str) -> str:
    return address.rpartition("/")[2].upper()
