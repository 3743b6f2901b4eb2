"""INSPIRE's literature (https://github.com/inspirehep/rest-api-doc): by identifiers, key, title."""

import json
import re
from typing import Any

from citeloom.papers.paper import Paper
from services.seen import Reply, Seen
from services.title_index import TitleIndex

_NAMED = re.compile(r'(arxiv_eprints\.value|dois\.value|texkeys):"([^"]+)"')
_TITLE = re.compile(r'title "([^"]+)"')
MOST = 1000


class InspireService:
    """Answers for all papers; the keys that it gave them are their citation keys."""

    def __init__(self, index: TitleIndex) -> None:
        self._index = index

    def reply(self, seen: Seen) -> Reply:
        """Answer a request as documented."""
        size = int(seen.query.get("size", "10"))
        if seen.path != "/api/literature":
            return _reply({"status": 404, "message": "PID does not exist."}, 404)
        if size > MOST:
            return _reply({"status": 400, "message": "Maximum search page size is 1000."}, 400)
        query = seen.query.get("q", "")
        named = {(kind, value.lower()) for kind, value in _NAMED.findall(query)}
        found = [paper for paper in self._index.papers if named & _names(paper)]
        if title := _TITLE.search(query):
            best = self._index.best(title[1], size)
            found = [paper for paper, score in best if score > 0.5]
        hits = [{"id": str(number), "metadata": _metadata(it)} for number, it in enumerate(found)]
        return _reply({"hits": {"hits": hits[:size], "total": len(found)}, "links": {}})


def _names(paper: Paper) -> set[tuple[str, str]]:
    named = {("arxiv_eprints.value", paper.arxiv_id), ("dois.value", paper.doi)}
    named |= {("texkeys", key.lower()) for key in paper.keys}
    return {(kind, value) for kind, value in named if value}


def _metadata(paper: Paper) -> dict[str, Any]:
    return {
        "titles": [{"title": paper.title, "source": "arXiv"}],
        "authors": [{"full_name": f"{it.family}, {it.given}"} for it in paper.authors],
        "abstracts": [{"value": paper.abstract, "source": "arXiv"}],
        **({"dois": [{"value": paper.doi}]} if paper.doi else {}),
        **({"arxiv_eprints": [{"value": paper.arxiv_id}]} if paper.arxiv_id else {}),
        "publication_info": [{"journal_title": paper.venue, "year": paper.year}],
        "earliest_date": f"{paper.year}-03-01",
    }


def _reply(value: object, status: int = 200) -> Reply:
    return Reply(json.dumps(value).encode(), status)
