"""OpenAlex's works (https://developers.openalex.org/api-reference/works)."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from urllib.parse import quote

from pydantic import BaseModel

from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.identifiers import clean_doi
from citeloom.papers.paper import Paper
from citeloom.papers.services.building import (
    ask_each,
    author_of,
    chunks,
    https_only,
    is_not_found,
    paper_from,
    record,
    records,
)
from citeloom.papers.web.web import Web
from citeloom_latex.bib.bounds import TEXT

MOST_DOIS, LONGEST = 50, 5000
"""DOIs that one request names, and characters of them that an address has room for."""

FIELDS = (
    "id,doi,title,ids,publication_year,authorships,primary_location,best_oa_location,"
    "is_retracted,abstract_inverted_index,referenced_works"
)


class OpenAlex:
    """Asks for works by DOI: one by one, which is free, and with a key for many at once.

    It is not searched: that costs so much that a day's share is soon spent.
    """

    name = "openalex"
    most = MOST_DOIS

    def __init__(self, web: Web) -> None:
        self._web = web
        self._works = f"{web.settings.services.openalex}/works"
        self._key = web.settings.openalex_key.get_secret_value()

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return what OpenAlex says of papers by their DOIs, see Service.

        Of what a paper cites it gives its own ids (``openalex:W…``); those of other papers that
        are asked for in one call come with their DOIs and titles.
        """
        dois = list(dict.fromkeys(paper.doi for paper in papers if paper.doi))
        alone = [doi for doi in dois if _cuts(doi) or not self._key]
        answers = await ask_each(self._one, alone)
        works = [work for answer in answers for work in answer]
        for some in chunks([doi for doi in dois if doi not in alone], MOST_DOIS, LONGEST):
            works += await self._list(some)
        known = {work.id: paper for work in works if (paper := paper_of_work(work))}
        found = {clean_doi(work.doi or ""): _found(work, known) for work in works}
        return {
            paper.id: hit
            for paper in papers
            if paper.doi and (hit := found.get(paper.doi)) is not None
        }

    async def _list(self, dois: Sequence[str]) -> list["OpenAlexWork"]:
        asked = {
            "filter": f"doi:{'|'.join(dois)}",
            "per_page": str(len(dois)),
            "select": FIELDS,
            "api_key": self._key,
        }
        data = (await self._web.ask("openalex", self._works, params=asked)).json()
        return records("openalex", OpenAlexWork, data, "results")

    async def _one(self, doi: str) -> list["OpenAlexWork"]:
        """Return the work of a DOI, which costs nothing."""
        address = f"{self._works}/doi:{quote(doi, safe='')}"
        answer = await self._web.ask(
            "openalex", address, params={"select": FIELDS}, answers=(200, 404)
        )
        if is_not_found("openalex", answer):
            return []
        return [record("openalex", OpenAlexWork, answer.json())]


class _Named(BaseModel):
    display_name: str | None = None


class _Authorship(BaseModel):
    author: _Named | None = None
    raw_author_name: str | None = None


class _OpenAlexLocation(BaseModel):
    source: _Named | None = None
    pdf_url: str | None = None


class OpenAlexWork(BaseModel):
    """A work with all that is asked for."""

    id: str
    doi: str | None = None
    title: str | None = None
    ids: dict[str, str | int | None] = {}
    publication_year: int | None = None
    authorships: list[_Authorship] = []
    primary_location: _OpenAlexLocation | None = None
    best_oa_location: _OpenAlexLocation | None = None
    is_retracted: bool | None = None
    abstract_inverted_index: dict[str, list[int]] | None = None
    referenced_works: list[str] | None = None


def _cuts(doi: str) -> bool:
    return "," in doi or "|" in doi


def paper_of_work(work: OpenAlexWork) -> Paper | None:
    """Return the paper that a work describes; None where it says too little to name it."""
    names = (
        authorship.raw_author_name or (authorship.author or _Named()).display_name
        for authorship in work.authorships
    )
    source = (work.primary_location or _OpenAlexLocation()).source or _Named()
    return paper_from(
        "openalex",
        title=work.title,
        authors=tuple(author_of(name) for name in names if name),
        year=work.publication_year,
        venue=source.display_name,
        doi=work.doi,
        pmid=str(work.ids.get("pmid") or "").rpartition("/")[2],
        abstract=_abstract(work.abstract_inverted_index or {}),
    )


def _found(work: OpenAlexWork, known: Mapping[str, Paper]) -> Found | None:
    paper = known.get(work.id)
    if paper is None:
        return None
    place = work.best_oa_location or _OpenAlexLocation()
    retracted = Notice(NoticeKind.RETRACTION, source="openalex")
    return Found(
        paper,
        references=tuple(
            known.get(referenced) or Paper(id=f"openalex:{referenced.rpartition('/')[2]}")
            for referenced in work.referenced_works or ()
        ),
        notices=(retracted,) if work.is_retracted else (),
        pdf=https_only(place.pdf_url),
    )


def _abstract(index: Mapping[str, Sequence[int]]) -> str:
    """Return the text of an inverted index, from each word to its places, as far as it is read."""
    places = sorted((place, word) for word, found in index.items() for place in found)
    ends = accumulate(len(word) + 1 for _, word in places)
    return " ".join(
        word for (_, word), end in zip(places, ends, strict=True) if end <= TEXT.longest
    )
