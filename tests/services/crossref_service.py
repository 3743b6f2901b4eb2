"""Crossref's works: one by DOI, several by filter, search by bibliographic text.

Built from https://api.crossref.org/swagger-ui/index.html, the rate headers from
https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/, and
updates from https://crossref.gitlab.io/tutorials/get-rw-metadata/.
"""

import json
from typing import Any
from urllib.parse import unquote

from citeloom.papers.paper import Paper
from services.seen import Reply, Seen
from services.title_index import TitleIndex

_KINDS = {"article": "journal-article", "inproceedings": "proceedings-article"}
_RATES = {
    "x-api-pool": "polite",
    "x-rate-limit-limit": "10",
    "x-rate-limit-interval": "1s",
    "x-concurrency-limit": "3",
}


class CrossrefService:
    """Answers for the papers that have a DOI.

    A title that holds "Cold Fusion" is of a retracted paper; one that has an arXiv id too is
    published, and the preprint's own record names it.
    """

    def __init__(self, index: TitleIndex) -> None:
        self._index = index
        self._papers = {paper.doi: paper for paper in index.papers if paper.doi}

    def reply(self, seen: Seen) -> Reply:
        """Answer a request as documented."""
        if seen.path.startswith("/works/"):
            paper = self._papers.get(unquote(seen.path.removeprefix("/works/")).lower())
            if paper is None:
                return Reply(b"Resource not found.", 404, "text/plain", _RATES)
            return _reply("work", _work(paper))
        if seen.path != "/works":
            return Reply(b"Resource not found.", 404, "text/plain", _RATES)
        rows = int(seen.query.get("rows", "20"))
        if "filter" in seen.query:
            asked = [one.partition(":") for one in seen.query["filter"].split(",")]
            if any(name != "doi" for name, _, _ in asked):
                return Reply(b'{"status":"failed"}', 400, headers=_RATES)
            found = [self._papers[doi] for _, _, doi in asked if doi in self._papers]
            items = [_work(paper) for paper in found][:rows]
        else:
            best = self._index.best(seen.query["query.bibliographic"], rows)
            items = [
                _work(paper) | {"score": round(100 * score, 3)}
                for paper, score in best
                if paper.doi
            ]
        return _reply("work-list", {"total-results": len(items), "items": items})


def _work(paper: Paper) -> dict[str, Any]:
    title, _, subtitle = paper.title.partition(": ")
    work: dict[str, Any] = {
        "DOI": paper.doi.upper() if len(paper.title) % 2 else paper.doi,
        "type": _KINDS.get(paper.type, "posted-content"),
        "title": [title.replace("&", "&amp;")],
        "subtitle": [subtitle] if subtitle else [],
        "author": [
            {"given": one.given, "family": one.family, "sequence": "additional", "affiliation": []}
            if one.given
            else {"name": one.family, "sequence": "additional", "affiliation": []}
            for one in paper.authors
        ],
        "container-title": [paper.venue],
        "issued": {"date-parts": [[paper.year]]},
        "reference": [
            {"key": "ref1", "DOI": "10.1000/cited.1", "doi-asserted-by": "publisher"},
            {"key": "ref2", "article-title": "A Cited Title", "author": "Doe", "year": "2001"},
        ],
        "relation": {},
        "URL": f"https://doi.org/{paper.doi}",
    }
    if paper.abstract:
        work["abstract"] = (
            f"<jats:title>Abstract</jats:title><jats:p>{paper.abstract.replace('&', '&amp;')}"
            "</jats:p>"
        )
    if paper.arxiv_id:
        work["relation"]["has-preprint"] = [
            {"id-type": "arxiv", "id": paper.arxiv_id, "asserted-by": "subject"}
        ]
    if "Cold Fusion" in paper.title:
        work["updated-by"] = [
            {
                "DOI": "10.1000/notice.4",
                "type": "retraction",
                "label": "Retraction",
                "source": source,
                "updated": {"date-parts": [[2016, 3, 1]], "timestamp": 1456790400000},
            }
            for source in ("retraction-watch", "publisher")
        ]
    return work


def _reply(kind: str, message: dict[str, Any]) -> Reply:
    value = {"status": "ok", "message-type": kind, "message-version": "1.0.0", "message": message}
    return Reply(json.dumps(value).encode(), headers=_RATES)
