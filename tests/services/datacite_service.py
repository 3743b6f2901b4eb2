"""DataCite's DOIs (https://support.datacite.org/docs/api): one by one."""

import json
from typing import Any
from urllib.parse import unquote

from citeloom.papers.identifiers import is_datacite_doi
from citeloom.papers.paper import Paper
from services.seen import Reply, Seen
from services.title_index import TitleIndex

_JSON_API = "application/vnd.api+json"


class DataCiteService:
    """Answers for the papers that arXiv or another of its repositories has."""

    def __init__(self, index: TitleIndex) -> None:
        arxiv = {f"10.48550/arxiv.{it.arxiv_id}": it for it in index.papers if it.arxiv_id}
        self._papers = arxiv | {it.doi: it for it in index.papers if is_datacite_doi(it.doi)}

    def reply(self, seen: Seen) -> Reply:
        """Answer a request as documented."""
        doi = unquote(seen.path.removeprefix("/dois/")).lower()
        paper = self._papers.get(doi)
        if paper is None:
            error = {"status": "404", "title": "The resource you are looking for doesn't exist."}
            return Reply(json.dumps({"errors": [error]}).encode(), 404, _JSON_API)
        data = {"data": {"id": doi, "type": "dois", "attributes": _attributes(doi, paper)}}
        return Reply(json.dumps(data).encode(), type=_JSON_API)


def _attributes(doi: str, paper: Paper) -> dict[str, Any]:
    return {
        "doi": doi,
        "titles": [{"title": paper.title}],
        "creators": [
            {
                "name": f"{it.family}, {it.given}",
                "nameType": "Personal",
                "givenName": it.given,
                "familyName": it.family,
            }
            for it in paper.authors
        ],
        "publisher": "arXiv",
        "publicationYear": paper.year,
        "descriptions": [
            {"description": "1 page", "descriptionType": "Other"},
            {"description": paper.abstract, "descriptionType": "Abstract"},
        ],
        "types": {"resourceTypeGeneral": "Preprint"},
    }
