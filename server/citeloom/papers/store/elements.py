"""The table of key elements: what a model extracted from papers as one project has them."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from citeloom.papers.file_state import FileState
from citeloom.papers.identity import text_hash
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Paper
from citeloom.papers.store import days
from citeloom.papers.store.projects import is_read, project_name


def put_elements(
    connection: sqlite3.Connection,
    project: Path,
    paper: Paper,
    elements: Sequence[KeyElement],
    file: FileState | None = None,
) -> None:
    """Keep the key elements that a model extracted from a project's paper, for earlier ones.

    Those without a day get today's. ``file`` is a file of the project that they were read from
    beside its .bib, None without one.
    """
    own, key, day = project_name(project), paper.key.lower(), days.today().isoformat()
    connection.execute("DELETE FROM key_elements WHERE project = ? AND key = ?", (own, key))
    connection.executemany(
        "INSERT INTO key_elements"
        " (project, key, number, read_from, file, name, sentence, source, day)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(own, key, number, _read_from(paper), str(file or "")),
                *(element.name, element.sentence, element.source, element.day or day),
            )
            for number, element in enumerate(elements)
        ],
    )


def elements_of(
    connection: sqlite3.Connection, project: Path, paper: Paper
) -> tuple[KeyElement, ...]:
    """Return the key elements kept of a project's paper, in the order in which they were given.

    Those count that were read from the title and the abstract that the paper has now.
    """
    query = (
        "SELECT file, name, sentence, source, day FROM key_elements"
        " WHERE project = ? AND key = ? AND read_from = ? ORDER BY number"
    )
    asked = (project_name(project), paper.key.lower(), _read_from(paper))
    rows = connection.execute(query, asked).fetchall()
    if not rows or not is_read(rows[0][0]):
        return ()
    return tuple(KeyElement(*row[1:]) for row in rows)


def _read_from(paper: Paper) -> str:
    return text_hash(f"{paper.title}\n{paper.abstract}")
