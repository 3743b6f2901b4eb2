"""The papers that services proved, for whichever project of the user's they were looked up.

Of what the store says these are the services' words, and nothing of any project's files.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from citeloom.papers.libraries.port import KeptLibrary, LibraryError
from citeloom.papers.store.searches import proved_papers, state_of_searches
from citeloom.papers.store.store import Store, StoreError

SOURCE = "looked_up"

_Value = TypeVar("_Value")


def looked_up_papers(store: Path) -> KeptLibrary:
    """Return the papers of a store as a library."""
    return KeptLibrary(SOURCE, store, _state, lambda path: _read(path, proved_papers))


def _state(store: Path) -> str:
    return _read(store, state_of_searches) if store.exists() else ""


def _read(store: Path, read: Callable[[sqlite3.Connection], _Value]) -> _Value:
    try:
        with Store.open(store) as opened:
            return opened.read(read)
    except StoreError as error:
        raise LibraryError(str(error)) from None
