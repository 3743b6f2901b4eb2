"""arXiv's query interface (https://info.arxiv.org/help/api/user-manual.html)."""

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.identifiers import arxiv_id, clean_doi
from citeloom.papers.paper import Paper
from citeloom.papers.services.building import (
    CANDIDATES,
    author_of,
    by_questions,
    paper_from,
    plain_text,
    title_words,
    unlike,
)
from citeloom.papers.web.answer import Answer
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web
from citeloom.papers.withdrawal import says_taken_back, says_withdrawn

MOST_IDS, LONGEST, LARGEST = 2000, 5000, 16 << 20
"""Ids that one request may name, characters of them that an address has room for, and bytes of the
answer: of six million empty elements the tree takes 650 MB."""

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_YEAR = re.compile(r"(\d{4})-")


class Arxiv:
    """Asks for Atom feeds, one request at a time and no more than one in three seconds."""

    name = "arxiv"
    most = 200

    def __init__(self, web: Web) -> None:
        self._web = web

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return what arXiv says of papers by their arXiv ids, see Service."""
        return await by_questions(papers, _ids, self._named, MOST_IDS, LONGEST)

    async def by_title(self, paper: Paper) -> Sequence[Found]:
        """Return papers with these words in their titles, see TitleService."""
        words = title_words(paper.title)
        if not words:
            return ()
        asked = {"search_query": f'ti:"{words}"', "max_results": str(CANDIDATES)}
        return await self._query(asked)

    async def _named(self, ids: Sequence[str]) -> list[Found]:
        return await self._query({"id_list": ",".join(ids), "max_results": str(len(ids))})

    async def _query(self, asked: Mapping[str, str]) -> list[Found]:
        services = self._web.settings.services
        answer = await self._web.ask(
            "arxiv",
            f"{services.arxiv}/api/query",
            params=asked,
            accept="application/atom+xml",
            largest=LARGEST,
        )
        entries = _feed(answer).iter(f"{_ATOM}entry")
        return [hit for entry in entries if (hit := _found(entry, services.arxiv_pages))]


def _ids(paper: Paper) -> list[str]:
    return [paper.arxiv_id] if paper.arxiv_id else []


def _feed(answer: Answer) -> ElementTree.Element:
    text = answer.text()
    # A text is parsed as it stands, so that no declared encoding can hide a document type, with
    # which entities begin.
    if "<!DOCTYPE" in text:
        raise answer.unlike("Atom")
    try:
        feed = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        raise answer.unlike("Atom") from None
    if feed.tag.rpartition("}")[2].lower() == "html":
        raise answer.unlike("Atom")
    if feed.tag != f"{_ATOM}feed":
        raise unlike("arxiv")
    return feed


def _found(entry: ElementTree.Element, pages: str) -> Found | None:
    if "/api/errors" in _text(entry, f"{_ATOM}id"):
        said = " ".join(_text(entry, f"{_ATOM}summary").split())[:200]
        raise ServiceFailed("arxiv", f"it did not accept the request ({said})")
    name = arxiv_id({"url": _text(entry, f"{_ATOM}id")})
    if not name:
        return None
    year = _YEAR.match(_text(entry, f"{_ATOM}published"))
    people = (_text(person, f"{_ATOM}name") for person in entry.iter(f"{_ATOM}author"))
    summary = plain_text(_text(entry, f"{_ATOM}summary"))
    paper = paper_from(
        "arxiv",
        title=_text(entry, f"{_ATOM}title"),
        authors=tuple(author_of(person) for person in people if person.strip()),
        year=int(year[1]) if year else None,
        arxiv_id=name,
        abstract=summary,
    )
    if paper is None:
        return None
    withdrawn = says_withdrawn(_text(entry, f"{_ARXIV}comment")) or says_taken_back(summary)
    return Found(
        paper,
        notices=(Notice(NoticeKind.WITHDRAWAL, source="arxiv"),) if withdrawn else (),
        published=clean_doi(_text(entry, f"{_ARXIV}doi")),
        pdf=f"{pages}/pdf/{name}",
    )


def _text(element: ElementTree.Element, name: str) -> str:
    return element.findtext(name) or ""
