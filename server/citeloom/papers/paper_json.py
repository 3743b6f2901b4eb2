"""Papers, and what services said of them, as JSON for the store."""

import json
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from citeloom.papers.found import Found
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Author, Paper

_OF_THE_SEARCH = {"status", "how", "candidates", "misdirected", "failures"}


def found_to_json(found: Found) -> str:
    """Return what a service said of a paper as one line of JSON."""
    return _found().dump_json(found).decode()


def found_from_json(text: str) -> Found:
    """Read what ``found_to_json`` wrote."""
    return _found().validate_json(text)


def outcome_to_json(outcome: Outcome) -> str:
    """Return how a search ended, without the paper and what was found of it."""
    fields = _OF_THE_SEARCH | ({"unknown_doi"} if outcome.unknown_doi else set())
    return _outcome().dump_json(outcome, include=fields).decode()


def outcome_from_json(text: str, paper: Paper, found: tuple[Found, ...]) -> Outcome:
    """Read what ``outcome_to_json`` wrote, for a paper and what was found of it."""
    return _outcome().validate_python({**json.loads(text), "paper": paper, "found": found})


def field_to_column(value: str | int | tuple[Author, ...]) -> str | int:
    """Return the value of a paper's field as the store keeps it."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else value


def field_from_column(field: str, value: Any) -> Any:
    """Read what ``field_to_column`` wrote."""
    if field == "authors":
        return tuple(Author(*author) for author in json.loads(value))
    return value


# Built when they are first needed: a request must not wait for them.
@cache
def _found() -> TypeAdapter[Found]:
    return TypeAdapter(Found)


@cache
def _outcome() -> TypeAdapter[Outcome]:
    return TypeAdapter(Outcome)
