"""Finds papers by their words: SQLite's full-text search (FTS5) over a table of papers.

The table is called ``papers`` and has a ``number``. What is searched of a paper is one text: the
index is a third smaller than with title and abstract apart.
"""

import sqlite3
from collections.abc import Sequence
from itertools import accumulate

MOST_FOUND = 50_000
"""Papers that the words of a query have together, counted once for each word, from the rarest on:
common words take the time and tell little."""

LEAST_WORDS = 6
"""Words that are looked up however many papers have them."""

_TOKENS = "tokenize='porter unicode61 remove_diacritics 2'"
_MAKING = (
    f"""CREATE VIRTUAL TABLE words USING fts5(
        text, content='texts', content_rowid='number', {_TOKENS})""",
    "CREATE TABLE frequencies (stem TEXT PRIMARY KEY, papers INTEGER NOT NULL) WITHOUT ROWID",
    """CREATE TRIGGER words_in AFTER INSERT ON papers BEGIN
        INSERT INTO words (rowid, text) SELECT number, text FROM texts WHERE number = new.number;
    END""",
    """CREATE TRIGGER words_out BEFORE DELETE ON papers BEGIN
        INSERT INTO words (words, rowid, text)
        SELECT 'delete', number, text FROM texts WHERE number = old.number;
    END""",
)
_ASKED = (
    f"CREATE VIRTUAL TABLE temp.asked USING fts5(word, {_TOKENS})",
    "CREATE VIRTUAL TABLE temp.stems USING fts5vocab('temp', 'asked', 'instance')",
    "CREATE VIRTUAL TABLE temp.held USING fts5vocab('main', 'words', 'row')",
)


def make_word_index(
    database: sqlite3.Connection, text: str = "title || char(10) || abstract"
) -> None:
    """Make the index beside an empty table of papers, which it follows from then on.

    ``text`` is the SQL of what is searched of a paper.
    """
    database.execute(f"CREATE VIEW texts AS SELECT number, {text} AS text FROM papers")
    for statement in _MAKING:
        database.execute(statement)


def count_words(database: sqlite3.Connection) -> None:
    """Count in how many papers each word is; one that came since is taken for a rare one."""
    _make_asked(database)
    database.execute("DELETE FROM frequencies")
    database.execute("INSERT INTO frequencies SELECT term, doc FROM temp.held")


def papers_with_words(
    database: sqlite3.Connection, words: Sequence[str], most: int
) -> list[tuple[int, float]]:
    """Return the numbers of the papers with words of a query, the best first, and their BM25."""
    rarest = _rarest(database, words)
    if not rarest or most < 1:
        return []
    query = "SELECT rowid, -rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?"
    return database.execute(query, (" OR ".join(rarest), most)).fetchall()


def _rarest(database: sqlite3.Connection, words: Sequence[str]) -> list[str]:
    """Return the words that the fewest papers have, quoted."""
    quoted = ['"' + word.replace('"', '""') + '"' for word in words]
    if len(quoted) <= LEAST_WORDS:
        return quoted
    _make_asked(database)
    database.execute("DELETE FROM temp.asked")
    database.executemany("INSERT INTO temp.asked (rowid, word) VALUES (?, ?)", enumerate(words))
    counted = database.execute(
        """SELECT doc, max(coalesce(papers, 0)) AS many FROM temp.stems
        LEFT JOIN frequencies ON stem = term GROUP BY doc ORDER BY many, doc"""
    ).fetchall()
    sums = accumulate(many for _, many in counted)
    return [
        quoted[number]
        for place, ((number, _), found) in enumerate(zip(counted, sums, strict=True))
        if place < LEAST_WORDS or found <= MOST_FOUND
    ]


def _make_asked(database: sqlite3.Connection) -> None:
    """Make, for this connection alone, the tables that tell stems and where words are."""
    if not database.execute("SELECT 1 FROM temp.sqlite_schema WHERE name = 'held'").fetchone():
        for statement in _ASKED:
            database.execute(statement)
