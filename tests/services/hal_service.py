"""HAL's search (https://api.archives-ouvertes.fr/docs/search): by DOI."""

import json
import re
from typing import Any

from citeloom.papers.paper import Paper
from services.seen import Reply, Seen
from services.title_index import TitleIndex

_DOI = re.compile(r'"([^"]+)"')


class HalService:
    """Answers for the papers that have a DOI; each has a French title and abstract too."""

    def __init__(self, index: TitleIndex) -> None:
        self._papers = {paper.doi: paper for paper in index.papers if paper.doi}

    def reply(self, seen: Seen) -> Reply:
        """Answer a request as documented."""
        if seen.path != "/search/":
            return Reply(b"<html><body>404</body></html>", 404, "text/html")
        query, rows = seen.query.get("q", ""), int(seen.query.get("rows", "30"))
        if not query.startswith("doiId_s:("):
            error = {"code": 400, "msg": "undefined field"}
            return Reply(json.dumps({"error": error}).encode(), 400)
        asked = [doi for doi in _DOI.findall(query) if doi in self._papers]
        fields = seen.query.get("fl", "docid").split(",")
        docs = [_document(self._papers[doi], fields) for doi in asked[:rows]]
        response = {"numFound": len(asked), "start": 0, "docs": docs}
        return Reply(json.dumps({"response": response}).encode())


def _document(paper: Paper, fields: list[str]) -> dict[str, Any]:
    known = {
        "doiId_s": paper.doi,
        "arxivId_s": paper.arxiv_id,
        "title_s": ["Un titre en français", paper.title],
        "abstract_s": ["Un résumé en français, qui ne dit pas la même chose.", paper.abstract],
        "authFullName_s": [f"{it.given} {it.family}".strip() for it in paper.authors],
        "producedDateY_i": paper.year,
        "journalTitle_s": paper.venue,
    }
    return {name: value for name, value in known.items() if value and name in fields}
