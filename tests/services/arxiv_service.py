"""arXiv's query interface: Atom by id_list and by title.

Built from https://info.arxiv.org/help/api/user-manual.html (3.3 the feed, 3.4 errors).
"""

import re
from xml.sax.saxutils import escape

from citeloom.papers.paper import Paper
from projects import sample
from services.seen import Reply, Seen
from services.title_index import TitleIndex

_FEED = sample("arxiv_service_feed")
_ENTRY = sample("arxiv_service_entry")
_ERROR = """  <entry>
    <id>https://arxiv.org/api/errors#incorrect_id_format_for_{id}</id>
    <title>Error</title>
    <summary>incorrect id format for {id}</summary>
    <author><name>arXiv api core</name></author>
  </entry>"""
_FORM = re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?")


class ArxivService:
    """Answers for the papers that have an arXiv id; unknown ids are left out, as arXiv does."""

    def __init__(self, index: TitleIndex) -> None:
        self._index = index
        self._papers = {paper.arxiv_id: paper for paper in index.papers if paper.arxiv_id}

    def reply(self, seen: Seen) -> Reply:
        """Answer a request as documented."""
        if seen.path != "/api/query":
            return Reply(b"Not Found", 404, "text/plain")
        most = int(seen.query.get("max_results", "10"))
        ids = [one for one in seen.query.get("id_list", "").split(",") if one]
        wrong = [one for one in ids if not _FORM.fullmatch(one)]
        if wrong:
            entries = [_ERROR.format(id=escape(wrong[0]))]
        elif ids:
            found = (self._papers.get(one.split("v")[0]) for one in ids)
            entries = [_entry(paper) for paper in found if paper][:most]
        else:
            words = seen.query["search_query"].removeprefix("ti:")
            best = self._index.best(words, most)
            entries = [_entry(paper) for paper, _ in best if paper.arxiv_id]
        feed = _FEED.format(
            query=escape(str(dict(seen.query))), number=len(entries), entries="\n".join(entries)
        )
        return Reply(feed.encode(), type="application/atom+xml; charset=utf-8")


def _entry(paper: Paper) -> str:
    more = [
        f"    <author>\n      <name>{escape(f'{one.given} {one.family}'.strip())}</name>\n"
        "    </author>"
        for one in paper.authors
    ]
    if paper.doi:
        more.append(f"    <arxiv:doi>{escape(paper.doi)}</arxiv:doi>")
        more.append(f"    <arxiv:journal_ref>{escape(paper.venue)}</arxiv:journal_ref>")
    return _ENTRY.format(
        id=paper.arxiv_id,
        year=paper.year,
        title=escape(paper.title).replace(": ", ":\n  "),
        abstract=escape(paper.abstract),
        more="\n".join(more),
    )
