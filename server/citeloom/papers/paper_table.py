"""Papers in one SQLite file, each once, found by their ids, their numbers and their words."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from citeloom.papers.paper import Author, Paper

_Value = TypeVar("_Value")

AT_ONCE = 2_000
"""Papers that are asked for or read in one step."""

_FIELDS = (
    *("keys", "title", "authors", "year", "venue"),
    *("doi", "arxiv_id", "pmid", "acl_id", "abstract"),
)
COLUMNS = ("id", "files", *_FIELDS)
PAPERS = f"number, {', '.join(COLUMNS)}"
"""The columns that `PaperTable.read` takes."""

_TABLES = (
    f"CREATE TABLE papers (number INTEGER PRIMARY KEY AUTOINCREMENT, {', '.join(COLUMNS)})",
    "CREATE UNIQUE INDEX papers_by_id ON papers (id)",
)
_INSERT = f"INSERT INTO papers ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"


class PaperTable:
    """The table of papers of a database, and beside it the index of their words.

    A paper keeps its number, which is never given to another one, until it is deleted. Whoever
    changes it begins and ends the transaction.

    Parameters
    ----------
    source
        Where papers come from (``Paper.sources``).
    """

    def __init__(self, database: sqlite3.Connection, source: str) -> None:
        self.database, self._source = database, source

    @property
    def is_made(self) -> bool:
        """Whether the database has any table."""
        return bool(self.database.execute("SELECT 1 FROM sqlite_schema").fetchone())

    def make(self, others: Iterable[str]) -> None:
        """Make the table in an empty database, and others by these statements."""
        # It brings NumPy, which nobody needs who searches no words.
        from citeloom.papers.word_index import make_word_index

        for statement in (*_TABLES, *others):
            self.database.execute(statement)
        make_word_index(self.database)

    def count(self) -> int:
        return int(self.database.execute("SELECT count(*) FROM papers").fetchone()[0])

    def read(self, row: Sequence[Any]) -> Paper:
        """Return the paper of a row of the columns `PAPERS`."""
        _, name, _, *found = row
        values = dict(zip(_FIELDS, found, strict=True))
        values["keys"] = tuple(json.loads(values["keys"] or "[]"))
        values["authors"] = tuple(Author(*author) for author in json.loads(values["authors"]))
        filled = {field: value for field, value in values.items() if value}
        known = dict.fromkeys((field for field in filled if field != "keys"), self._source)
        return Paper(name, sources=MappingProxyType(known), **filled)

    def where(self, column: str, values: Sequence[object]) -> Iterator[tuple[int, Paper]]:
        """Yield the numbers and papers that have one of these values in a column."""
        for some in parts(values):
            query = f"SELECT {PAPERS} FROM papers WHERE {column} IN ({marks(some)})"
            for row in self.database.execute(query, some):
                yield row[0], self.read(row)

    def scan(self) -> Iterator[Sequence[Paper]]:
        """Yield all papers by their numbers, some at a time."""
        query = f"SELECT {PAPERS} FROM papers WHERE number > ? ORDER BY number LIMIT ?"
        last = -1
        while rows := self.database.execute(query, (last, AT_ONCE)).fetchall():
            last = rows[-1][0]
            yield [self.read(row) for row in rows]

    def some(self, most: int) -> list[Paper]:
        """Return papers from all over, the same as long as nothing changes."""
        query = f"SELECT {PAPERS} FROM papers WHERE number % ? = 0 ORDER BY number LIMIT ?"
        step = max(1, self.count() // most)
        return [self.read(row) for row in self.database.execute(query, (step, most))]

    def search(self, text: str, most: int) -> list[tuple[float, Paper]]:
        """Return the papers that have words of a text with their scores, the best first."""
        from citeloom.papers.word_index import index_words, papers_with_words

        scores = papers_with_words(self.database, Counter(index_words(text)), most)
        papers = dict(self.where("number", [number for number, _ in scores]))
        # Another program may have deleted one meanwhile.
        return [(score, papers[number]) for number, score in scores if number in papers]

    def add(self, rows: Iterable[tuple[Sequence[object], str]]) -> list[int]:
        """Take in rows, each with the text that its paper is found by; return their numbers."""
        from citeloom.papers.word_index import add_words

        added = [(self.database.execute(_INSERT, row).lastrowid or 0, text) for row, text in rows]
        add_words(self.database, added)
        return [number for number, _ in added]

    def delete(self, names: Iterable[str]) -> None:
        """Delete the papers of ids; of others nothing is said."""
        one = ((name,) for name in names)
        self.database.executemany("DELETE FROM papers WHERE id = ?", one)

    def tidy(self) -> None:
        """Take deleted papers out of the words, where each search passes over them until then."""
        from citeloom.papers.word_index import leave_out_gone

        leave_out_gone(self.database)


def row_of(paper: Paper, files: Sequence[str] = ()) -> tuple[object, ...]:
    """Return the row of a paper, and of the files that its PDFs may be in."""
    values = (getattr(paper, name) for name in _FIELDS)
    return (
        paper.id,
        json.dumps(files) if files else "",
        *(
            json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else value
            for value in values
        ),
    )


def parts(values: Sequence[_Value]) -> Iterator[Sequence[_Value]]:
    """Yield values in parts that one query can name."""
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]


def marks(values: Sequence[object]) -> str:
    """Return a question mark for each value of a query."""
    return ", ".join("?" * len(values))
