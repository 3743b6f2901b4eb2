"""Semantic Scholar's Academic Graph: batch, citations, search and title match.

Built from https://api.semanticscholar.org/api-docs/graph (paper/batch, paper/{id}/citations,
paper/search, paper/search/match).
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from citeloom.papers.paper import Paper
from services.seen import Reply, Seen
from services.title_index import TitleIndex

MOST_IDS = 500
MOST_CITATIONS = 1000
MOST_FOUND = 100
LEAST_MATCH = 0.5
_CITATIONS = "/citations"


class SemanticScholarService:
    """Answers for the papers that have an S2 id; a given key is the only one that it takes."""

    def __init__(
        self,
        index: TitleIndex,
        cites: Mapping[str, Sequence[str]] | None = None,
        most_bytes: int = 10_000_000,
    ) -> None:
        self._index = index
        self._cites = cites
        self._most_bytes = most_bytes
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
        if seen.path == "/graph/v1/paper/search":
            return self._search(seen.query)
        if seen.path.endswith(_CITATIONS):
            name = seen.path.removeprefix("/graph/v1/paper/").removesuffix(_CITATIONS)
            return self._citations(name, seen.query)
        return _reply({"error": "Not found"}, 404)

    def _citations(self, name: str, query: Mapping[str, str]) -> Reply:
        paper = self._papers.get(name.lower())
        if paper is None:
            return _reply({"error": f"Paper with id {name} not found"}, 404)
        limit, offset = int(query.get("limit", "100")), int(query.get("offset", "0"))
        if limit > MOST_CITATIONS:
            return _reply({"error": "limit must be <= 1000"}, 400)
        citing = [other for other in self._index.papers if paper in self._cited(other)]
        newest = sorted(citing, key=lambda other: -(other.year or 0))
        shown = [
            {"citingPaper": self._short(other, query["fields"])}
            for other in newest[offset : offset + limit]
        ]
        more = {"next": offset + limit} if len(newest) > offset + limit else {}
        return _reply({"offset": offset, **more, "data": shown})

    def _search(self, query: Mapping[str, str]) -> Reply:
        limit = int(query.get("limit", "100"))
        if limit > MOST_FOUND:
            return _reply({"error": "limit must be <= 100"}, 400)
        # Words with hyphens find nothing, as is documented.
        words = " ".join(word for word in query["query"].split() if "-" not in word)
        found = [paper for paper, _ in self._index.best(words, limit) if paper.s2_id]
        shown = [self._shown(paper, query["fields"]) for paper in found]
        return _reply({"total": len(found), "offset": 0, "data": shown})

    def _cited(self, paper: Paper) -> Sequence[Paper]:
        if self._cites is None:
            position = self._index.position[paper.id]
            return self._index.papers[position + 1 : position + 3]
        names = self._cites.get(paper.id, ())
        return [self._index.papers[self._index.position[name]] for name in names]

    def _short(self, paper: Paper, fields: str) -> dict[str, Any]:
        whole = {
            "paperId": paper.s2_id or None,
            "externalIds": {"DOI": paper.doi} if paper.doi else None,
            "title": paper.title or None,
            "year": paper.year,
        }
        return {
            name: value for name, value in whole.items() if name in {*fields.split(","), "paperId"}
        }

    def _batch(self, ids: list[str], fields: str) -> Reply:
        if not 1 <= len(ids) <= MOST_IDS:
            return _reply({"error": "Paper ids must be between 1 and 500"}, 400)
        found = [self._papers.get(one.lower()) for one in ids]
        if not any(found):
            return _reply({"error": "No valid paper ids given"}, 400)
        reply = _reply([paper and self._shown(paper, fields) for paper in found])
        if len(reply.body) > self._most_bytes:
            said = "Response would exceed maximum size. Lower limit or number of fields"
            return _reply({"error": said}, 400)
        return reply

    def _match(self, query: str, fields: str) -> Reply:
        for paper, score in self._index.best(query, 3):
            if paper.s2_id and score >= LEAST_MATCH:
                shown = self._shown(paper, fields) | {"matchScore": round(200 * score, 4)}
                return _reply({"data": [shown]})
        return _reply({"error": "Title match not found"}, 404)

    def _shown(self, paper: Paper, fields: str) -> dict[str, Any]:
        position = self._index.position[paper.id]
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
            "title": paper.title or None,
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
                self._short(cited, "externalIds,title,year") for cited in self._cited(paper)
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
