"""Citation keys that Better BibTeX keeps beside Zotero's database."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from citeloom.keeping.reading import LARGEST_TEXT, is_regular, read_file
from citeloom.papers.libraries.port import LibraryError
from citeloom.papers.libraries.zotero.database_copy import copied_database

DATABASES = ("better-bibtex.sqlite", "better-bibtex.migrated")
READ_ONLY = "better-bibtex/read-only.json"
"""Keys of groups that their user may not change, from version 8 on."""

ItemName = tuple[object, object]
"""A library's id and the key of an item in it."""


def better_bibtex_keys(folder: Path, private: Path) -> dict[ItemName, tuple[str, ...]]:
    """Return the citation keys of items; what cannot be read is left out."""
    found: dict[ItemName, tuple[str, ...]] = {}
    sources = [_of_database(folder / DATABASES[0], private), _of_json(folder / READ_ONLY)]
    for source in (*sources, _of_database(folder / DATABASES[1], private)):
        with suppress(LibraryError):
            for library, item, key in source:
                if isinstance(key, str) and key:
                    found[library, item] = (*found.get((library, item), ()), key)
    return found


def _of_database(path: Path, private: Path) -> Iterator[tuple[object, object, object]]:
    if is_regular(path):
        with copied_database(path, private) as database:
            query = "SELECT libraryID, itemKey, citationKey FROM citationkey"
            yield from database.execute(query).fetchall()


def _of_json(path: Path) -> Iterator[tuple[object, object, object]]:
    try:
        values = json.loads(read_file(path, LARGEST_TEXT))
    except (OSError, ValueError, RecursionError):
        return
    for value in values if isinstance(values, list) else ():
        if isinstance(value, dict):
            names = (value.get("libraryID"), value.get("itemKey"), value.get("citationKey"))
            if not any(isinstance(name, list | dict) for name in names):
                yield names
