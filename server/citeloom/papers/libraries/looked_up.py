"""The papers that services proved, for whichever project of the user's they were looked up."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from citeloom.papers.libraries.library_error import LibraryError
from citeloom.papers.libraries.port import Library, LibraryItem
from citeloom.papers.store.searches import proved_papers, state_of_searches
from citeloom.papers.store.store import Store, StoreError

SOURCE = "looked_up"


@dataclass(frozen=True)
class LookedUpPapers(Library):
    """What the store says of them: the services' words, and nothing of any project's files."""

    store: Path
    name: str = SOURCE

    @property
    def place(self) -> Path:
        return self.store

    def state(self) -> str:
        """Return a text that changes when papers are looked up; empty without a store."""
        if not self.store.exists():
            return ""
        try:
            with Store.open(self.store) as store:
                return store.read(state_of_searches)
        except StoreError as error:
            raise LibraryError(str(error)) from None

    def read(self) -> Iterator[LibraryItem]:
        """Yield the papers by their names.

        Raises
        ------
        LibraryError
            If the store cannot be read.
        """
        try:
            with Store.open(self.store) as store:
                yield from map(LibraryItem, store.read(proved_papers))
        except StoreError as error:
            raise LibraryError(str(error)) from None
