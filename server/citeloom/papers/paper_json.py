"""Papers, and what services said of them, as JSON for the store."""

import json
from types import MappingProxyType
from typing import Any

from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.outcome import Failure, Outcome, Status
from citeloom.papers.paper import Author, Paper, known_fields


def found_to_json(found: Found) -> str:
    """Return what a service said of a paper as one line of JSON."""
    return _dump(
        {
            "paper": _paper_out(found.paper),
            "references": [_paper_out(one) for one in found.references],
            "notices": [[one.kind, one.doi, one.date, one.source] for one in found.notices],
            "published": found.published,
            "pdf": found.pdf,
            "licence": found.licence,
        }
    )


def found_from_json(text: str) -> Found:
    """Read what ``found_to_json`` wrote."""
    value = json.loads(text)
    return Found(
        _paper_in(value["paper"]),
        tuple(_paper_in(one) for one in value["references"]),
        tuple(Notice(NoticeKind(kind), *rest) for kind, *rest in value["notices"]),
        value["published"],
        value["pdf"],
        value["licence"],
    )


def outcome_to_json(outcome: Outcome) -> str:
    """Return how a search ended, without the paper and what was found of it."""
    wrong = outcome.misdirected
    return _dump(
        {
            "status": outcome.status,
            "how": outcome.how,
            "candidates": [_paper_out(one) for one in outcome.candidates],
            "misdirected": _paper_out(wrong) if wrong else None,
            "failures": [[one.service, one.said] for one in outcome.failures],
        }
    )


def outcome_from_json(text: str, paper: Paper, found: tuple[Found, ...]) -> Outcome:
    """Read what ``outcome_to_json`` wrote, for a paper and what was found of it."""
    value = json.loads(text)
    wrong = value["misdirected"]
    return Outcome(
        paper,
        Status(value["status"]),
        value["how"],
        found,
        tuple(_paper_in(one) for one in value["candidates"]),
        _paper_in(wrong) if wrong else None,
        tuple(Failure(service, said) for service, said in value["failures"]),
    )


def field_to_column(value: str | int | tuple[Author, ...]) -> str | int:
    """Return the value of a paper's field as the store keeps it."""
    if isinstance(value, tuple):
        return json.dumps([[one.family, one.given] for one in value], ensure_ascii=False)
    return value


def field_from_column(field: str, value: Any) -> Any:
    """Read what ``field_to_column`` wrote."""
    if field == "authors":
        return tuple(Author(family, given) for family, given in json.loads(value))
    return value


def _paper_out(paper: Paper) -> dict[str, Any]:
    values = {field: getattr(paper, field) for field in known_fields(paper)}
    if paper.authors:
        values["authors"] = [[one.family, one.given] for one in paper.authors]
    return {"id": paper.id, "sources": dict(paper.sources), **values}


def _paper_in(value: dict[str, Any]) -> Paper:
    authors = tuple(Author(family, given) for family, given in value.pop("authors", ()))
    return Paper(authors=authors, sources=MappingProxyType(value.pop("sources")), **value)


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
