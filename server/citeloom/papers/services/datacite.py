"""DataCite's DOIs (https://support.datacite.org/docs/api): those of repositories."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from citeloom.papers.found import Found
from citeloom.papers.identifiers import clean_doi, is_datacite_doi
from citeloom.papers.paper import Author, Paper
from citeloom.papers.services.building import (
    CamelRecord,
    ask_each,
    author_of,
    paper_from,
    plain_text,
    record,
    unlike,
)
from citeloom.papers.web.web import Web

_ARXIV = "10.48550/arxiv."


class DataCite:
    """Asks for DOIs of repositories that are known to register them there, one at a time."""

    name = "datacite"
    most = 20

    def __init__(self, web: Web) -> None:
        self._web = web
        self._dois = f"{web.settings.services.datacite}/dois"

    def may_know(self, paper: Paper) -> bool:
        """Tell whether it is worth asking about a paper, see SelectiveService."""
        return bool(_doi_there(paper))

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return what DataCite says of papers by their DOIs, see Service."""
        dois = list(dict.fromkeys(doi for paper in papers if (doi := _doi_there(paper))))
        answers = await ask_each(self._one, dois)
        found = dict(zip(dois, answers, strict=True))
        hits = ((paper.id, found.get(_doi_there(paper))) for paper in papers)
        return {name: hit for name, hit in hits if hit is not None}

    async def _one(self, doi: str) -> Found | None:
        address = f"{self._dois}/{quote(doi, safe='')}"
        answer = await self._web.ask(
            "datacite", address, accept="application/vnd.api+json", answers=(200, 404)
        )
        data = answer.json()
        if not isinstance(data, dict) or (answer.status == 404 and "errors" not in data):
            raise unlike("datacite")
        if answer.status == 404:
            return None
        work = record("datacite", _Answer, data).data.attributes
        return _found(work) if clean_doi(work.doi) == doi else None


class _Creator(CamelRecord):
    name: str | None = None
    given_name: str | None = None
    family_name: str | None = None
    name_type: str | None = None


class _DataCiteTitle(CamelRecord):
    title: str | None = None
    title_type: str | None = None


class _Description(CamelRecord):
    description: str | None = None
    description_type: str | None = None


class _Attributes(CamelRecord):
    doi: str
    titles: tuple[_DataCiteTitle, ...] = ()
    creators: tuple[_Creator, ...] = ()
    publication_year: int | None = None
    publisher: str | dict[str, str | None] | None = None
    descriptions: tuple[_Description, ...] = ()


class _Data(CamelRecord):
    attributes: _Attributes


class _Answer(CamelRecord):
    data: _Data


def _doi_there(paper: Paper) -> str:
    """Return the DOI that DataCite may know a paper by; empty without one."""
    if is_datacite_doi(paper.doi):
        return paper.doi
    return f"{_ARXIV}{paper.arxiv_id}" if paper.arxiv_id else ""


def _found(work: _Attributes) -> Found | None:
    titles = {it.title_type or "": it.title for it in reversed(work.titles) if it.title}
    title, subtitle = titles.get("", ""), titles.get("Subtitle", "")
    doi = clean_doi(work.doi)
    abstracts = (it.description for it in work.descriptions if it.description_type == "Abstract")
    publisher = work.publisher.get("name") if isinstance(work.publisher, dict) else work.publisher
    paper = paper_from(
        "datacite",
        title=f"{title}: {subtitle}" if title and subtitle else title,
        authors=tuple(_author(person) for person in work.creators),
        year=work.publication_year,
        venue=publisher,
        doi=doi,
        arxiv_id=doi.removeprefix(_ARXIV) if doi.startswith(_ARXIV) else "",
        abstract=next(filter(None, abstracts), ""),
    )
    return None if paper is None else Found(paper)


def _author(person: _Creator) -> Author:
    if person.family_name:
        return Author(plain_text(person.family_name), plain_text(person.given_name))
    name = plain_text(person.name)
    if person.name_type == "Organizational":
        return Author(name)
    family, comma, given = name.partition(",")
    return Author(family.strip(), given.strip()) if comma else author_of(name)
