"""The papers that services proved, for whichever project of the user's they were looked up.

Of what the store says these are the services' words, and nothing of any project's files.
"""

from collections.abc import Iterable
from pathlib import Path

from citeloom.papers.libraries.port import KeptLibrary, LibraryError
from citeloom.papers.paper import Paper
from citeloom.papers.store.searches import proved_papers, state_of_searches
from citeloom.papers.store.store import Store, StoreError

SOURCE = "looked_up"


def looked_up_papers(store: Path) -> KeptLibrary:
    """Return the papers of a store as a library."""
    return KeptLibrary(SOURCE, store, _state, _papers)


def _state(store: Path) -> str:
    if not store.exists():
        return ""
    try:
        with Store.open(store) as opened:
            return opened.read(state_of_searches)
    except StoreError as error:
        raise LibraryError(str(error)) from None


def _papers(store: Path) -> Iterable[Paper]:
    try:
        with Store.open(store) as opened:
            return opened.read(proved_papers)
    except StoreError as error:
        raise LibraryError(str(error)) from None
