"""The tables of searches: how each ended, until when that counts, what each service said."""

import sqlite3
from collections.abc import Collection
from datetime import timedelta

from citeloom.papers.identity import search_id
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.paper_json import (
    found_from_json,
    found_to_json,
    outcome_from_json,
    outcome_to_json,
)
from citeloom.papers.store import days
from citeloom.papers.store.papers import get_paper, put_paper
from citeloom.papers.store.trust import by_trust, fill_gaps, merge_answers

DAYS_FOUND = 90
"""Days after which a paper that was found with its abstract is asked for again."""

DAYS_WITHOUT = 14
"""The same where nothing was found, or no abstract."""

DAYS_AFTER_FAILURE = 1
"""The same where a service failed that might have known more."""


def keep_outcome(connection: sqlite3.Connection, wanted: Paper, outcome: Outcome) -> None:
    """Keep how a search for a paper ended and all that services said.

    Of a search that a service's failure ended only what was said is kept: it is to be tried again.
    """
    name, day = _keep_found(connection, outcome) if outcome.found else "", days.today()
    if outcome.status is Status.FAILED:
        return
    count = DAYS_FOUND if outcome.found and outcome.paper.abstract else DAYS_WITHOUT
    until = day + timedelta(days=DAYS_AFTER_FAILURE if outcome.failures else count)
    connection.execute(
        "INSERT OR REPLACE INTO searches (asked, paper, at, until, ended) VALUES (?, ?, ?, ?, ?)",
        (
            *(search_id(wanted), name, day.isoformat(), until.isoformat()),
            outcome_to_json(outcome),
        ),
    )


def ended_searches(
    connection: sqlite3.Connection, papers: Collection[Paper], *, outdated: bool = False
) -> dict[str, Outcome]:
    """Return how earlier searches for papers ended, by the ids of the papers.

    An entry that has changed since was not searched for. The outcomes' papers are the given
    ones, filled with what was found. ``outdated`` ones are those whose time is over.
    """
    query = "SELECT paper, ended FROM searches WHERE asked = ? AND until > ?"
    day = "" if outdated else days.today().isoformat()
    return {
        paper.id: _outcome(connection, paper, *row)
        for paper in papers
        if (row := connection.execute(query, (search_id(paper), day)).fetchone())
    }


def searched_until(connection: sqlite3.Connection, papers: Collection[Paper]) -> dict[str, str]:
    """Return until when (ISO) earlier searches for papers count, by the papers' ids."""
    query = "SELECT until FROM searches WHERE asked = ?"
    found = {}
    for paper in papers:
        row = connection.execute(query, (search_id(paper),)).fetchone()
        found[paper.id] = str(row[0]) if row else ""
    return found


def _outcome(connection: sqlite3.Connection, paper: Paper, name: str, ended: str) -> Outcome:
    said = connection.execute("SELECT service, said FROM found WHERE paper = ?", (name,)).fetchall()
    found = by_trust((service, found_from_json(text)) for service, text in said)
    filled = fill_gaps(paper, merge_answers(found)) if found else paper
    return outcome_from_json(ended, filled, found)


def matched_papers(connection: sqlite3.Connection, papers: Collection[Paper]) -> dict[str, Paper]:
    """Return the stored papers that searches have proved to be these, by the ids of these."""
    query = "SELECT paper FROM searches WHERE asked = ? AND paper != ''"
    return {
        paper.id: matched
        for paper in papers
        if (row := connection.execute(query, (search_id(paper),)).fetchone())
        and (matched := get_paper(connection, row[0]))
    }


def proved_papers(connection: sqlite3.Connection) -> list[Paper]:
    """Return the papers that searches of all projects have proved, as services describe them."""
    query = "SELECT DISTINCT paper FROM searches WHERE paper != '' ORDER BY paper"
    names = [name for (name,) in connection.execute(query)]
    return [paper for name in names if (paper := get_paper(connection, name)) and paper.title]


def state_of_searches(connection: sqlite3.Connection) -> str:
    """Return a text that changes with what `proved_papers` returns, by the day at least."""
    query = """SELECT count(*), coalesce(max(at), ''),
        (SELECT count(*) FROM fields), (SELECT coalesce(max(at), '') FROM fields) FROM searches"""
    return repr(connection.execute(query).fetchone())


def _keep_found(connection: sqlite3.Connection, outcome: Outcome) -> str:
    day = days.today().isoformat()
    name = put_paper(connection, merge_answers(outcome.found), day)
    connection.executemany(
        "INSERT OR REPLACE INTO found (paper, service, at, said) VALUES (?, ?, ?, ?)",
        [(name, answer.service, day, found_to_json(answer)) for answer in outcome.found],
    )
    return name
