"""Unpaywall, by DOI. Built from https://unpaywall.org/products/api and /data-format."""

import json
import re
from urllib.parse import unquote

from services.seen import Reply, Seen
from services.title_index import TitleIndex


class UnpaywallService:
    """Answers for the papers that have a DOI; those with an arXiv id too have a PDF there."""

    def __init__(self, index: TitleIndex) -> None:
        self._papers = {paper.doi: paper for paper in index.papers if paper.doi}

    def reply(self, seen: Seen) -> Reply:
        """Answer a request as documented."""
        if not re.fullmatch(r"\S+@\S+\.\S+", seen.query.get("email", "")):
            message = "Please use your own email address in API calls."
            return _reply({"HTTP_status_code": 422, "error": True, "message": message}, 422)
        paper = self._papers.get(unquote(seen.path.removeprefix("/v2/")).lower())
        if paper is None:
            message = f"{seen.path.removeprefix('/v2/')!r} isn't in Unpaywall."
            return _reply({"HTTP_status_code": 404, "error": True, "message": message}, 404)
        location = {
            "evidence": "oa repository (via OAI-PMH doi match)",
            "host_type": "repository",
            "is_best": True,
            "license": "cc-by",
            "url": f"https://arxiv.org/abs/{paper.arxiv_id}",
            "url_for_landing_page": f"https://arxiv.org/abs/{paper.arxiv_id}",
            "url_for_pdf": f"https://arxiv.org/pdf/{paper.arxiv_id}",
            "version": "submittedVersion",
        }
        return _reply(
            {
                "doi": paper.doi,
                "doi_url": f"https://doi.org/{paper.doi}",
                "title": paper.title,
                "year": paper.year,
                "journal_name": paper.venue,
                "is_oa": bool(paper.arxiv_id),
                "best_oa_location": location if paper.arxiv_id else None,
                "oa_locations": [location] if paper.arxiv_id else [],
                "z_authors": [{"given": one.given, "family": one.family} for one in paper.authors],
            }
        )


def _reply(value: object, status: int = 200) -> Reply:
    return Reply(json.dumps(value).encode(), status)
