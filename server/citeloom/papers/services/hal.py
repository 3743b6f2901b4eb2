"""HAL, the open archive of France (https://api.archives-ouvertes.fr/docs/search)."""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, Field

from citeloom.papers.found import Found
from citeloom.papers.identifiers import clean_doi, is_arxiv_doi
from citeloom.papers.paper import Paper
from citeloom.papers.services.building import (
    author_of,
    chunks,
    https_only,
    paper_from,
    plain_text,
    records,
)
from citeloom.papers.titles import likeness
from citeloom.papers.web.web import Web

MOST_DOIS, LONGEST = 40, 3000
"""DOIs that one request names, and characters of them that an address has room for."""

_FIELDS = (
    "doiId_s,arxivId_s,title_s,abstract_s,authFullName_s,producedDateY_i,journalTitle_s,"
    "conferenceTitle_s,fileMain_s"
)


class Hal:
    """Asks for deposits by DOI, many at once."""

    name = "hal"
    most = MOST_DOIS

    def __init__(self, web: Web) -> None:
        self._web = web
        self._search = f"{web.settings.services.hal}/search/"

    def may_know(self, paper: Paper) -> bool:
        """Tell whether it is worth asking about a paper, see SelectiveService."""
        return bool(paper.doi) and not is_arxiv_doi(paper.doi)

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return what HAL says of papers by their DOIs, see Service.

        A deposit has titles in several languages: that of the paper counts.
        """
        asked = {paper.doi: paper for paper in papers if self.may_know(paper)}
        found: dict[str, Found] = {}
        for some in chunks(list(asked), MOST_DOIS, LONGEST):
            for deposit in await self._list(some):
                wanted = asked.get(clean_doi(deposit.doi or ""))
                if wanted and (hit := _found(deposit, wanted)):
                    # One paper may be deposited twice.
                    before = found.get(wanted.doi)
                    if before is None or (hit.paper.abstract and not before.paper.abstract):
                        found[wanted.doi] = hit
        return {paper.id: found[paper.doi] for paper in papers if paper.doi in found}

    async def _list(self, dois: Sequence[str]) -> list["_Deposit"]:
        named = " OR ".join(f'"{doi}"' for doi in dois)
        asked = {
            "q": f"doiId_s:({named})",
            "fl": _FIELDS,
            "rows": str(3 * len(dois)),
            "wt": "json",
        }
        data = (await self._web.ask("hal", self._search, params=asked)).json()
        return records("hal", _Deposit, data, "response", "docs")


class _Deposit(BaseModel):
    doi: str | None = Field(None, alias="doiId_s")
    arxiv_id: str | None = Field(None, alias="arxivId_s")
    titles: list[str] = Field([], alias="title_s")
    abstracts: list[str] = Field([], alias="abstract_s")
    authors: list[str] = Field([], alias="authFullName_s")
    year: int | None = Field(None, alias="producedDateY_i")
    journal: str | None = Field(None, alias="journalTitle_s")
    conference: str | None = Field(None, alias="conferenceTitle_s")
    file: str | None = Field(None, alias="fileMain_s")


def _found(deposit: _Deposit, wanted: Paper) -> Found | None:
    titles, abstracts = deposit.titles, deposit.abstracts
    best = max(
        range(len(titles)),
        key=lambda number: likeness(wanted.title, plain_text(titles[number])).score,
        default=0,
    )
    language = best if len(abstracts) == len(titles) else 0
    paper = paper_from(
        "hal",
        title=titles[best] if titles else "",
        authors=tuple(author_of(name) for name in deposit.authors),
        year=deposit.year,
        venue=deposit.journal or deposit.conference,
        doi=deposit.doi,
        arxiv_id=deposit.arxiv_id,
        abstract=abstracts[language] if abstracts else "",
    )
    return None if paper is None else Found(paper, pdf=https_only(deposit.file))
