"""Where the user's corpus is, and its store."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.corpus.port import CorpusError, CorpusStore, Embedding
from citeloom.corpus.updating import Bookmark
from citeloom.extras import import_library
from citeloom.keeping.atomic import is_temporary
from citeloom.keeping.database import open_database
from citeloom.keeping.private import read_private_json, remove_file, write_private_json

NOBODY_EMBEDS = Embedding()
"""What a corpus keeps that is searched by words alone."""

_RECORDS = ("records", "records-2")
"""Folders of the records, which are embedded anew from one into the other."""

_TABLE = "records.lance"
"""What LanceDB makes in such a folder."""


@dataclass(frozen=True, slots=True)
class CorpusFolder:
    """The folder of a corpus: its records, the lock of who writes, and where an update stopped."""

    path: Path

    @property
    def exists(self) -> bool:
        """Whether there is a corpus."""
        return _is_made(self._records)

    @property
    def bookmark(self) -> Bookmark:
        """Where an update of it stopped."""
        return Bookmark(self.path / "update.json")

    @property
    def size(self) -> int:
        """Its size in bytes; files that an update removes meanwhile do not count."""
        size = 0
        for folder, _, names in os.walk(self.path):
            for name in names:
                with suppress(OSError):
                    size += Path(folder, name).stat().st_size
        return size

    @property
    def next_records(self) -> Path:
        """Where the records are embedded anew, before they take the place of the old ones."""
        first, second = _RECORDS
        return self.path / (first if self._records.name != first else second)

    def take_next(self) -> None:
        """Let the records that were embedded anew take the place of the old ones.

        Raises
        ------
        WriteError
            If it cannot be noted; the old ones stay.
        """
        old, new = self._records, self.next_records
        write_private_json(self._pointer, {"records": new.name})
        shutil.rmtree(old, ignore_errors=True)

    def remove(self) -> None:
        """Remove all of it but the lock, which another program may be waiting for.

        Raises
        ------
        OSError
            If it cannot be removed.
        """
        for records in (self.path / name for name in _RECORDS):
            if records.is_dir():
                shutil.rmtree(records)
        for file in self.path.iterdir():
            if file in (self.bookmark.file, self._pointer) or is_temporary(file.name):
                remove_file(file)

    def open_store(self) -> CorpusStore:
        """Open its store.

        Raises
        ------
        CorpusError
            If there is none, or it cannot be used.
        MissingExtraError
            If the library is not installed.
        """
        if not self.exists:
            raise CorpusError(
                f"there is no corpus in {self.path}",
                advice="build one with 'citeloom corpus build DUMP'",
            )
        return self.make_store()

    def make_store(self, embedding: Embedding = NOBODY_EMBEDS) -> CorpusStore:
        """Open its store; raise as `open_store` does.

        Where there is none, it is made, for vectors of this embedding.
        """
        return open_records(self._records, embedding)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep others from writing; the system lets go of the lock if this process is killed.

        Raises
        ------
        CorpusError
            If another process writes.
        """
        try:
            with closing(open_database(self.path / "writing.sqlite", 0)) as connection:
                connection.execute("BEGIN EXCLUSIVE")
                yield
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise CorpusError(
                    f"another program is building or updating the corpus in {self.path}",
                    advice="wait until it has ended",
                ) from None
            raise CorpusError(f"the corpus in {self.path} cannot be used ({error})") from error
        except OSError as error:
            said = error.strerror or str(error)
            raise CorpusError(f"the corpus in {self.path} cannot be used ({said})") from error

    @property
    def _records(self) -> Path:
        kept = read_private_json(self._pointer)
        first, second = _RECORDS
        is_second = isinstance(kept, dict) and kept.get("records") == second
        return self.path / (second if is_second else first)

    @property
    def _pointer(self) -> Path:
        return self.path / "corpus.json"


def open_records(records: Path, embedding: Embedding) -> CorpusStore:
    """Open the store of a folder, which is made where there is none, for vectors of an embedding.

    Raises
    ------
    CorpusError
        If it cannot be used.
    MissingExtraError
        If the library is not installed.
    """
    import_library("lancedb", "corpus", "a corpus")
    from citeloom.corpus.lance import LanceStore

    if not _is_made(records):
        shutil.rmtree(records / _TABLE, ignore_errors=True)
    return LanceStore(records, embedding)


def _is_made(records: Path) -> bool:
    """Tell whether there is a store; one whose making was killed has no manifest yet."""
    return any((records / _TABLE).glob("_versions/*.manifest"))


def corpus_folder(context: Context, named: Path | None = None) -> CorpusFolder:
    """Return the corpus that the user named, or else the one in the user's data."""
    return CorpusFolder(named or context.user.data_folder / "corpus")
