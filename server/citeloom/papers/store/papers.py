"""The tables of papers: each under one name of the store's, found by every name that it has."""

import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from citeloom.papers.identity import aliases, may_be_one, short_hash, title_id, titles_agree
from citeloom.papers.paper import Paper, known_fields
from citeloom.papers.paper_json import field_from_column, field_to_column
from citeloom.papers.store import days
from citeloom.papers.store.trust import is_shared, licence, trust

_PUT = """
    INSERT OR REPLACE INTO fields (paper, field, value, source, at, licence)
    VALUES (?, ?, ?, ?, ?, ?)
"""
_OF_ONE_PAPER = (
    "fields",
    "found",
)
"""Tables of which a paper may have a row once."""

_NOBODY = "nobody"
"""What a title names that several papers have."""

_NOTHING = Paper("")


def put_papers(connection: sqlite3.Connection, papers: Collection[Paper]) -> None:
    """Add what services say of papers to what is stored of them, as `put_paper` does."""
    day = days.today().isoformat()
    for paper in papers:
        put_paper(connection, paper, day)


def put_paper(connection: sqlite3.Connection, paper: Paper, day: str) -> str:
    """Add what is known about a paper to what is stored of it; return the name it is stored under.

    A value replaces the one of a source that is trusted no more than its own. Where an identifier
    leads to a paper with another title, the one whose title is better known keeps it. To be
    called in a transaction.

    What a .bib says is left out: it belongs to its project, and would serve all others from here.
    """
    paper = _shared(paper)
    if not known_fields(paper):
        return paper.id
    name = _name(connection, paper)
    stored = {
        field: (value, source)
        for field, value, source in connection.execute(
            "SELECT field, value, source FROM fields WHERE paper = ?", (name,)
        )
    }
    rows = []
    for field in known_fields(paper):
        value, source = field_to_column(getattr(paper, field)), paper.sources.get(field, "")
        before, its_source = stored.get(field, (None, ""))
        if (value, source) != (before, its_source) and trust(source) >= trust(its_source):
            rows.append((name, field, value, source, day, licence(source)))
    connection.executemany(_PUT, rows)
    for alias in (name, *aliases(paper)):
        _name_it(connection, alias, name)
    return name


def get_papers(connection: sqlite3.Connection, ids: Collection[str]) -> dict[str, Paper]:
    """Return the papers that have these ids, by id, without those that are not there."""
    found = ((name, get_paper(connection, name)) for name in dict.fromkeys(ids))
    return {name: paper for name, paper in found if paper}


def get_paper(connection: sqlite3.Connection, alias: str) -> Paper | None:
    """Return the paper of any of its names, which becomes its id; None where it is not stored."""
    name = stored_name(connection, alias)
    paper = _stored(connection, name, alias) if name is not None else None
    return paper if paper and known_fields(paper) else None


def stored_name(connection: sqlite3.Connection, alias: str) -> str | None:
    """Return the name under which the paper of an alias is stored; None without one."""
    row = connection.execute("SELECT paper FROM aliases WHERE alias = ?", (alias,)).fetchone()
    return row[0] if row else None


def day_of(connection: sqlite3.Connection, paper: Paper, field: str) -> str:
    """Return the day (ISO) on which a field of a paper came; empty if it is not stored."""
    for alias in aliases(paper):
        home = stored_name(connection, alias)
        if home is None or not titles_agree(_stored(connection, home, home).title, paper.title):
            continue
        query = "SELECT at FROM fields WHERE paper = ? AND field = ?"
        if row := connection.execute(query, (home, field)).fetchone():
            return str(row[0])
    return ""


def _shared(paper: Paper) -> Paper:
    own = [field for field in known_fields(paper) if not is_shared(paper.sources.get(field, ""))]
    if not own:
        return paper
    nothing: dict[str, Any] = {field: getattr(_NOTHING, field) for field in own}
    sources = {field: source for field, source in paper.sources.items() if field not in own}
    return replace(paper, sources=sources, **nothing)


def _name(connection: sqlite3.Connection, paper: Paper) -> str:
    homes: list[str] = []
    for alias in aliases(paper):
        home = stored_name(connection, alias)
        if home is None or home == _NOBODY or home in homes:
            continue
        there = _stored(connection, home, home)
        same_title = titles_agree(there.title, paper.title)
        if same_title and (alias == paper.id or may_be_one(there, paper)):
            homes.append(home)
        elif not same_title and _knows_better(paper, there) and alias != title_id(paper):
            _move(connection, home, _free_name(connection, there))
            connection.execute("DELETE FROM aliases WHERE alias IN (?, ?)", (alias, home))
            homes.append(home)
    if not homes:
        return _free_name(connection, paper, paper.id)
    first, *others = homes
    for other in others:
        _move(connection, other, first)
    return first


def _knows_better(paper: Paper, there: Paper) -> bool:
    return trust(paper.sources.get("title", "")) > trust(there.sources.get("title", ""))


def _free_name(connection: sqlite3.Connection, paper: Paper, *first: str) -> str:
    """Return a name that no other paper has, for a paper that must get one."""
    by_title = title_id(paper)
    for name in (*first, by_title):
        if name == by_title != "" or stored_name(connection, name) is None:
            return name
    return "stored:" + short_hash(repr((paper.id, paper.title, paper.authors, paper.year)))


def _move(connection: sqlite3.Connection, one: str, other: str) -> None:
    """Give what is stored under one name to another, which keeps what it has."""
    if one == other:
        return
    for table in _OF_ONE_PAPER:
        connection.execute(f"UPDATE OR IGNORE {table} SET paper = ? WHERE paper = ?", (other, one))
        connection.execute(f"DELETE FROM {table} WHERE paper = ?", (one,))
    for table in ("aliases", "searches"):
        connection.execute(f"UPDATE {table} SET paper = ? WHERE paper = ?", (other, one))


def _name_it(connection: sqlite3.Connection, alias: str, name: str) -> None:
    home = stored_name(connection, alias)
    if home is None:
        connection.execute("INSERT INTO aliases (alias, paper) VALUES (?, ?)", (alias, name))
    elif home != name and alias.startswith("title:") and alias not in (name, home):
        connection.execute("UPDATE aliases SET paper = ? WHERE alias = ?", (_NOBODY, alias))


def _stored(connection: sqlite3.Connection, name: str, alias: str) -> Paper:
    query = "SELECT field, value, source FROM fields WHERE paper = ?"
    rows: Iterable[tuple[str, object, str]] = connection.execute(query, (name,)).fetchall()
    values = {field: field_from_column(field, value) for field, value, _ in rows}
    return Paper(alias, sources={field: source for field, _, source in rows}, **values)
