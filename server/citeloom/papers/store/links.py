"""The tables of citations that services tell of, and of what they were asked about these."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import timedelta

from citeloom.papers.links.citation_links import KeptNode, LinkAnswer, SaidLink
from citeloom.papers.store import days

DAYS = 30
"""Days after which a service is asked about a paper's citations, or for a search, again."""

_AT_ONCE = 500
"""Values that one statement names; older SQLite takes no more than 999."""


def keep_answer(connection: sqlite3.Connection, answer: LinkAnswer) -> None:
    """Keep links that a service told of, and what it was asked; the papers are stored."""
    day = days.today().isoformat()
    connection.executemany(
        "INSERT OR REPLACE INTO citation_links (citing, cited, service, at) VALUES (?, ?, ?, ?)",
        [(link.citing, link.cited, answer.service, day) for link in answer.links],
    )
    connection.executemany(
        "INSERT OR REPLACE INTO link_questions (service, asked, at, answer) VALUES (?, ?, ?, ?)",
        [(answer.service, asked, day, json.dumps(ids)) for asked, ids in answer.answers.items()],
    )


def link_answers(
    connection: sqlite3.Connection,
    service: str,
    questions: Collection[str],
    *,
    outdated: bool = False,
) -> dict[str, tuple[str, ...]]:
    """Return a service's answers by question, without questions that it was not asked.

    Parameters
    ----------
    outdated
        Whether also those are wanted whose time is over.
    """
    since = "" if outdated else (days.today() - timedelta(days=DAYS)).isoformat()
    found = {}
    for some, marks in _parts(questions):
        query = (
            "SELECT asked, answer FROM link_questions"
            f" WHERE service = ? AND at > ? AND asked IN ({marks})"
        )
        for asked, answer in connection.execute(query, (service, since, *some)):
            found[asked] = tuple(json.loads(answer))
    return found


def links_from(connection: sqlite3.Connection, ids: Collection[str]) -> tuple[SaidLink, ...]:
    """Return what papers cite, in the order of the ids of both."""
    return _links(connection, "citing", ids)


def links_to(connection: sqlite3.Connection, ids: Collection[str]) -> tuple[SaidLink, ...]:
    """Return who cites papers, in the order of the ids of both."""
    return _links(connection, "cited", ids)


def _links(connection: sqlite3.Connection, side: str, ids: Collection[str]) -> tuple[SaidLink, ...]:
    found: list[SaidLink] = []
    for some, marks in _parts(ids):
        query = f"SELECT citing, cited, service FROM citation_links WHERE {side} IN ({marks})"
        found += (SaidLink(*row) for row in connection.execute(query, some))
    return tuple(sorted(found))


def link_nodes(connection: sqlite3.Connection, ids: Collection[str]) -> dict[str, KeptNode]:
    """Return what is kept of the papers with these ids, without those that are not there."""
    found = {}
    for some, marks in _parts(ids):
        query = (
            "SELECT alias, aliases.paper, title.value, other.paper IS NOT NULL FROM aliases"
            " LEFT JOIN fields AS title ON title.paper = aliases.paper AND title.field = 'title'"
            " LEFT JOIN fields AS other ON other.paper = aliases.paper"
            " AND other.field = 'authors'"
            f" WHERE alias IN ({marks})"
        )
        for alias, name, title, is_described in connection.execute(query, some):
            found[alias] = KeptNode(name, title or "", bool(is_described))
    return found


def _parts(values: Iterable[str]) -> Iterator[tuple[Sequence[str], str]]:
    """Yield the values in batches, each with the question marks for its SQL statement."""
    each = tuple(dict.fromkeys(values))
    for start in range(0, len(each), _AT_ONCE):
        some = each[start : start + _AT_ONCE]
        yield some, ", ".join("?" * len(some))
