"""The table of abstracts from the user's own hand: pasted, or read from PDFs on the disk.

One from a file that a project attaches serves that project alone; any other serves all projects.
"""

import sqlite3
from collections.abc import Collection, Mapping
from pathlib import Path

from citeloom.papers.file_state import FileState
from citeloom.papers.identity import aliases, may_be_one, titles_agree
from citeloom.papers.libraries.own_abstract import OwnAbstract
from citeloom.papers.paper import Paper
from citeloom.papers.store import days
from citeloom.papers.store.projects import is_read, project_name

_ALL_PROJECTS = ""

_ASKED = """
    SELECT title, doi, arxiv_id, text, source, file, day FROM own_abstracts
    WHERE name = ? AND project IN (?, ?) ORDER BY source, number
"""


def put_own_abstract(
    connection: sqlite3.Connection,
    project: Path | None,
    paper: Paper,
    abstract: OwnAbstract,
) -> None:
    """Keep an abstract that the user pasted, or that was read from a PDF on the disk.

    It replaces an earlier one of the same source and file. ``project`` is the only project that it
    serves, None for all.
    """
    own, file, said = _name(project), str(abstract.file or ""), abstract
    path = abstract.file.path if abstract.file else ""
    _forget(connection, own, paper, abstract.source, path)
    (number,) = connection.execute(
        "SELECT ifnull(max(number), 0) + 1 FROM own_abstracts"
    ).fetchone()
    connection.executemany(
        "INSERT INTO own_abstracts"
        " (project, name, number, title, doi, arxiv_id, text, source, file, day)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(own, name, number, paper.title, paper.doi, paper.arxiv_id),
                *(said.text, said.source, file, said.day or days.today().isoformat()),
            )
            for name in aliases(paper)
        ],
    )


def own_abstracts_of(
    connection: sqlite3.Connection, project: Path, papers: Collection[Paper]
) -> Mapping[str, tuple[OwnAbstract, ...]]:
    """Return what is kept of papers for a project, by the papers' ids.

    What was read from a file counts until the file changes.
    """
    found: dict[str, tuple[OwnAbstract, ...]] = {}
    own = _name(project)
    for paper in papers:
        kept: dict[OwnAbstract, None] = {}
        for name in aliases(paper):
            for title, doi, arxiv_id, text, source, file, day in connection.execute(
                _ASKED, (name, own, _ALL_PROJECTS)
            ):
                if _is_of(paper, title, doi, arxiv_id) and is_read(file):
                    state = FileState.of_text(file) if file else None
                    kept[OwnAbstract(text, source, state, day)] = None
        if kept:
            found[paper.id] = tuple(kept)
    return found


def forget_own_abstract(connection: sqlite3.Connection, paper: Paper, source: str) -> bool:
    """Forget the abstract of a source that serves all projects; tell whether there was one."""
    return _forget(connection, _ALL_PROJECTS, paper, source, "")


def forget_gone_abstracts(connection: sqlite3.Connection) -> None:
    """Forget abstracts whose project or file is gone, or whose file has changed."""
    rows = connection.execute(
        "SELECT DISTINCT project, file FROM own_abstracts WHERE file != ''"
    ).fetchall()
    for project, file in rows:
        if not is_read(file) or (project != _ALL_PROJECTS and not Path(project).is_file()):
            connection.execute(
                "DELETE FROM own_abstracts WHERE project = ? AND file = ?", (project, file)
            )


def _forget(
    connection: sqlite3.Connection, project: str, paper: Paper, source: str, path: str
) -> bool:
    gone: set[int] = set()
    query = (
        "SELECT number, title, doi, arxiv_id, file FROM own_abstracts"
        " WHERE project = ? AND name = ? AND source = ?"
    )
    for name in aliases(paper):
        for number, *of, file in connection.execute(query, (project, name, source)):
            of_file = FileState.of_text(file).path if file else ""
            if of_file == path and _is_of(paper, *of):
                gone.add(number)
    connection.executemany("DELETE FROM own_abstracts WHERE number = ?", [(it,) for it in gone])
    return bool(gone)


def _is_of(paper: Paper, title: str, doi: str, arxiv_id: str) -> bool:
    other = Paper("", title=title, doi=doi, arxiv_id=arxiv_id)
    return titles_agree(paper.title, title) and may_be_one(paper, other)


def _name(project: Path | None) -> str:
    return _ALL_PROJECTS if project is None else project_name(project)
