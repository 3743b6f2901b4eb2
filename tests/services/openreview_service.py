"""OpenReview's search of notes (https://docs.openreview.net/reference/api-v2)."""

import json
from datetime import UTC, datetime
from typing import Any

from citeloom.papers.paper import Paper
from services.seen import Reply, Seen
from services.title_index import TitleIndex


class OpenReviewService:
    """Finds all papers by words; everything but the search wants a login."""

    def __init__(self, index: TitleIndex) -> None:
        self._index = index

    def reply(self, seen: Seen) -> Reply:
        """Answer a request as documented."""
        if seen.path != "/notes/search":
            error = {"name": "ForbiddenError", "message": "Challenge required"}
            return Reply(json.dumps(error).encode(), 403)
        best = self._index.best(seen.query.get("term", ""), int(seen.query.get("limit", "25")))
        notes = [_note(paper) for paper, score in best if score > 0.5]
        return Reply(json.dumps({"notes": notes, "count": len(notes)}).encode())


def _note(paper: Paper) -> dict[str, Any]:
    year = paper.year or 2000
    published = datetime(year, 3, 1, tzinfo=UTC).timestamp()
    return {
        "id": "n1",
        "forum": "n1",
        "content": {
            "title": {"value": paper.title},
            "abstract": {"value": paper.abstract},
            "authors": {"value": [f"{it.given} {it.family}".strip() for it in paper.authors]},
            "venue": {"value": paper.venue},
        },
        "pdate": int(published * 1000),
    }
