"""A private copy of an SQLite database that another program has open.

SQLite cannot read it where it is: Zotero locks it for as long as it runs. Its files are only read,
as any file is, so that no lock, no byte and no file beside it is left.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from time import sleep, time_ns

from citeloom.keeping.private import open_private, remove_file
from citeloom.keeping.reading import UnreadFileError, open_file
from citeloom.papers.libraries.port import LibraryError

LARGEST = 4_000_000_000
"""Bytes of a database beyond which it is not copied."""

TRIES = 4

_WITH_IT = ("", "-wal", "-journal")
_PIECE = 1 << 20
_TICK = 50_000_000
"""Nanoseconds within which a second change may leave a file's time as it was."""
_SECONDS_BETWEEN = 0.1
_NAMES_OTHERS = bytes.fromhex("d9d505f920a163d7")
"""Ends a journal that holds the path of the journal of a transaction over several databases."""

States = tuple[tuple[int, int] | None, ...]


def database_states(path: Path) -> States:
    """Return size and time of a database and of its log and journal, None for what is missing."""
    return tuple(_state(Path(f"{path}{suffix}")) for suffix in _WITH_IT)


@contextmanager
def copied_database(path: Path, folder: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection to a copy in a private folder; the copy is removed afterwards.

    Raises
    ------
    LibraryError
        If it is being changed all the time, is broken, or cannot be read.
    """
    copy = folder / path.name
    try:
        _copy(path, copy)
        # Read-write: a change that a crash left half done is taken back in the copy.
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.text_factory = partial(str, encoding="utf-8", errors="replace")
            for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "query_only=ON"):
                connection.execute(f"PRAGMA {pragma}")
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise LibraryError("it is damaged; Zotero may be able to repair it")
            yield connection
    except sqlite3.Error as error:
        raise LibraryError(f"it is not a readable database: {error}") from None
    except UnreadFileError as error:
        raise LibraryError(f"it {error.strerror}") from None
    except OSError as error:
        raise LibraryError(f"it cannot be read: {error.strerror or error}") from None
    finally:
        for suffix in (*_WITH_IT, "-shm"):
            try:
                remove_file(Path(f"{copy}{suffix}"))
            except OSError:
                continue


def _copy(path: Path, copy: Path) -> None:
    for number in range(TRIES):
        if number:
            sleep(_SECONDS_BETWEEN)
        before = database_states(path)
        if before[0] is None:
            raise LibraryError("it no longer exists")
        began = time_ns()
        _copy_files(path, copy, before)
        settled = all(state is None or abs(began - state[1]) > _TICK for state in before)
        journal = Path(f"{copy}-journal")
        if settled and database_states(path) == before and not _is_of_several(journal):
            return
    raise LibraryError("it is being written to; close Zotero or try again")


def _copy_files(path: Path, copy: Path, states: States) -> None:
    for suffix, state in zip(_WITH_IT, states, strict=True):
        target = Path(f"{copy}{suffix}")
        remove_file(target)
        if state is None:
            continue
        try:
            source = open_file(Path(f"{path}{suffix}"), LARGEST)
        except FileNotFoundError:
            continue  # It has gone meanwhile, which its state will tell.
        with source:
            descriptor = open_private(target, os.O_WRONLY | getattr(os, "O_BINARY", 0))
            try:
                left = state[0]
                while left > 0 and (piece := source.read(min(_PIECE, left))):
                    os.write(descriptor, piece)
                    left -= len(piece)
            finally:
                os.close(descriptor)


def _is_of_several(journal: Path) -> bool:
    """Tell whether SQLite would follow a journal's path out of the copy."""
    try:
        with open_file(journal) as file:
            file.seek(max(0, journal.stat().st_size - len(_NAMES_OTHERS)))
            return file.read(len(_NAMES_OTHERS)) == _NAMES_OTHERS
    except FileNotFoundError:
        return False


def _state(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise LibraryError(f"it cannot be read: {error}") from None
    return found.st_size, found.st_mtime_ns
