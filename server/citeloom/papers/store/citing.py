"""The tables of full texts: their headings, and their sentences that cite papers of one project."""

import json
import sqlite3
from collections.abc import Collection, Mapping
from pathlib import Path

from citeloom.papers.citing_sentence import CitingSentence, ReadText, SearchedText
from citeloom.papers.identity import asked_id
from citeloom.papers.paper import Paper
from citeloom.papers.store.projects import TABLES_OF_TEXTS, is_read, project_name


def put_texts(
    connection: sqlite3.Connection,
    project: Path,
    texts: Collection[ReadText],
    papers: Collection[Paper],
) -> None:
    """Keep what full texts say of papers, in place of what they said of these before.

    ``papers`` are those of the texts and those that they were searched for, as the .bib has them.

    What another version of a text said is forgotten. To be called in a transaction.
    """
    own = project_name(project)
    of_id = {paper.id: paper for paper in papers}
    names = {paper.id: asked_id(paper) for paper in papers}
    for text in texts:
        name, key = names[text.paper_id], of_id[text.paper_id].key.lower()
        _forget_other_versions(connection, own, name, key, text.version)
        headings = json.dumps(text.headings, ensure_ascii=False)
        connection.execute(
            "INSERT OR REPLACE INTO texts (project, paper, key, file, version, headings)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (own, name, key, str(text.file or ""), text.version, headings),
        )
        connection.executemany(
            "INSERT OR IGNORE INTO texts_searched (project, paper, asked) VALUES (?, ?, ?)",
            [(own, name, asked) for asked in text.searched.values()],
        )
        connection.executemany(
            "DELETE FROM citing WHERE project = ? AND paper = ? AND cited = ?",
            [(own, name, names[cited]) for cited in text.searched],
        )
        connection.executemany(
            "INSERT OR REPLACE INTO citing"
            " (project, paper, at, cited, sentence, heading, related_work)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    own,
                    name,
                    sentence.at,
                    names[cited],
                    sentence.text,
                    sentence.heading,
                    sentence.related_work,
                )
                for sentence in text.citing
                for cited in sentence.paper_ids
            ],
        )


def forget_texts(connection: sqlite3.Connection, project: Path, papers: Collection[Paper]) -> None:
    """Forget what papers' full texts say; to be called in a transaction."""
    for paper in papers:
        _forget(connection, project_name(project), asked_id(paper))


def searched_texts(
    connection: sqlite3.Connection, project: Path, papers: Collection[Paper]
) -> Mapping[str, SearchedText]:
    """Return what is known about the papers' full texts, by the ids of the papers."""
    own = project_name(project)
    found = {}
    for paper in papers:
        asked = (own, asked_id(paper))
        query = "SELECT version, headings FROM texts WHERE project = ? AND paper = ?"
        if row := connection.execute(query, asked).fetchone():
            query = "SELECT asked FROM texts_searched WHERE project = ? AND paper = ?"
            searched = frozenset(one for (one,) in connection.execute(query, asked))
            found[paper.id] = SearchedText(row[0], tuple(json.loads(row[1])), searched)
    return found


def citing_of(
    connection: sqlite3.Connection,
    project: Path,
    papers: Collection[Paper],
    cited: Collection[Paper],
) -> tuple[CitingSentence, ...]:
    """Return the sentences of the papers' full texts that cite any of ``cited``.

    They come in the order of the papers and in that of each text; so do the ids that one cites.
    A text counts as long as the file of the project that it was read from is as it was.
    """
    own = project_name(project)
    query = (
        "SELECT paper, at, sentence, heading, related_work FROM citing"
        " WHERE project = ? AND cited = ?"
    )
    rows = [
        (*row, paper.id)
        for paper in cited
        for row in connection.execute(query, (own, asked_id(paper)))
    ]
    by = {asked_id(paper): paper.id for paper in papers} if rows else {}
    texts = {row[0] for row in rows} & by.keys()
    by = {name: by[name] for name in texts if _is_there(connection, own, name)}
    found: dict[tuple[str, int], CitingSentence] = {}
    for name, at, text, heading, related, cited_id in rows:
        if name in by and by[name] != cited_id:
            before = found.get((by[name], at))
            ids = before.paper_ids if before else ()
            ids = ids if cited_id in ids else (*ids, cited_id)
            sentence = CitingSentence(text, ids, heading, bool(related), by[name], at)
            found[by[name], at] = sentence
    order = {paper.id: number for number, paper in enumerate(papers)}
    return tuple(sorted(found.values(), key=lambda sentence: (order[sentence.by], sentence.at)))


def is_cited(connection: sqlite3.Connection, project: Path, paper: Paper) -> bool:
    """Tell whether a stored sentence of any full text of a project cites a paper."""
    query = "SELECT 1 FROM citing WHERE project = ? AND cited = ? LIMIT 1"
    asked = (project_name(project), asked_id(paper))
    return connection.execute(query, asked).fetchone() is not None


def _is_there(connection: sqlite3.Connection, project: str, name: str) -> bool:
    query = "SELECT file FROM texts WHERE project = ? AND paper = ?"
    row = connection.execute(query, (project, name)).fetchone()
    return row is not None and is_read(row[0])


def _forget_other_versions(
    connection: sqlite3.Connection, project: str, name: str, key: str, version: str
) -> None:
    """Forget other versions of a text, and the text of what its key meant before."""
    query = "SELECT paper, version FROM texts WHERE project = ? AND (paper = ? OR key = ?)"
    for other, known in connection.execute(query, (project, name, key)).fetchall():
        if other != name or known != version:
            _forget(connection, project, other)


def _forget(connection: sqlite3.Connection, project: str, name: str) -> None:
    for table in TABLES_OF_TEXTS:
        connection.execute(f"DELETE FROM {table} WHERE project = ? AND paper = ?", (project, name))
