"""The table of key elements, and the days on which fields came."""

import sqlite3
from collections.abc import Sequence

from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Paper
from citeloom.papers.store.file import transaction
from citeloom.papers.store.papers import names_of


def put_elements(
    connection: sqlite3.Connection, paper: Paper, elements: Sequence[KeyElement], day: str
) -> None:
    """Keep key elements of a paper in place of earlier ones; those without a day get this one."""
    with transaction(connection):
        names = names_of(connection, paper)
        connection.executemany("DELETE FROM key_elements WHERE paper = ?", [(n,) for n in names])
        connection.executemany(
            "INSERT INTO key_elements (paper, number, name, sentence, source, day)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [
                (
                    names[0],
                    number,
                    element.name,
                    element.sentence,
                    element.source,
                    element.day or day,
                )
                for number, element in enumerate(elements)
            ],
        )


def elements_of(connection: sqlite3.Connection, paper: Paper) -> tuple[KeyElement, ...]:
    """Return the key elements kept of a paper, in the order in which they were given."""
    query = "SELECT name, sentence, source, day FROM key_elements WHERE paper = ? ORDER BY number"
    with transaction(connection, "BEGIN"):
        for name in names_of(connection, paper):
            if rows := connection.execute(query, (name,)).fetchall():
                return tuple(KeyElement(*row) for row in rows)
    return ()


def day_of(connection: sqlite3.Connection, paper: Paper, field: str) -> str:
    """Return the day (ISO) on which a field of a paper came; empty if it is not stored."""
    query = "SELECT at FROM fields WHERE paper = ? AND field = ?"
    with transaction(connection, "BEGIN"):
        for name in names_of(connection, paper):
            if row := connection.execute(query, (name, field)).fetchone():
                return str(row[0])
    return ""
