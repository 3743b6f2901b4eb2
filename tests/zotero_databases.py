"""Databases as Zotero 7, 9 and 10 have them: by our own tables, with what is read of them."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from projects import sample

_TABLES = sample("zotero_databases_tables")
_TYPES = ("journalArticle", "conferencePaper", "book", "case", "preprint", "attachment", "note")
_FIELDS = (
    "title", "caseName", "date", "abstractNote", "DOI", "citationKey", "extra", "url",
    "publicationTitle", "proceedingsTitle", "archiveID",
)  # fmt: skip
_VERSIONS = {7: 123, 9: 125, 10: 129}
USER, GROUP, FEED = 1, 2, 3


@dataclass(frozen=True)
class ZoteroItem:
    """An item; ``fields`` are named as Zotero names them, ``bbt`` is Better BibTeX's own key.

    ``pdfs`` are modes of links and paths; the keys of those of item ``A`` are ``AP0``, ``AP1``, …
    """

    key: str
    fields: dict[str, str] = field(default_factory=dict)
    authors: Sequence[tuple[str, str]] = ()
    editors: Sequence[tuple[str, str]] = ()
    type: str = "journalArticle"
    library: int = USER
    trashed: bool = False
    bbt: str = ""
    pdfs: Sequence[tuple[int, str]] = ()


def make_zotero(folder: Path, items: Iterable[ZoteroItem], version: int = 9) -> Path:
    """Make a data folder of Zotero of a version; return the path of its database."""
    folder.mkdir(parents=True, exist_ok=True)
    path, items = folder / "zotero.sqlite", list(items)
    with closing(sqlite3.connect(path)) as database:
        if version >= 10:
            database.execute("PRAGMA journal_mode = WAL")
        database.executescript(_TABLES)
        database.execute(
            "INSERT INTO version VALUES ('userdata', ?)", (_VERSIONS.get(version, version),)
        )
        for number, kind in enumerate(("user", "group", "feed"), 1):
            database.execute("INSERT INTO libraries VALUES (?, ?, 1)", (number, kind))
        database.execute("INSERT INTO groups VALUES (77, 2, 'A group')")
        for table, names in (("itemTypes", _TYPES), ("fields", _FIELDS)):
            database.executemany(f"INSERT INTO {table} VALUES (?, ?)", enumerate(names, 1))
        database.executemany(
            "INSERT INTO creatorTypes VALUES (?, ?)", ((1, "author"), (2, "editor"))
        )
        add_items(database, items)
        database.commit()
    if keys := [item for item in items if item.bbt]:
        _keep_keys(folder, keys, version)
    return path


def add_items(database: sqlite3.Connection, items: Iterable[ZoteroItem]) -> None:
    """Add items; to be committed."""
    values = {
        value: number
        for number, value in database.execute("SELECT valueID, value FROM itemDataValues")
    }
    (item_id,) = database.execute("SELECT ifnull(max(itemID), 0) FROM items").fetchone()
    (creator,) = database.execute("SELECT ifnull(max(creatorID), 0) FROM creators").fetchone()
    for item in items:
        item_id += 1
        row = (item_id, _TYPES.index(item.type) + 1, item.library, item.key)
        database.execute(
            "INSERT INTO items (itemID, itemTypeID, libraryID, key) VALUES (?, ?, ?, ?)", row
        )
        for name, value in item.fields.items():
            if value not in values:
                values[value] = len(values) + 1
                database.execute("INSERT INTO itemDataValues VALUES (?, ?)", (values[value], value))
            number = _FIELDS.index(name) + 1
            database.execute(
                "INSERT INTO itemData VALUES (?, ?, ?)", (item_id, number, values[value])
            )
        for place, (kind, last, first) in enumerate(_people(item)):
            creator += 1
            mode = 0 if first else 1
            database.execute(
                "INSERT INTO creators VALUES (?, ?, ?, ?)", (creator, first, last, mode)
            )
            database.execute(
                "INSERT INTO itemCreators VALUES (?, ?, ?, ?)", (item_id, creator, kind, place)
            )
        parent = item_id
        for number, (mode, path) in enumerate(item.pdfs):
            item_id += 1
            row = (item_id, _TYPES.index("attachment") + 1, item.library, f"{item.key}P{number}")
            database.execute(
                "INSERT INTO items (itemID, itemTypeID, libraryID, key) VALUES (?, ?, ?, ?)", row
            )
            database.execute(
                "INSERT INTO itemAttachments VALUES (?, ?, ?, 'application/pdf', ?)",
                (item_id, parent, mode, path),
            )
        if item.trashed:
            database.execute("INSERT INTO deletedItems (itemID) VALUES (?)", (parent,))


def _people(item: ZoteroItem) -> Iterator[tuple[int, str, str]]:
    for kind, people in ((2, item.editors), (1, item.authors)):
        for last, first in people:
            yield kind, last, first


def _keep_keys(folder: Path, items: Sequence[ZoteroItem], version: int) -> None:
    """Keep Better BibTeX's keys where its version for this Zotero has them."""
    if version >= 9:
        (folder / "better-bibtex").mkdir(exist_ok=True)
        rows = [
            {"itemID": 0, "itemKey": item.key, "libraryID": item.library, "citationKey": item.bbt}
            for item in items
        ]
        (folder / "better-bibtex/read-only.json").write_text(json.dumps(rows))
        return
    with closing(sqlite3.connect(folder / "better-bibtex.sqlite")) as database:
        database.execute(
            "CREATE TABLE citationkey (itemID, itemKey, libraryID, citationKey, pinned)"
        )
        database.executemany(
            "INSERT INTO citationkey VALUES (0, ?, ?, ?, 0)",
            ((item.key, item.library, item.bbt) for item in items),
        )
        database.commit()
