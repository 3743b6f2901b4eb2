"""The tables of full texts: their headings, and their sentences that cite papers of drafts."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from citeloom.papers.citing_sentence import CitingSentence, ReadText, SearchedText
from citeloom.papers.identity import asked_id
from citeloom.papers.paper import Paper
from citeloom.papers.store.papers import names_of

TABLES_OF_TEXTS = ("texts", "texts_searched", "citing")


def put_texts(
    connection: sqlite3.Connection, texts: Sequence[ReadText], papers: Sequence[Paper]
) -> None:
    """Keep what full texts say of papers, in place of what they said of these before.

    ``papers`` are those of the texts and those that they were searched for.

    What another version of a text said is forgotten. To be called in a transaction.
    """
    names = {paper.id: names_of(connection, paper) for paper in papers}
    asked = {paper.id: asked_id(paper) for paper in papers}
    for text in texts:
        name = names[text.paper_id][0]
        query = "SELECT version FROM texts WHERE paper = ?"
        if connection.execute(query, (name,)).fetchone() != (text.version,):
            _forget(connection, names[text.paper_id])
        headings = json.dumps(text.headings, ensure_ascii=False)
        connection.execute(
            "INSERT OR REPLACE INTO texts (paper, version, headings) VALUES (?, ?, ?)",
            (name, text.version, headings),
        )
        connection.executemany(
            "INSERT OR IGNORE INTO texts_searched (paper, asked) VALUES (?, ?)",
            [(name, asked[searched]) for searched in text.searched],
        )
        connection.executemany(
            "DELETE FROM citing WHERE paper = ? AND cited = ?",
            [(name, cited) for cited_id in text.searched for cited in names[cited_id]],
        )
        connection.executemany(
            "INSERT OR REPLACE INTO citing (paper, at, cited, sentence, heading, related_work)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [
                (
                    name,
                    sentence.at,
                    names[cited][0],
                    sentence.text,
                    sentence.heading,
                    sentence.related_work,
                )
                for sentence in text.citing
                for cited in sentence.paper_ids
            ],
        )


def forget_texts(connection: sqlite3.Connection, papers: Iterable[Paper]) -> None:
    """Forget what papers' full texts say; to be called in a transaction."""
    for paper in papers:
        _forget(connection, names_of(connection, paper))


def searched_texts(
    connection: sqlite3.Connection, papers: Iterable[Paper]
) -> Mapping[str, SearchedText]:
    """Return what is known of the papers' full texts, by the ids of the papers."""
    found = {}
    for paper in papers:
        for name in names_of(connection, paper):
            query = "SELECT version, headings FROM texts WHERE paper = ?"
            if row := connection.execute(query, (name,)).fetchone():
                query = "SELECT asked FROM texts_searched WHERE paper = ?"
                asked = (one for (one,) in connection.execute(query, (name,)))
                found[paper.id] = SearchedText(row[0], tuple(json.loads(row[1])), frozenset(asked))
                break
    return found


def citing_of(
    connection: sqlite3.Connection, papers: Sequence[Paper], cited: Sequence[Paper]
) -> tuple[CitingSentence, ...]:
    """Return the sentences of the papers' full texts that cite any of ``cited``.

    They come in the order of the papers and in that of each text; so do the ids that one cites.
    """
    cited_as = _ids(connection, cited)
    query = "SELECT paper, at, sentence, heading, related_work FROM citing WHERE cited = ?"
    rows = [
        (*row, paper)
        for name, paper in cited_as.items()
        for row in connection.execute(query, (name,))
    ]
    by = _ids(connection, papers) if rows else {}
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


def is_cited(connection: sqlite3.Connection, paper: Paper) -> bool:
    """Tell whether a stored sentence of any full text cites a paper."""
    query = "SELECT 1 FROM citing WHERE cited = ? LIMIT 1"
    names = names_of(connection, paper)
    return any(connection.execute(query, (name,)).fetchone() for name in names)


def _ids(connection: sqlite3.Connection, papers: Sequence[Paper]) -> dict[str, str]:
    """Return the ids of papers by all names that something may be kept of them under."""
    found: dict[str, str] = {}
    for paper in papers:
        for name in names_of(connection, paper):
            found.setdefault(name, paper.id)
    return found


def _forget(connection: sqlite3.Connection, names: Sequence[str]) -> None:
    for table in TABLES_OF_TEXTS:
        connection.executemany(f"DELETE FROM {table} WHERE paper = ?", [(name,) for name in names])
