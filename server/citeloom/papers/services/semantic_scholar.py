"""Semantic Scholar's Academic Graph (https://api.semanticscholar.org/api-docs/graph)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from citeloom.papers.found import Found
from citeloom.papers.identifiers import is_arxiv_doi
from citeloom.papers.paper import Paper
from citeloom.papers.services.building import (
    CamelRecord,
    author_of,
    https_only,
    is_not_found,
    only_readable,
    paper_from,
    readable,
    records,
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

_KEY_HELPS = (
    "users without a key share one limit; set your own key in CITELOOM_S2_KEY or the system's "
    "keyring"
)


class SemanticScholar:
    """Asks for papers by their identifiers, many at once, and for the nearest title."""

    name = "s2"
    most = MOST_IDS // 2
    """Papers to ask for at once; most have one identifier or two."""

    def __init__(self, web: Asking, largest: int = LARGEST) -> None:
        self._web, self._largest = web, largest
        self._papers = f"{web.settings.services.s2}/graph/v1/paper"
        key = web.settings.s2_key.get_secret_value()
        self._secrets = {"x-api-key": key} if key else {}

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return the records of papers by S2, DOI, arXiv, PubMed or ACL id, see Service.

        All identifiers of a paper are asked for at once; the first in this order that it knows
        counts.
        """
        ids = list(dict.fromkeys(name for paper in papers for name in paper_ids(paper)))
        found: dict[str, Found] = {}
        for start in range(0, len(ids), MOST_IDS):
            for name, record in await self._batch(ids[start : start + MOST_IDS]):
                if (hit := _found(record)) is not None:
                    found[name] = hit
        known = (
            (paper.id, [name for name in paper_ids(paper) if name in found]) for paper in papers
        )
        return {name: found[asked[0]] for name, asked in known if asked}

    async def by_title(self, paper: Paper) -> Sequence[Found]:
        """Return the paper whose title it finds closest, see TitleService."""
        if not paper.title:
            return ()
        asked = {"query": paper.title, "fields": ",".join(_FIELDS)}
        answer = await self.ask("/search/match", asked, answers=(200, 404))
        if is_not_found("s2", answer):
            return ()
        found = records("s2", S2Record, answer.json(), "data")
        hit = _found(found[0]) if found else None
        return () if hit is None else (hit,)

    async def ask(self, path: str, params: Mapping[str, str], **more: Any) -> Answer:
        """Ask for what stands below its papers; a failure says where a key would help."""
        url, largest = f"{self._papers}{path}", self._largest
        try:
            return await self._web.ask(
                "s2", url, secrets=self._secrets, params=params, largest=largest, **more
            )
        except ServiceFailed as error:
            if "(429)" in error.reason and not self._secrets:
                raise ServiceFailed("s2", f"{error.reason}; {_KEY_HELPS}") from error
            raise

    async def _batch(
        self, ids: Sequence[str], fields: Sequence[str] = _FIELDS
    ) -> list[tuple[str, "S2Record"]]:
        """Return the records of ids, in halves where one answer would be too large."""
        payload, asked = {"ids": list(ids)}, {"fields": ",".join(fields)}
        answer = await self.ask("/batch", asked, json=payload, answers=(200, 400))
        data = answer.json()
        if answer.status == 200:
            return _records(data, ids)
        said = str(data.get("error", "")).lower() if isinstance(data, dict) else ""
        if "no valid paper ids" in said:
            return []
        if "exceed" not in said:
            raise ServiceFailed("s2", f"it did not accept the request ({answer.status})")
        if len(ids) == 1:
            # A book with thousands of references.
            return [] if fields == OWN_FIELDS else await self._batch(ids, OWN_FIELDS)
        half = len(ids) // 2
        return [*await self._batch(ids[:half]), *await self._batch(ids[half:])]


class _Author(CamelRecord):
    name: str | None = None


class _Pdf(CamelRecord):
    url: str | None = None


class CitedRecord(CamelRecord):
    """A paper as it stands among references and citations of another."""

    paper_id: str | None = None
    external_ids: dict[str, str | int | None] | None = None
    title: str | None = None
    year: int | None = None


class S2Record(CitedRecord):
    """A paper with all that is asked for."""

    paper_id: str
    abstract: str | None = None
    venue: str | None = None
    authors: list[_Author] | None = None
    open_access_pdf: _Pdf | None = None
    references: Annotated[list[CitedRecord], only_readable(CitedRecord)] | None = None


def _records(data: object, ids: Sequence[str]) -> list[tuple[str, S2Record]]:
    """Return the records of a batch, each with the id that it was asked for by.

    The answer has one record, or null, for each id in the order of the ids.
    """
    if not isinstance(data, list) or len(data) != len(ids):
        raise unlike("s2")
    read = ((name, readable(S2Record, item)) for name, item in zip(ids, data, strict=True))
    found = [(name, record) for name, record in read if record is not None]
    if any(data) and not found:
        raise unlike("s2")
    return found


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


def _found(record: S2Record) -> Found | None:
    paper = paper_of_record(record)
    if paper is None:
        return None
    cited = (paper_of_cited(reference) for reference in record.references or ())
    return Found(
        paper,
        references=tuple(paper for paper in cited if paper is not None),
        pdf=https_only((record.open_access_pdf or _Pdf()).url),
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
