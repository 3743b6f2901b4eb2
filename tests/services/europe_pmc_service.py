"""Europe PMC's search (https://europepmc.org/RestfulWebService): by DOI, PubMed id, title."""

import json
import re
from typing import Any

from citeloom.papers.paper import Paper
from services.seen import Reply, Seen
from services.title_index import TitleIndex

_DOI = re.compile(r'DOI:"([^"]+)"')
_PMID = re.compile(r"\(EXT_ID:(\d+) AND SRC:MED\)")
_TITLE = re.compile(r'TITLE:"([^"]+)"')


class EuropePmcService:
    """Answers for the papers that have a DOI or a PubMed id."""

    def __init__(self, index: TitleIndex) -> None:
        self._index = index

    def reply(self, seen: Seen) -> Reply:
        """Answer a request as documented; a path that is none is a page."""
        if seen.path != "/europepmc/webservices/rest/search":
            return Reply(b"<html><body>Not found</body></html>", 404, "text/html")
        query, most = seen.query.get("query", ""), int(seen.query.get("pageSize", "25"))
        dois, pmids = {doi.lower() for doi in _DOI.findall(query)}, set(_PMID.findall(query))
        found = [
            paper
            for paper in self._index.papers
            if (paper.doi and paper.doi in dois) or (paper.pmid and paper.pmid in pmids)
        ]
        if title := _TITLE.search(query):
            best = self._index.best(title[1], most)
            found = [paper for paper, score in best if score > 0.5 and paper.doi]
        core = seen.query.get("resultType") == "core"
        results = [_article(paper, core) for paper in found[:most]]
        answer = {"version": "6.9", "hitCount": len(found), "resultList": {"result": results}}
        return Reply(json.dumps(answer).encode())


def _article(paper: Paper, core: bool) -> dict[str, Any]:
    lite = {
        "id": paper.pmid or paper.doi,
        "source": "MED",
        **({"pmid": paper.pmid} if paper.pmid else {}),
        "doi": paper.doi,
        "title": f"{paper.title}.",
        "pubYear": str(paper.year),
    }
    if not core:
        return lite
    retracted = ["Retracted Publication"] if "Cold Fusion" in paper.title else []
    return {
        **lite,
        "authorList": {
            "author": [
                {"fullName": it.family, "firstName": it.given, "lastName": it.family}
                for it in paper.authors
            ]
        },
        "journalInfo": {"journal": {"title": paper.venue}},
        "pubTypeList": {"pubType": ["research-article", *retracted]},
        "abstractText": paper.abstract.replace("&", "&amp;"),
    }
