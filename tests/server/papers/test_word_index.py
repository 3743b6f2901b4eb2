"""Papers are found by their words, whatever came, went and was changed before."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import pytest

from citeloom.papers.word_index import (
    add_words,
    index_words,
    leave_out_gone,
    make_word_index,
    papers_with_words,
)

_FAR = 3 << 15


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        made.execute("CREATE TABLE papers (number INTEGER PRIMARY KEY AUTOINCREMENT)")
        make_word_index(made)
        yield made


def keep(database: sqlite3.Connection, texts: dict[int, str]) -> None:
    database.executemany("INSERT INTO papers VALUES (?)", ((number,) for number in texts))
    add_words(database, texts.items())


def found(database: sqlite3.Connection, query: str, most: int = 9) -> list[int]:
    words = Counter(index_words(query))
    return [number for number, _ in papers_with_words(database, words, most)]


def test_rare_words_and_short_texts_count_most(database: sqlite3.Connection) -> None:
    keep(database, {1: "ants and bees", 2: "ants and many other small animals", 3: "ants"})
    assert found(database, "ants") == [3, 1, 2]
    assert found(database, "the bee of an ant") == [1, 3, 2]
    assert found(database, "ants", 1) == [3]
    assert found(database, "") == found(database, "wasps") == found(database, "ants", 0) == []


def test_accents_case_plurals_and_hyphens_make_no_difference(database: sqlite3.Connection) -> None:
    keep(database, {1: "Zero-Shot Parsing by Müller", 2: "C++ in 1999", 3: "Straße"})
    assert found(database, "STRASSE") == found(database, "strasse") == [3]
    assert found(database, "zero shot") == found(database, "MULLER") == found(database, "shots")
    assert found(database, "zero shot") == [1]
    assert found(database, "c") == found(database, "1999") == [2]


@pytest.mark.parametrize("tidied", [False, True])
def test_what_is_gone_is_found_no_more(database: sqlite3.Connection, tidied: bool) -> None:
    keep(database, {1: "ants", 2: "ants", _FAR: "ants and bees", _FAR + 1: "bees"})
    database.execute("DELETE FROM papers WHERE number IN (1, ?)", (_FAR + 1,))
    if tidied:
        leave_out_gone(database)
    assert found(database, "ants") == [2, _FAR]
    assert found(database, "bees") == [_FAR]
    # The number of a paper that is gone is not given again, or this one would be gone, too.
    number = database.execute("INSERT INTO papers DEFAULT VALUES").lastrowid or 0
    add_words(database, [(number, "bees")])
    assert found(database, "bees") == [number, _FAR]


def test_papers_that_come_later_are_found_with_the_others(database: sqlite3.Connection) -> None:
    keep(database, {1: "ants", 2: "bees"})
    keep(database, {3: "ants and bees", _FAR: "ants"})
    assert {*found(database, "ants")} == {1, 3, _FAR}
