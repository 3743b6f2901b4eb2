"""OpenAlex's works, by DOI or its own ids, by what they cite, and by search.

Built from https://developers.openalex.org/api-reference/works,
https://developers.openalex.org/guides/filtering (at most 100 values in one filter) and
https://developers.openalex.org/api-reference/authentication (what requests cost).
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from citeloom.papers.paper import Paper
from services.seen import Reply, Seen
from services.title_index import TitleIndex

MOST_VALUES = 100
MOST_ON_A_PAGE = 100
FREE = 100
"""Lists that are answered in a day without a key; a search costs as much as ten."""


class OpenAlexService:
    """Answers for the papers that have a DOI."""

    def __init__(
        self, index: TitleIndex, cites: Mapping[str, Sequence[str]] | None = None, free: int = FREE
    ) -> None:
        self._index = index
        self._cites = cites
        self._left = free
        self._papers = {paper.doi: paper for paper in index.papers if paper.doi}

    def reply(self, seen: Seen) -> Reply:
        """Answer a request as documented."""
        if seen.path.startswith("/works/doi:"):
            paper = self._papers.get(unquote(seen.path.removeprefix("/works/doi:")).lower())
            if paper is None:
                return _reply({"error": "Not Found", "message": "Not Found"}, 404)
            return _reply(self._work(paper))
        if seen.path != "/works":
            return _reply({"error": "Not Found", "message": "Not Found"}, 404)
        if not seen.query.get("api_key") and self._spend(10 if "search" in seen.query else 1):
            said = {"error": "Rate limit exceeded", "message": "Insufficient budget"}
            return Reply(json.dumps(said).encode(), 429, headers={"Retry-After": "40000"})
        if int(seen.query.get("per_page", "25")) > MOST_ON_A_PAGE:
            return _reply({"error": "Invalid query parameters error.", "message": "per_page"}, 400)
        if "search" in seen.query:
            found = self._index.best(seen.query["search"], MOST_ON_A_PAGE)
            works = [self._work(paper) for paper, _ in found if paper.doi]
        else:
            name, _, values = seen.query["filter"].partition(":")
            asked = [
                re.sub(r"^https://doi\.org/", "", value.lower()) for value in values.split("|")
            ]
            kinds = {"doi": self._by_doi, "openalex": self._by_id, "cites": self._citing}
            if name not in kinds or len(asked) > MOST_VALUES:
                return _reply({"error": "Invalid query parameters error.", "message": name}, 400)
            works = [self._work(paper) for paper in kinds[name](asked)]
        page = works[: int(seen.query.get("per_page", "25"))]
        select = seen.query.get("select")
        if select:
            page = [{name: work[name] for name in select.split(",")} for work in page]
        meta = {"count": len(works), "page": 1, "per_page": len(page), "cost_usd": 0.0001}
        return _reply({"meta": meta, "results": page, "group_by": []})

    def _spend(self, cost: int) -> bool:
        """Take a cost from what is free; tell whether there is not enough left."""
        if cost > self._left:
            return True
        self._left -= cost
        return False

    def _by_doi(self, asked: Sequence[str]) -> list[Paper]:
        return [self._papers[doi] for doi in asked if doi in self._papers]

    def _by_id(self, asked: Sequence[str]) -> list[Paper]:
        return [paper for paper in self._papers.values() if self._id(paper).lower() in asked]

    def _citing(self, asked: Sequence[str]) -> list[Paper]:
        own = {name.upper() for name in asked}
        citing = [paper for paper in self._papers.values() if own & set(self._cited(paper))]
        count = (
            {paper.id: len(self._citing([self._id(paper)])) for paper in citing}
            if len(own) > 1
            else {}
        )
        return sorted(citing, key=lambda paper: -count.get(paper.id, 0))

    def _id(self, paper: Paper) -> str:
        return f"W{1000 + self._index.position[paper.id]}"

    def _cited(self, paper: Paper) -> list[str]:
        if self._cites is None:
            return [f"W{1001 + self._index.position[paper.id]}", "W9"]
        papers = (
            self._index.papers[self._index.position[name]] for name in self._cites.get(paper.id, ())
        )
        return [*(self._id(cited) for cited in papers if cited.doi), "W9"]

    def _work(self, paper: Paper) -> dict[str, Any]:
        own = f"https://openalex.org/{self._id(paper)}"
        places: dict[str, list[int]] = {}
        for place, word in enumerate(paper.abstract.split()):
            places.setdefault(word, []).append(place)
        return {
            "id": own,
            "doi": f"https://doi.org/{paper.doi}",
            "title": paper.title or None,
            "display_name": paper.title,
            "publication_year": paper.year,
            "type": "article",
            "ids": {"openalex": own}
            | ({"pmid": f"https://pubmed.ncbi.nlm.nih.gov/{paper.pmid}"} if paper.pmid else {}),
            "authorships": [
                {
                    "author_position": "middle",
                    "author": {"display_name": f"{one.given} {one.family}".strip()},
                    "raw_author_name": f"{one.given} {one.family}".strip(),
                }
                for one in paper.authors
            ],
            "primary_location": {"source": {"display_name": paper.venue}},
            "best_oa_location": None,
            "is_retracted": "Cold Fusion" in paper.title,
            "abstract_inverted_index": places or None,
            "referenced_works": [f"https://openalex.org/{name}" for name in self._cited(paper)],
        }


def _reply(value: object, status: int = 200) -> Reply:
    return Reply(json.dumps(value).encode(), status)
