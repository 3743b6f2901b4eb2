"""Unpaywall (https://unpaywall.org/products/api, https://unpaywall.org/data-format)."""

import asyncio
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from pydantic import BaseModel

from citeloom.papers.found import Found
from citeloom.papers.identifiers import clean_doi
from citeloom.papers.paper import Author, Paper
from citeloom.papers.services.building import https_only, paper_from, plain_text, record, unlike
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web

NO_CONTACT = (
    "it needs an email address with every request; set contact in your settings to look up open "
    "PDFs"
)


class Unpaywall:
    """Asks for PDFs that may lawfully be read, one DOI at a time."""

    name = "unpaywall"
    most = 1

    def __init__(self, web: Web) -> None:
        self._web = web
        self._base = f"{web.settings.services.unpaywall}/v2"

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return what Unpaywall says of papers by their DOIs, see Service.

        Without a contact in the settings it is not asked, and fails saying so.
        """
        asked = [paper for paper in papers if paper.doi]
        if asked and not self._web.settings.contact:
            raise ServiceFailed("unpaywall", NO_CONTACT)
        found = await asyncio.gather(*(self._one(paper.doi) for paper in asked))
        return {paper.id: hit for paper, hit in zip(asked, found, strict=True) if hit is not None}

    async def _one(self, doi: str) -> Found | None:
        answer = await self._web.ask(
            "unpaywall",
            f"{self._base}/{quote(doi, safe='')}",
            params={"email": self._web.settings.contact},
            answers=(200, 404),
        )
        data = answer.json()
        if answer.status == 404:
            if not (isinstance(data, dict) and data.get("error") is True):
                raise unlike("unpaywall")
            return None
        work = record("unpaywall", _UnpaywallWork, data)
        people = (
            Author(plain_text(person.family), plain_text(person.given)) for person in work.people
        )
        paper = paper_from(
            "unpaywall",
            title=work.title,
            authors=tuple(people),
            year=work.year,
            venue=work.journal_name,
            doi=work.doi,
        )
        if paper is None or clean_doi(work.doi) != doi:
            return None
        place = work.best_oa_location or _UnpaywallLocation()
        pdf = https_only(place.url_for_pdf)
        return Found(paper, pdf=pdf, licence=(place.license or "") if pdf else "")


class _UnpaywallPerson(BaseModel):
    family: str | None = None
    given: str | None = None


class _UnpaywallLocation(BaseModel):
    url_for_pdf: str | None = None
    license: str | None = None


class _UnpaywallWork(BaseModel):
    doi: str
    title: str | None = None
    year: int | None = None
    journal_name: str | None = None
    z_authors: list[_UnpaywallPerson] | None = None
    best_oa_location: _UnpaywallLocation | None = None

    @property
    def people(self) -> list[_UnpaywallPerson]:
        """Its authors, where they are known."""
        return self.z_authors or []
