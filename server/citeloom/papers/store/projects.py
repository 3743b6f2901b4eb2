"""What is kept for one project of what was read of its papers, and how that goes with it."""

import sqlite3
from collections.abc import Collection, Container
from pathlib import Path
from typing import NamedTuple

from citeloom.papers.file_state import FileState

TABLES_OF_TEXTS = ("texts", "texts_searched", "citing")


def project_name(root: Path) -> str:
    """Return the name under which something is kept for the project with this root."""
    return str(root.resolve())


def is_read(file: str) -> bool:
    """Tell whether a file, as `citeloom.papers.file_state` writes it, still says what was read.

    An empty text names no file, which always counts.
    """
    return not file or FileState.of_text(file).is_current


class KeptEntry(NamedTuple):
    """An entry of a project of which something is kept in a table."""

    table: str
    project: str
    key: str


def entries_gone(
    connection: sqlite3.Connection, root: Path, keys: Container[str]
) -> tuple[KeptEntry, ...]:
    """Return the entries whose project, or a file that they were read from, is gone.

    Of the project with this root also those that have none of its ``keys``, in lower case.
    """
    own = project_name(root)
    found = []
    for table in ("texts", "key_elements"):
        rows = connection.execute(f"SELECT DISTINCT project, key, file FROM {table}").fetchall()
        projects = {project for project, _, _ in rows} - {own}
        gone = {project for project in projects if not Path(project).is_file()}
        for project, key, file in rows:
            if project in gone or (project == own and key not in keys) or not is_read(file):
                found.append(KeptEntry(table, project, key))
    return tuple(found)


def forget_entries(connection: sqlite3.Connection, entries: Collection[KeptEntry]) -> None:
    """Forget what is kept of entries; to be called in a transaction."""
    for table, *entry in entries:
        if table == "texts":
            for other in ("texts_searched", "citing"):
                connection.execute(
                    f"DELETE FROM {other} WHERE (project, paper) IN"
                    " (SELECT project, paper FROM texts WHERE project = ? AND key = ?)",
                    entry,
                )
        connection.execute(f"DELETE FROM {table} WHERE project = ? AND key = ?", entry)
