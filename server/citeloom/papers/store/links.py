"""The tables of citations that services tell of, and of what they were asked about these."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from citeloom.papers.links.citation_links import KeptNode, LinkAnswer, SaidLink

DAYS = 30
"""Days after which a service is asked about a paper's citations, or for a search, again."""

_AT_ONCE = 500
"""Values that one statement names; older SQLite takes no more than 999."""


def days_ago(day: date) -> str:
    """Return the day (ISO) since which an answer counts."""
    return (day - timedelta(days=DAYS)).isoformat()


def keep_answer(connection: sqlite3.Connection, answer: LinkAnswer, day: str) -> None:
    """Store links and what was asked; the papers are stored. To be called in a transaction."""
    connection.executemany(
        "INSERT OR REPLACE INTO citation_links (citing, cited, service, at) VALUES (?, ?, ?, ?)",
        [(link.citing, link.cited, answer.service, day) for link in answer.links],
    )
    connection.executemany(
        "INSERT OR REPLACE INTO link_questions (service, asked, at, answer) VALUES (?, ?, ?, ?)",
        [(answer.service, asked, day, json.dumps(ids)) for asked, ids in answer.answers.items()],
    )


def answers_of(
    connection: sqlite3.Connection, service: str, questions: Sequence[str], since: str
) -> dict[str, tuple[str, ...]]:
    """Return a service's answers by question, those of this day (ISO) and later."""
    found = {}
    for some, marks in _parts(questions):
        query = (
            "SELECT asked, answer FROM link_questions"
            f" WHERE service = ? AND at > ? AND asked IN ({marks})"
        )
        for asked, answer in connection.execute(query, (service, since, *some)):
            found[asked] = tuple(json.loads(answer))
    return found


def links_of(connection: sqlite3.Connection, side: str, ids: Sequence[str]) -> tuple[SaidLink, ...]:
    """Return the links whose ``citing`` or ``cited`` side is one of the ids, in order."""
    found: list[SaidLink] = []
    for some, marks in _parts(ids):
        query = f"SELECT citing, cited, service FROM citation_links WHERE {side} IN ({marks})"
        found += (SaidLink(*row) for row in connection.execute(query, some))
    return tuple(sorted(found))


def nodes_of(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, KeptNode]:
    """Return the papers of ids, each with its name in the store."""
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


def _parts(values: Sequence[str]) -> Iterator[tuple[Sequence[str], str]]:
    """Yield the values in parts, each with the marks that stand for them in a statement."""
    each = tuple(dict.fromkeys(values))
    for start in range(0, len(each), _AT_ONCE):
        some = each[start : start + _AT_ONCE]
        yield some, ", ".join("?" * len(some))
