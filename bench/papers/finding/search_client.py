"""The loopback search service as a ``Service`` of the lookup."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import httpx

from citeloom.papers.found import Found
from citeloom.papers.identity import identifier_ids
from citeloom.papers.paper import Author, Paper, known_fields
from citeloom_latex.bib.names import names

_PREFIXES = {"doi": "DOI:", "arxiv": "ARXIV:", "acl": "ACL:", "pmid": "PMID:", "s2": ""}


class SearchClient:
    """Asks the loopback service as the interface of the real one is asked."""

    name = "s2"
    most = 250

    def __init__(self, address: str, *, match: bool) -> None:
        self._http = httpx.AsyncClient(base_url=f"{address}/graph/v1", timeout=60)
        self._match = match
        self.requests = 0

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        asked = [(paper.id, name) for paper in papers for name in _names(paper)]
        found: dict[str, Found] = {}
        for start in range(0, len(asked), 500):
            part = asked[start : start + 500]
            self.requests += 1
            answer = await self._http.post("/paper/batch", json={"ids": [name for _, name in part]})
            for (paper_id, _), one in zip(part, answer.raise_for_status().json(), strict=True):
                if one:
                    found.setdefault(paper_id, found_of(one))
        return found

    async def by_title(self, paper: Paper) -> Sequence[Found]:
        self.requests += 1
        path = "/paper/search/match" if self._match else "/paper/search"
        answer = await self._http.get(path, params={"query": paper.title, "limit": "10"})
        if answer.status_code == 404:
            return ()
        return [found_of(one) for one in answer.raise_for_status().json()["data"]]

    async def close(self) -> None:
        await self._http.aclose()


def _names(paper: Paper) -> list[str]:
    parts = (name.partition(":") for name in identifier_ids(paper))
    return [_PREFIXES[kind] + value for kind, _, value in parts]


def found_of(one: dict[str, Any]) -> Found:
    doi = one["externalIds"]["DOI"]
    people = [person for author in one["authors"] for person in names(author["name"])]
    paper = Paper(
        id=f"doi:{doi}",
        title=one["title"],
        authors=tuple(Author(person.last_with_von, person.first) for person in people),
        year=one["year"],
        doi=doi,
        s2_id=one["paperId"],
        acl_id=one["externalIds"]["ACL"],
        abstract=one["abstract"],
    )
    sources = MappingProxyType(dict.fromkeys(known_fields(paper), "s2"))
    return Found(Paper(**{**vars(paper), "sources": sources}))
