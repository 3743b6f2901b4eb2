"""Semantic Scholar's Academic Graph (https://api.semanticscholar.org/api-docs/graph)."""

import logging
from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import parse_qsl, quote_plus

from semanticscholar import AsyncSemanticScholar

from citeloom.papers.found import Found
from citeloom.papers.identifiers import is_arxiv_doi
from citeloom.papers.paper import Paper
from citeloom.papers.services.building import (
    CamelRecord,
    author_of,
    https_only,
    only_readable,
    paper_from,
    readable,
    unlike,
)
from citeloom.papers.web.answer import Answer
from citeloom.papers.web.bounded import Asking
from citeloom.papers.web.service_failed import ServiceFailed

MOST_IDS = 500
"""Ids that one request may name."""

LARGEST = 64 << 20
"""Bytes that an answer may have: 500 papers with what each of them cites."""

OWN_FIELDS = ("title", "abstract", "year", "venue", "externalIds", "authors", "openAccessPdf")
CITED_FIELDS = ("title", "year", "externalIds")
_FIELDS = [*OWN_FIELDS, *(f"references.{name}" for name in CITED_FIELDS)]

# It warns of every id that is not found, which is no news here.
logging.getLogger("semanticscholar").setLevel(logging.ERROR)


class SemanticScholar:
    """Asks through the ``semanticscholar`` package, with our own connections beneath it."""

    name = "s2"
    most = MOST_IDS // 2
    """Papers to ask for at once; most have one identifier or two."""

    def __init__(self, web: Asking, largest: int = LARGEST) -> None:
        requester = _Requester(web, largest)
        self.secrets = requester.secrets
        self._client = _Client(api_url=web.settings.services.s2)
        self._client._requester = requester

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return what it says of papers by S2 id, DOI, arXiv id, PubMed id or ACL id, see Service.

        All identifiers of a paper are asked for at once; the first in this order that it knows
        counts.
        """
        ids = list(dict.fromkeys(name for paper in papers for name in paper_ids(paper)))
        found: dict[str, Found] = {}
        for start in range(0, len(ids), MOST_IDS):
            some = ids[start : start + MOST_IDS]
            for answer in await self._batch(some):
                if (hit := _found(answer)) is not None:
                    found[answer.raw_data[_ASKED]] = hit
        known = (
            (paper.id, [name for name in paper_ids(paper) if name in found]) for paper in papers
        )
        return {name: found[asked[0]] for name, asked in known if asked}

    async def _batch(self, ids: Sequence[str], fields: Sequence[str] = _FIELDS) -> list[Any]:
        """Return the package's answers for ids, in halves where one answer would be too large."""
        try:
            return list(await self._client.get_papers(list(ids), fields=list(fields)))
        except _TooLarge:
            if len(ids) == 1:
                # A book with thousands of references.
                return [] if fields == OWN_FIELDS else await self._batch(ids, OWN_FIELDS)
            half = len(ids) // 2
            return [*await self._batch(ids[:half]), *await self._batch(ids[half:])]

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


class _TooLarge(Exception):  # noqa: N818 (the name says it)
    """An answer would have more than the 10 MB that the service sends."""


class _Author(CamelRecord):
    name: str | None = None


class _Pdf(CamelRecord):
    url: str | None = None
    license: str | None = None


class CitedRecord(CamelRecord):
    """A paper as it stands among references and citations of another."""

    paper_id: str | None = None
    external_ids: dict[str, str | int | None] | None = None
    title: str | None = None
    year: int | None = None


class S2Record(CitedRecord):
    """A paper with all that is asked for."""

    paper_id: str  # The package reads no record without.
    abstract: str | None = None
    venue: str | None = None
    authors: list[_Author] | None = None
    open_access_pdf: _Pdf | None = None
    references: Annotated[list[CitedRecord], only_readable(CitedRecord)] | None = None


_ASKED = "askedFor"
_KEY_HELPS = (
    "all who have no key share what it allows; one of your own, in CITELOOM_S2_KEY or the system's "
    "keyring, has its own"
)


async def ask_s2(web: Asking, url: str, secrets: Mapping[str, str], **more: Any) -> Answer:
    """Ask through a web; a failure says where a key would help, see ``Web.ask``."""
    try:
        return await web.ask("s2", url, secrets=secrets, **more)
    except ServiceFailed as error:
        if "(429)" in error.reason and not secrets:
            raise ServiceFailed("s2", f"{error.reason}; {_KEY_HELPS}") from error
        raise


class _Requester:
    """What the package sends its requests through, in place of its own ``ApiRequester``.

    That one opens connections of its own, takes 401, 502 and 503 for an empty answer, waits for
    minutes at 429, and writes the key to the log.
    """

    def __init__(self, web: Asking, largest: int) -> None:
        self._web = web
        self._largest = largest
        key = web.settings.s2_key.get_secret_value()
        self.secrets = {"x-api-key": key} if key else {}

    async def get_data_async(
        self, url: str, parameters: str, headers: object, payload: dict[str, Any] | None = None
    ) -> Any:
        """Return the JSON of an answer, checked for its form."""
        batch = payload is not None
        answer = await ask_s2(
            self._web,
            url,
            self.secrets,
            params=dict(parse_qsl(parameters.lstrip("&"))),
            json=payload,
            answers=(200, 400) if batch else (200, 404),
            largest=self._largest,
        )
        data = answer.json()
        if answer.status != 200:
            said = str(data.get("error", "")).lower() if isinstance(data, dict) else ""
            if batch and "no valid paper ids" in said:
                return []
            if batch and "exceed" in said:
                raise _TooLarge
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
    record = readable(S2Record, item)
    return None if record is None else record.model_dump(by_alias=True)


def paper_ids(paper: Paper) -> list[str]:
    """Return the identifiers of a paper as they are asked for, the best first."""
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
    record = S2Record.model_validate(answer.raw_data)
    paper = paper_of_record(record)
    if paper is None:
        return None
    pdf = record.open_access_pdf or _Pdf()
    address = https_only(pdf.url)
    cited = (paper_of_cited(reference) for reference in record.references or ())
    return Found(
        paper,
        references=tuple(paper for paper in cited if paper is not None),
        pdf=address,
        licence=(pdf.license or "") if address else "",
    )


def paper_of_record(record: S2Record) -> Paper | None:
    """Return the paper that a record describes; None where it says too little to name it."""
    return paper_of_cited(
        record,
        authors=tuple(author_of(author.name) for author in record.authors or () if author.name),
        venue=record.venue,
        abstract=record.abstract,
    )


def paper_of_cited(record: CitedRecord, **more: Any) -> Paper | None:
    """Return the paper that a short record describes; None where that is too little."""
    ids = record.external_ids or {}
    names = {name: str(value) for name, value in ids.items() if value is not None}
    return paper_from(
        "s2",
        title=record.title,
        year=record.year,
        doi=names.get("DOI"),
        arxiv_id=names.get("ArXiv"),
        s2_id=record.paper_id,
        pmid=names.get("PubMed"),
        acl_id=names.get("ACL"),
        **more,
    )
