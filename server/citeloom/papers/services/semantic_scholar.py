"""Semantic Scholar's Academic Graph (https://api.semanticscholar.org/api-docs/graph)."""

import logging
from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import parse_qsl, quote_plus

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from semanticscholar import AsyncSemanticScholar

from citeloom.papers.found import Found
from citeloom.papers.identifiers import is_arxiv_doi
from citeloom.papers.paper import Paper
from citeloom.papers.services.building import (
    author_of,
    https_only,
    only_readable,
    paper_from,
    readable,
    unlike,
)
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web

MOST_IDS = 500
"""Ids that one request may name."""

LARGEST = 64 << 20
"""Bytes that an answer may have: 500 papers with what each of them cites."""

_OWN = ("title", "abstract", "year", "venue", "externalIds", "authors", "openAccessPdf")
_CITED = ("title", "year", "externalIds")
_FIELDS = [*_OWN, *(f"references.{name}" for name in _CITED)]

# It warns of every id that is not found, which is no news here.
logging.getLogger("semanticscholar").setLevel(logging.ERROR)


class SemanticScholar:
    """Asks through the ``semanticscholar`` package, with our own connections beneath it."""

    name = "s2"
    most = MOST_IDS // 2
    """Papers to ask for at once; most have one identifier or two."""

    def __init__(self, web: Web) -> None:
        self._client = _Client(api_url=web.settings.services.s2)
        self._client._requester = _Requester(web)

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return what it says of papers by S2 id, DOI, arXiv id, PubMed id or ACL id, see Service.

        All identifiers of a paper are asked for at once; the first in this order that it knows
        counts.
        """
        ids = list(dict.fromkeys(name for paper in papers for name in _ids(paper)))
        found: dict[str, Found] = {}
        for start in range(0, len(ids), MOST_IDS):
            some = ids[start : start + MOST_IDS]
            for answer in await self._client.get_papers(some, fields=_FIELDS):
                if (hit := _found(answer)) is not None:
                    found[answer.raw_data[_ASKED]] = hit
        known = ((paper.id, [name for name in _ids(paper) if name in found]) for paper in papers)
        return {name: found[asked[0]] for name, asked in known if asked}

    async def by_title(self, paper: Paper) -> Sequence[Found]:
        """Return the paper whose title it finds closest, see TitleService."""
        if not paper.title:
            return ()
        try:
            answer = await self._client.search_paper(
                # The package puts the query into an address as it is.
                quote_plus(paper.title),
                fields=_FIELDS,
                match_title=True,
            )
        except _NoMatch:
            return ()
        found = _found(answer)
        return () if found is None else (found,)


class _Client(AsyncSemanticScholar):  # type: ignore[misc]
    # As a property of the package it would set up logging for the whole program.
    debug = False


class _NoMatch(Exception):  # noqa: N818 (the name says it)
    pass


class _Read(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel)


class _Author(_Read):
    name: str | None = None


class _Pdf(_Read):
    url: str | None = None
    license: str | None = None


class _Cited(_Read):
    paper_id: str | None = None
    external_ids: dict[str, str | int | None] | None = None
    title: str | None = None
    year: int | None = None


class _S2Record(_Cited):
    paper_id: str  # The package reads no record without.
    abstract: str | None = None
    venue: str | None = None
    authors: list[_Author] | None = None
    open_access_pdf: _Pdf | None = None
    references: Annotated[list[_Cited], only_readable(_Cited)] | None = None


_ASKED = "askedFor"
_KEY_HELPS = "all who have no key share what it allows, a key in CITELOOM_S2_KEY has its own"


class _Requester:
    """What the package sends its requests through, in place of its own ``ApiRequester``.

    That one opens connections of its own, takes 401, 502 and 503 for an empty answer, waits for
    minutes at 429, and writes the key to the log.
    """

    def __init__(self, web: Web) -> None:
        self._web = web
        key = web.settings.s2_key.get_secret_value()
        self._secrets = {"x-api-key": key} if key else {}

    async def get_data_async(
        self, url: str, parameters: str, headers: object, payload: dict[str, Any] | None = None
    ) -> Any:
        """Return the JSON of an answer, checked for its form."""
        batch = payload is not None
        try:
            answer = await self._web.ask(
                "s2",
                url,
                params=dict(parse_qsl(parameters.lstrip("&"))),
                json=payload,
                secrets=self._secrets,
                answers=(200, 400) if batch else (200, 404),
                largest=LARGEST,
            )
        except ServiceFailed as error:
            if "(429)" in error.reason and not self._secrets:
                raise ServiceFailed("s2", f"{error.reason}; {_KEY_HELPS}") from error
            raise
        data = answer.json()
        if answer.status != 200:
            said = str(data.get("error", "")).lower() if isinstance(data, dict) else ""
            if batch and "no valid paper ids" in said:
                return []
            if not batch and "not found" in said:
                raise _NoMatch
            raise ServiceFailed("s2", f"it did not accept the request ({answer.status})")
        if payload is not None:
            return _answers(data, payload["ids"])
        if not isinstance(data, dict) or not isinstance(data.get("data"), list):
            raise unlike("s2")
        matches = [record for item in data["data"] if (record := _checked(item))]
        if not matches:
            raise unlike("s2") if data["data"] else _NoMatch
        return {"data": matches}


def _answers(data: object, ids: Sequence[str]) -> list[dict[str, Any] | None]:
    """Return the records of a batch, each with the id that it was asked for by.

    The answer has one record, or null, for each id in the order of the ids.
    """
    if not isinstance(data, list) or len(data) != len(ids):
        raise unlike("s2")
    answers = [
        record | {_ASKED: asked} if (record := _checked(item)) else None
        for item, asked in zip(data, ids, strict=True)
    ]
    if any(data) and not any(answers):
        raise unlike("s2")
    return answers


def _checked(item: object) -> dict[str, Any] | None:
    """Return a record in a form that the package can read; None where it has another."""
    record = readable(_S2Record, item)
    return None if record is None else record.model_dump(by_alias=True)


def _ids(paper: Paper) -> list[str]:
    doi = "" if is_arxiv_doi(paper.doi) and paper.arxiv_id else paper.doi
    kinds = (
        ("", paper.s2_id),
        ("DOI:", doi),
        ("ARXIV:", paper.arxiv_id),
        ("PMID:", paper.pmid),
        ("ACL:", paper.acl_id),
    )
    return [f"{kind}{value}" for kind, value in kinds if value]


def _found(answer: Any) -> Found | None:
    paper = _paper(
        answer,
        authors=tuple(author_of(author.name) for author in answer.authors or () if author.name),
        venue=answer.venue,
        abstract=answer.abstract,
    )
    if paper is None:
        return None
    pdf = answer.openAccessPdf or {}
    address = https_only(pdf.get("url"))
    cited = (_paper(reference) for reference in answer.references or ())
    return Found(
        paper,
        references=tuple(paper for paper in cited if paper is not None),
        pdf=address,
        licence=(pdf.get("license") or "") if address else "",
    )


def _paper(answer: Any, **more: Any) -> Paper | None:
    ids = answer.externalIds or {}
    names = {name: str(value) for name, value in ids.items() if value is not None}
    return paper_from(
        "s2",
        title=answer.title,
        year=answer.year,
        doi=names.get("DOI"),
        arxiv_id=names.get("ArXiv"),
        s2_id=answer.paperId,
        pmid=names.get("PubMed"),
        acl_id=names.get("ACL"),
        **more,
    )
