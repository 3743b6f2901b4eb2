"""Finds papers by their words: BM25, from an index of words in SQLite; imports NumPy.

It stands beside a table ``papers`` with a ``number`` that is never given twice. SQLite's own
full-text search computes BM25 ten times as slowly (docs/measurements.md).
"""

import re
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import lru_cache

import numpy as np

from citeloom.papers.paper import Paper
from citeloom.words import STOP_WORDS, stem

MOST_WORDS = 400
"""Words of a query that are looked up, those that count most."""

_K1, _B = 1.2, 0.75

_USUAL_LENGTH = 85
"""The words that count of a paper's title and abstract, in the mean of 24,000; a word says the more
the shorter its paper is beside this. It is fixed, so that a weight is, once it is written."""

_PART = 1 << 15
"""Papers of one row of a word, by their numbers: a common word is not written anew as a whole."""

_HOLDER = np.dtype([("place", "<u2"), ("weight", "u1")])
"""A paper that has a word: its place in its part, and BM25's weight of the word, 255 for 1."""

_WORD = re.compile(r"[^\W_]+")
_TABLES = (
    "CREATE TABLE words (word TEXT, part INTEGER, holders BLOB, UNIQUE (word, part))",
    "CREATE TABLE gone (number INTEGER PRIMARY KEY)",
    """CREATE TRIGGER words_out AFTER DELETE ON papers BEGIN
        INSERT INTO gone VALUES (old.number);
    END""",
)


def index_words(text: str) -> list[str]:
    """Return the words by which a text is found: stems without accents; stop words are left out."""
    letters = unicodedata.normalize("NFC", text.casefold())
    return [
        stem(word if word.isascii() else _without_accents(word))
        for word in _WORD.findall(letters)
        if word not in STOP_WORDS
    ]


@lru_cache(maxsize=1 << 12)
def _without_accents(word: str) -> str:
    apart = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def make_word_index(database: sqlite3.Connection) -> None:
    """Make the index beside an empty table of papers."""
    for statement in _TABLES:
        database.execute(statement)


def add_words(database: sqlite3.Connection, texts: Iterable[tuple[int, str]]) -> None:
    """Take in papers, each with its number and its text."""
    vocabulary: dict[str, int] = {}
    numbers, lengths, found = [], [], []
    for number, text in texts:
        words = index_words(text)
        numbers.append(number)
        lengths.append(len(words))
        found += [vocabulary.setdefault(word, len(vocabulary)) for word in words]
    if not found:
        return
    # Sorted by word, then by paper; each pair once, with how often the paper has the word.
    pairs = np.array(found) * len(numbers) + np.repeat(np.arange(len(numbers)), lengths)
    pairs, counts = np.unique(pairs, return_counts=True)
    word, row = np.divmod(pairs, len(numbers))
    length = np.array(lengths)[row] / _USUAL_LENGTH
    part, place = np.divmod(np.array(numbers)[row], _PART)
    holders = np.empty(len(pairs), _HOLDER)
    holders["place"] = place
    holders["weight"] = np.ceil(255 * counts / (counts + _K1 * (1 - _B + _B * length)))
    begins = np.flatnonzero(np.diff(word, prepend=-1) | np.diff(part, prepend=-1))
    names, ends = [*vocabulary], [*begins[1:], len(pairs)]
    database.executemany(
        """INSERT INTO words VALUES (?, ?, ?) ON CONFLICT DO UPDATE
        SET holders = CAST(holders || excluded.holders AS BLOB)""",
        (
            (names[word[begin]], int(part[begin]), holders[begin:end].tobytes())
            for begin, end in zip(begins, ends, strict=True)
        ),
    )


def leave_out_gone(database: sqlite3.Connection) -> None:
    """Take papers that are gone out of the index; until then each search passes them over."""
    gone = _gone(database)
    for part in np.unique(gone // _PART).tolist():
        places = gone[gone // _PART == part] % _PART
        rows = database.execute("SELECT rowid, holders FROM words WHERE part = ?", (part,))
        for row, kept in rows.fetchall():
            holders = np.frombuffer(kept, _HOLDER)
            left = holders[~np.isin(holders["place"], places)]
            if not len(left):
                database.execute("DELETE FROM words WHERE rowid = ?", (row,))
            elif len(left) < len(holders):
                changed = (left.tobytes(), row)
                database.execute("UPDATE words SET holders = ? WHERE rowid = ?", changed)
    database.execute("DELETE FROM gone")


def papers_with_words(
    database: sqlite3.Connection, words: Mapping[str, float], most: int
) -> list[tuple[int, float]]:
    """Return the numbers of the papers with words of a query, the best first, and their BM25.

    ``words`` are such as `index_words` returns, each with how much it counts.
    """
    if most < 1:
        return []
    (count,) = database.execute("SELECT coalesce(max(number), 0) FROM papers").fetchone()
    scores = np.zeros(0, np.float32)
    for word in sorted(words, key=lambda word: -words[word])[:MOST_WORDS]:
        rows = database.execute("SELECT part, holders FROM words WHERE word = ?", (word,))
        found = {part: np.frombuffer(kept, _HOLDER) for part, kept in rows}
        having = sum(map(len, found.values()))
        rarity = np.log1p((max(count, having) - having + 0.5) / (having + 0.5))
        factor = np.float32(words[word] * rarity * (_K1 + 1) / 255)
        # Another process may have added papers since they were counted.
        scores.resize(max(len(scores), (max(found, default=-1) + 1) * _PART), refcheck=False)
        for part, holders in found.items():
            own = scores[part * _PART : (part + 1) * _PART]
            own[holders["place"]] += factor * holders["weight"]
    gone = _gone(database)
    scores[gone[gone < len(scores)]] = 0
    found_at = np.flatnonzero(scores)
    if most < len(found_at):
        # Of the scores of papers that were found alone: NumPy is slow where most are equal.
        bound = np.partition(scores[found_at], -most)[-most]
        found_at = np.flatnonzero(scores >= bound)
    order = found_at[np.lexsort((found_at, -scores[found_at]))][:most]
    return list(zip(order.tolist(), scores[order].tolist(), strict=True))


def best_papers(text: str, papers: Sequence[Paper], most: int) -> list[Paper]:
    """Return those of the given papers that share words with a text, the best first by BM25.

    Their keys and `searched_text` are searched; keys and titles count three times.
    """
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE papers (number INTEGER PRIMARY KEY)")
        database.execute("INSERT INTO papers VALUES (?)", (len(papers),))
        make_word_index(database)
        texts = (
            " ".join((*3 * paper.keys, *2 * (paper.title,), searched_text(paper)))
            for paper in papers
        )
        add_words(database, enumerate(texts, start=1))
        found = papers_with_words(database, Counter(index_words(text)), most)
        return [papers[number - 1] for number, _ in found]


def searched_text(paper: Paper) -> str:
    """Return the text that a paper is found by in a library."""
    people = (f"{author.given} {author.family}" for author in paper.authors)
    return " ".join((paper.title, *people, paper.venue, str(paper.year or ""), paper.abstract))


def _gone(database: sqlite3.Connection) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.array([number for (number,) in database.execute("SELECT * FROM gone")], np.int64)
