"""Semantic Scholar's Academic Graph: batch and title match.

Built from https://api.semanticscholar.org/api-docs/graph (paper/batch, paper/search/match).
"""

import json
from typing import Any

from citeloom.papers.paper import Paper
from services.seen import Reply, Seen
from services.title_index import TitleIndex

MOST_IDS = 500
LEAST_MATCH = 0.5


class SemanticScholarService:
    """Answers for the papers that have an S2 id; a given key is the only one that it takes."""

    def __init__(self, index: TitleIndex) -> None:
        self._index = index
        self._papers: dict[str, Paper] = {}
        for paper in index.papers:
            for name in _names(paper):
                self._papers[name] = paper

    def reply(self, seen: Seen) -> Reply:
        """Answer a request as documented."""
        if (seen.method, seen.path) == ("POST", "/graph/v1/paper/batch"):
            return self._batch(json.loads(seen.body)["ids"], seen.query["fields"])
        if (seen.method, seen.path) == ("GET", "/graph/v1/paper/search/match"):
            return self._match(seen.query["query"], seen.query["fields"])
        return _reply({"error": "Not found"}, 404)

    def _batch(self, ids: list[str], fields: str) -> Reply:
        if not 1 <= len(ids) <= MOST_IDS:
            return _reply({"error": "Paper ids must be between 1 and 500"}, 400)
        found = [self._papers.get(one.lower()) for one in ids]
        if not any(found):
            return _reply({"error": "No valid paper ids given"}, 400)
        return _reply([paper and self._shown(paper, fields) for paper in found])

    def _match(self, query: str, fields: str) -> Reply:
        for paper, score in self._index.best(query, 3):
            if paper.s2_id and score >= LEAST_MATCH:
                shown = self._shown(paper, fields) | {"matchScore": round(200 * score, 4)}
                return _reply({"data": [shown]})
        return _reply({"error": "Title match not found"}, 404)

    def _shown(self, paper: Paper, fields: str) -> dict[str, Any]:
        position = self._index.position[paper.id]
        cited = self._index.papers[position + 1 : position + 3]
        whole = {
            "paperId": paper.s2_id,
            "corpusId": 1000 + position,
            "externalIds": {
                name: value
                for name, value in (
                    ("DOI", paper.doi),
                    ("ArXiv", paper.arxiv_id),
                    ("PubMed", paper.pmid),
                    ("ACL", paper.acl_id),
                    ("CorpusId", 1000 + position),
                )
                if value
            },
            "title": paper.title,
            "abstract": paper.abstract or None,
            "venue": paper.venue,
            "year": paper.year,
            "publicationTypes": ["JournalArticle"] if paper.type == "article" else None,
            "authors": [
                {"authorId": str(number), "name": f"{author.given} {author.family}".strip()}
                for number, author in enumerate(paper.authors)
            ],
            "openAccessPdf": None,
            "references": [
                {
                    "paperId": one.s2_id or None,
                    "externalIds": {"DOI": one.doi} if one.doi else None,
                    "title": one.title,
                    "year": one.year,
                }
                for one in cited
            ],
        }
        asked = {field.split(".")[0] for field in fields.split(",")} | {"paperId"}
        return {name: value for name, value in whole.items() if name in asked}


def _names(paper: Paper) -> list[str]:
    kinds = (
        ("", paper.s2_id),
        ("doi:", paper.doi),
        ("arxiv:", paper.arxiv_id),
        ("pmid:", paper.pmid),
        ("acl:", paper.acl_id),
    )
    return [f"{kind}{value}".lower() for kind, value in kinds if value and paper.s2_id]


def _reply(value: object, status: int = 200) -> Reply:
    return Reply(json.dumps(value).encode(), status)
