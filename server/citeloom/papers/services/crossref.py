"""Crossref's works (https://api.crossref.org/swagger-ui/index.html)."""

from collections.abc import Mapping, Sequence
from typing import Annotated
from urllib.parse import quote

from pydantic import BaseModel, Field

from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.identifiers import clean_doi, is_arxiv_doi
from citeloom.papers.paper import Author, Paper
from citeloom.papers.services.building import (
    CANDIDATES,
    abstract_with_headings,
    by_questions,
    is_not_found,
    only_readable,
    paper_from,
    plain_text,
    record,
    records,
)
from citeloom.papers.web.web import Web
from citeloom.papers.withdrawal import says_retracted

MOST_DOIS, LONGEST = 100, 5000
"""DOIs that one request names, and characters of them that an address has room for."""

# https://www.crossref.org/documentation/register-maintain-records/maintaining-your-metadata/
# registering-updates/ ; kinds that say nothing against a paper are not here.
_KINDS = {
    "retraction": NoticeKind.RETRACTION,
    "partial_retraction": NoticeKind.RETRACTION,
    "withdrawal": NoticeKind.WITHDRAWAL,
    "removal": NoticeKind.WITHDRAWAL,
    "expression_of_concern": NoticeKind.CONCERN,
    "correction": NoticeKind.CORRECTION,
    "corrigendum": NoticeKind.CORRECTION,
    "erratum": NoticeKind.CORRECTION,
}
_TYPES = {
    "journal-article": "article",
    "proceedings-article": "inproceedings",
    "book-chapter": "incollection",
    "book": "book",
    "monograph": "book",
    "dissertation": "phdthesis",
    "report": "techreport",
}


class Crossref:
    """Asks for works by DOI, many at once, and by bibliographic text.

    The contact that the User-Agent names gets us into the polite pool.
    """

    name = "crossref"
    most = MOST_DOIS

    def __init__(self, web: Web) -> None:
        self._web = web
        self._works = f"{web.settings.services.crossref}/works"

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return what Crossref says of papers by their DOIs, see Service.

        arXiv's DOIs are registered elsewhere and not asked for.
        """
        found = await by_questions(papers, _dois, self._named, MOST_DOIS, LONGEST)
        alone = [paper for paper in papers if "," in paper.doi and not is_arxiv_doi(paper.doi)]
        return {**found, **{it.id: hit for it in alone if (hit := await self._one(it.doi))}}

    async def by_title(self, paper: Paper) -> Sequence[Found]:
        """Return works whose bibliographic data are like the paper's, see TitleService."""
        if not paper.title:
            return ()
        author = paper.authors[0].family if paper.authors else ""
        query = f"{paper.title} {author} {paper.year or ''}".strip()
        return await self._list({"query.bibliographic": query, "rows": str(CANDIDATES)})

    async def _named(self, dois: Sequence[str]) -> list[Found]:
        asked = ",".join(f"doi:{doi}" for doi in dois)
        return await self._list({"filter": asked, "rows": str(len(dois))})

    async def _list(self, asked: Mapping[str, str]) -> list[Found]:
        data = (await self._web.ask("crossref", self._works, params=asked)).json()
        works = records("crossref", _CrossrefWork, data, "message", "items")
        return [found for work in works if (found := _found(work))]

    async def _one(self, doi: str) -> Found | None:
        """Return the work of a DOI with a comma, at which filters are cut."""
        address = f"{self._works}/{quote(doi, safe='')}"
        answer = await self._web.ask("crossref", address, answers=(200, 404))
        if is_not_found("crossref", answer):
            return None
        return _found(record("crossref", _Message, answer.json()).message)


def _dois(paper: Paper) -> list[str]:
    is_asked = paper.doi and "," not in paper.doi and not is_arxiv_doi(paper.doi)
    return [paper.doi] if is_asked else []


class _CrossrefPerson(BaseModel):
    family: str | None = None
    given: str | None = None
    name: str | None = None


class _Date(BaseModel):
    parts: list[list[int | None]] = Field([], alias="date-parts")


class _Update(BaseModel):
    DOI: str = ""
    type: str = ""
    source: str = ""
    updated: _Date = _Date()


class _Related(BaseModel):
    kind: str | None = Field(None, alias="id-type")
    id: str | None = None


class _Reference(BaseModel):
    DOI: str | None = None
    title: str | None = Field(None, alias="article-title")
    author: str | None = None
    year: str | None = None


class _CrossrefWork(BaseModel):
    DOI: str
    type: str | None = None
    title: list[str] | None = None
    subtitle: list[str] | None = None
    author: list[_CrossrefPerson] | None = None
    venue: list[str] | None = Field(None, alias="container-title")
    issued: _Date = _Date()
    abstract: str | None = None
    reference: Annotated[list[_Reference], only_readable(_Reference)] | None = None
    relation: dict[str, list[_Related]] | None = None
    updates: list[_Update] | None = Field(None, alias="updated-by")


class _Message(BaseModel):
    message: _CrossrefWork


def _found(work: _CrossrefWork) -> Found | None:
    title = _title(work)
    relation = work.relation or {}
    preprints = [
        relative.id
        for relative in relation.get("has-preprint", ())
        if relative.kind == "arxiv" or is_arxiv_doi(clean_doi(relative.id or ""))
    ]
    published = [
        relative.id or ""
        for relative in relation.get("is-preprint-of", ())
        if relative.kind == "doi"
    ]
    paper = paper_from(
        "crossref",
        title=title,
        authors=tuple(_author(person) for person in work.author or ()),
        year=_year(work.issued),
        venue=next(iter(work.venue or ()), ""),
        type=_TYPES.get(work.type or "", ""),
        doi=work.DOI,
        arxiv_id=next(iter(preprints), ""),
        abstract=abstract_with_headings(work.abstract),
    )
    if paper is None:
        return None
    cited = (_cited(reference) for reference in work.reference or ())
    return Found(
        paper,
        references=tuple(paper for paper in cited if paper is not None),
        notices=_notices(work, title),
        published=clean_doi(next(iter(published), "")),
    )


def _title(work: _CrossrefWork) -> str:
    title = next(iter(work.title or ()), "")
    subtitle = next(iter(work.subtitle or ()), "")
    return f"{title}: {subtitle}" if subtitle and subtitle not in title else title


def _author(person: _CrossrefPerson) -> Author:
    if not person.family:
        return Author(plain_text(person.name or person.given))
    return Author(plain_text(person.family), plain_text(person.given))


def _year(date: _Date) -> int | None:
    return date.parts[0][0] if date.parts and date.parts[0] else None


def _cited(reference: _Reference) -> Paper | None:
    year = (reference.year or "")[:4]
    return paper_from(
        "crossref",
        title=reference.title,
        authors=(Author(plain_text(reference.author)),) if reference.author else (),
        year=int(year) if year.isascii() and year.isdigit() else None,
        doi=reference.DOI,
    )


def _notices(work: _CrossrefWork, title: str) -> tuple[Notice, ...]:
    """Return the notices about a work; one that several sources tell of counts once."""
    notices: dict[tuple[NoticeKind, str], Notice] = {}
    for update in work.updates or ():
        if kind := _KINDS.get(update.type.replace("-", "_")):
            doi = clean_doi(update.DOI)
            date = "-".join(f"{part:02}" for part in next(iter(update.updated.parts), []) if part)
            notices.setdefault((kind, doi), Notice(kind, doi, date, update.source))
    if not notices and says_retracted(plain_text(title)):
        return (Notice(NoticeKind.RETRACTION, source="its title"),)
    return tuple(notices.values())
