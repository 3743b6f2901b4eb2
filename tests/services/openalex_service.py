"""OpenAlex's works, by DOI.

Built from https://developers.openalex.org/api-reference/works and
https://developers.openalex.org/guides/filtering (at most 100 values in one filter).
"""

import json
import re
from typing import Any
from urllib.parse import unquote

from citeloom.papers.paper import Paper
from services.seen import Reply, Seen
from services.title_index import TitleIndex

MOST_VALUES = 100


class OpenAlexService:
    """Answers for the papers that have a DOI."""

    def __init__(self, index: TitleIndex) -> None:
        self._index = index
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
        name, _, values = seen.query["filter"].partition(":")
        asked = [re.sub(r"^https://doi\.org/", "", one.lower()) for one in values.split("|")]
        if name != "doi" or len(asked) > MOST_VALUES:
            return _reply({"error": "Invalid query parameters error.", "message": name}, 400)
        works = [self._work(self._papers[doi]) for doi in asked if doi in self._papers]
        page = works[: int(seen.query.get("per_page", "25"))]
        select = seen.query.get("select")
        if select:
            page = [{name: work[name] for name in select.split(",")} for work in page]
        meta = {"count": len(works), "page": 1, "per_page": len(page), "cost_usd": 0.0001}
        return _reply({"meta": meta, "results": page, "group_by": []})

    def _work(self, paper: Paper) -> dict[str, Any]:
        position = self._index.position[paper.id]
        own = f"https://openalex.org/W{1000 + position}"
        places: dict[str, list[int]] = {}
        for place, word in enumerate(paper.abstract.split()):
            places.setdefault(word, []).append(place)
        return {
            "id": own,
            "doi": f"https://doi.org/{paper.doi}",
            "title": paper.title,
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
            "referenced_works": [
                f"https://openalex.org/W{1001 + position}",
                "https://openalex.org/W9",
            ],
        }


def _reply(value: object, status: int = 200) -> Reply:
    return Reply(json.dumps(value).encode(), status)
