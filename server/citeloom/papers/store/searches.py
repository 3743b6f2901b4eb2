"""The tables of searches: how each ended, until when that counts, what each service said."""

import sqlite3
from datetime import date, timedelta

from citeloom.papers.identity import search_id
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.paper_json import (
    found_from_json,
    found_to_json,
    outcome_from_json,
    outcome_to_json,
)
from citeloom.papers.store.papers import get_paper, put_paper
from citeloom.papers.store.trust import by_trust, fill_gaps, merge_answers

DAYS_FOUND = 90
"""Days after which a paper that was found with its abstract is asked for again."""

DAYS_WITHOUT = 14
"""The same where nothing was found, or no abstract."""

DAYS_AFTER_FAILURE = 1
"""The same where a service failed that might have known more."""

DAYS_BEGUN = 1
"""Days for which a search that was interrupted is gone on with."""

_BEGUN = "0"
"""Until when a search counts that has not ended: before every day, after no day at all."""


def keep_outcome(
    connection: sqlite3.Connection, wanted: Paper, outcome: Outcome, day: date
) -> None:
    """Store how a search ended; to be called in a transaction. One that failed is not kept."""
    name = _keep_found(connection, outcome, day) if outcome.found else ""
    if outcome.status is Status.FAILED:
        return
    days = DAYS_FOUND if outcome.found and outcome.paper.abstract else DAYS_WITHOUT
    until = day + timedelta(days=DAYS_AFTER_FAILURE if outcome.failures else days)
    _keep_search(connection, wanted, outcome, name, day, until.isoformat())


def keep_begun(connection: sqlite3.Connection, wanted: Paper, outcome: Outcome, day: date) -> None:
    """Store what a search has found that goes on; to be called in a transaction.

    One that was misdirected is not kept: which identifier led elsewhere is to be seen again.
    """
    if outcome.found and outcome.misdirected is None:
        name = _keep_found(connection, outcome, day)
        _keep_search(connection, wanted, outcome, name, day, _BEGUN)


def recall_begun(connection: sqlite3.Connection, paper: Paper, day: date) -> Outcome | None:
    """Return what an interrupted search of today or yesterday has found."""
    query = "SELECT paper, ended FROM searches WHERE asked = ? AND until = ? AND at >= ?"
    since = (day - timedelta(days=DAYS_BEGUN)).isoformat()
    row = connection.execute(query, (search_id(paper), _BEGUN, since)).fetchone()
    return _outcome(connection, paper, *row) if row else None


def recall_outcome(connection: sqlite3.Connection, paper: Paper, day: str) -> Outcome | None:
    """Return how the search for a paper ended, where that counts longer than until a day."""
    query = "SELECT paper, ended FROM searches WHERE asked = ? AND until > ?"
    row = connection.execute(query, (search_id(paper), day)).fetchone()
    return _outcome(connection, paper, *row) if row else None


def searched_until(connection: sqlite3.Connection, paper: Paper) -> str:
    """Return until when (ISO) a search for a paper counts; empty where none has ended."""
    query = "SELECT until FROM searches WHERE asked = ? AND until > ?"
    row = connection.execute(query, (search_id(paper), _BEGUN)).fetchone()
    return str(row[0]) if row else ""


def _outcome(connection: sqlite3.Connection, paper: Paper, name: str, ended: str) -> Outcome:
    said = connection.execute("SELECT service, said FROM found WHERE paper = ?", (name,)).fetchall()
    found = by_trust((service, found_from_json(text)) for service, text in said)
    filled = fill_gaps(paper, merge_answers(found)) if found else paper
    return outcome_from_json(ended, filled, found)


def matched_paper(connection: sqlite3.Connection, paper: Paper) -> Paper | None:
    """Return what is stored of the paper that a search has proved to be this one."""
    query = "SELECT paper FROM searches WHERE asked = ? AND paper != ''"
    row = connection.execute(query, (search_id(paper),)).fetchone()
    return get_paper(connection, row[0]) if row else None


def _keep_found(connection: sqlite3.Connection, outcome: Outcome, day: date) -> str:
    name = put_paper(connection, merge_answers(outcome.found), day.isoformat())
    connection.executemany(
        "INSERT OR REPLACE INTO found (paper, service, at, said) VALUES (?, ?, ?, ?)",
        [
            (name, answer.service, day.isoformat(), found_to_json(answer))
            for answer in outcome.found
        ],
    )
    return name


def _keep_search(
    connection: sqlite3.Connection,
    wanted: Paper,
    outcome: Outcome,
    name: str,
    day: date,
    until: str,
) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO searches (asked, paper, at, until, ended) VALUES (?, ?, ?, ?, ?)",
        (search_id(wanted), name, day.isoformat(), until, outcome_to_json(outcome)),
    )
