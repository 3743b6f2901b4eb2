"""The tables of readings: which sections a model read for one project, and what it noted."""

import sqlite3
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.papers.file_state import FileState
from citeloom.papers.kept_reading import KeptReading, ReadingStep
from citeloom.papers.store.projects import is_read, project_name

if TYPE_CHECKING:
    from pydantic import TypeAdapter

MOST_READINGS = 8
"""Readings of one project that are kept, those that were added to last."""


def add_step(
    connection: sqlite3.Connection,
    project: Path,
    name: str,
    number: int,
    step: ReadingStep,
    file: FileState | None = None,
) -> None:
    """Keep the step of a project's reading under its number, from 0; later ones are forgotten.

    ``file`` is the file of the project that the section was read from, None without one.
    """
    own = project_name(project)
    connection.execute("DELETE FROM readings WHERE project = ? AND name = ?", (own, name))
    connection.execute("INSERT INTO readings VALUES (?, ?, '', '')", (own, name))
    connection.execute(
        "DELETE FROM reading_steps WHERE project = ? AND name = ? AND number >= ?",
        (own, name, number),
    )
    written = _steps().dump_json(step).decode()
    values = (own, name, number, step.key.lower(), str(file or ""), written)
    connection.execute("INSERT INTO reading_steps VALUES (?, ?, ?, ?, ?, ?)", values)
    _forget_oldest(connection, own)


def end_reading(
    connection: sqlite3.Connection, project: Path, name: str, ended: str, known: str
) -> None:
    """Keep why a reading ended, and what was known then."""
    connection.execute(
        "UPDATE readings SET ended = ?, known = ? WHERE project = ? AND name = ?",
        (ended, known, project_name(project), name),
    )


def reading_of(connection: sqlite3.Connection, project: Path, name: str) -> KeptReading:
    """Return a reading up to the first step that cannot be read, or whose file has changed."""
    asked = (project_name(project), name)
    query = "SELECT ended, known FROM readings WHERE project = ? AND name = ?"
    head = connection.execute(query, asked).fetchone()
    query = "SELECT file, step FROM reading_steps WHERE project = ? AND name = ? ORDER BY number"
    steps: list[ReadingStep] = []
    for file, written in connection.execute(query, asked).fetchall():
        if not is_read(file):
            return KeptReading(tuple(steps))
        try:
            steps.append(_steps().validate_json(written))
        except ValueError:
            return KeptReading(tuple(steps))
    return KeptReading(tuple(steps), *(head or ()))


def _forget_oldest(connection: sqlite3.Connection, project: str) -> None:
    query = "SELECT name FROM readings WHERE project = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?"
    for (name,) in connection.execute(query, (project, MOST_READINGS)).fetchall():
        for table in ("readings", "reading_steps"):
            connection.execute(
                f"DELETE FROM {table} WHERE project = ? AND name = ?", (project, name)
            )


@cache
def _steps() -> "TypeAdapter[ReadingStep]":
    from pydantic import TypeAdapter

    return TypeAdapter(ReadingStep)
