"""INSPIRE-HEP's literature (https://github.com/inspirehep/rest-api-doc): physics of high energy."""

import re
from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.identifiers import clean_doi, is_arxiv_doi
from citeloom.papers.paper import Author, Paper
from citeloom.papers.services.building import (
    CANDIDATES,
    by_questions,
    paper_from,
    plain_text,
    records,
    title_words,
)
from citeloom.papers.services.fields import inspire_key, is_physics
from citeloom.papers.web.web import Web

MOST_IDS, LONGEST = 40, 3000
"""Identifiers that one request names, and characters of them that an address has room for."""

_FIELDS = (
    "titles.title,authors.full_name,collaborations.value,abstracts.value,dois.value,"
    "arxiv_eprints.value,publication_info.journal_title,publication_info.year,earliest_date,"
    "withdrawn"
)
_YEAR = re.compile(r"(\d{4})(?:-|\Z)")


class Inspire:
    """Asks about physics alone: by DOI and arXiv id, many at once; by its own key, or by title."""

    name = "inspire"
    most = MOST_IDS

    def __init__(self, web: Web) -> None:
        self._web = web
        self._literature = f"{web.settings.services.inspire}/api/literature"

    def may_know(self, paper: Paper) -> bool:
        """Tell whether it is worth asking about a paper, see SelectiveService."""
        return is_physics(paper)

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return what INSPIRE says of papers by their arXiv ids and DOIs, see Service."""
        return await by_questions(papers, _questions, self._any_of, MOST_IDS, LONGEST)

    async def by_title(self, paper: Paper) -> Sequence[Found]:
        """Return the record that the entry's key names, else those of a like title."""
        if (key := inspire_key(paper)) and (hits := await self._ask(f'texkeys:"{key}"', 1)):
            return hits
        words = title_words(paper.title)
        return await self._ask(f'title "{words}"', CANDIDATES) if words else ()

    async def _any_of(self, questions: Sequence[str]) -> list[Found]:
        return await self._ask(" or ".join(questions), len(questions))

    async def _ask(self, query: str, most: int) -> list[Found]:
        asked = {"q": query, "fields": _FIELDS, "size": str(most)}
        data = (await self._web.ask("inspire", self._literature, params=asked)).json()
        listed = records("inspire", _Hit, data, "hits", "hits")
        return [hit for item in listed if (hit := _found(item.metadata))]


class _Value(BaseModel):
    value: str | None = None


class _InspireTitle(BaseModel):
    title: str | None = None


class _InspireAuthor(BaseModel):
    full_name: str | None = None


class _Published(BaseModel):
    journal_title: str | None = None
    year: int | None = None


class _Literature(BaseModel):
    titles: list[_InspireTitle] = []
    authors: list[_InspireAuthor] = []
    collaborations: list[_Value] = []
    abstracts: list[_Value] = []
    dois: list[_Value] = []
    arxiv_eprints: list[_Value] = []
    publication_info: list[_Published] = []
    earliest_date: str | None = None
    withdrawn: bool | None = None


class _Hit(BaseModel):
    metadata: _Literature


def _questions(paper: Paper) -> list[str]:
    """Return the questions for a paper's identifiers, the best first."""
    by_arxiv = [f'arxiv_eprints.value:"{paper.arxiv_id}"'] if paper.arxiv_id else []
    has_doi = paper.doi and not is_arxiv_doi(paper.doi)
    return [*by_arxiv, *([f'dois.value:"{paper.doi}"'] if has_doi else [])]


def _found(literature: _Literature) -> Found | None:
    published = next((it for it in literature.publication_info if it.year), _Published())
    begun = _YEAR.match(literature.earliest_date or "")
    groups = (f"{group.value} Collaboration" for group in literature.collaborations if group.value)
    people = tuple(_author(person.full_name) for person in literature.authors if person.full_name)
    paper = paper_from(
        "inspire",
        title=next((it.title for it in literature.titles if it.title), ""),
        authors=people or tuple(Author(plain_text(group)) for group in groups),
        year=published.year or (int(begun[1]) if begun else None),
        venue=published.journal_title,
        doi=next((doi for it in literature.dois if (doi := clean_doi(it.value or ""))), ""),
        arxiv_id=next((it.value for it in literature.arxiv_eprints if it.value), ""),
        abstract=next((it.value for it in literature.abstracts if it.value), ""),
    )
    if paper is None:
        return None
    notice = Notice(NoticeKind.WITHDRAWAL, source="inspire")
    return Found(paper, notices=(notice,) if literature.withdrawn else ())


def _author(name: str) -> Author:
    family, _, given = plain_text(name).partition(",")
    return Author(family.strip(), given.strip())
