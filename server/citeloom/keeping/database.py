"""SQLite databases that are private to the user."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from citeloom.keeping.private import open_private, remove_file


def open_database(
    path: Path, seconds_to_wait: float, *, several_threads: bool = False
) -> sqlite3.Connection:
    """Open a database, and make it if it is missing; every statement is committed at once.

    Parameters
    ----------
    seconds_to_wait
        How long to wait while another process uses it.
    several_threads
        Whether other threads will use it too, one at a time.

    Raises
    ------
    OSError, sqlite3.Error
        If it cannot be opened.
    """
    make_database_file(path)
    return sqlite3.connect(
        path,
        timeout=seconds_to_wait,
        isolation_level=None,
        check_same_thread=not several_threads,
    )


def make_database_file(path: Path) -> None:
    """Make the file if it is missing; raise OSError if that fails."""
    # SQLite gives its companion files the permissions that it finds on the file itself.
    # An existing file is not opened: on POSIX, closing it would drop the locks that other
    # connections of this process hold on it.
    with suppress(FileExistsError):
        os.close(open_private(path, os.O_RDWR | os.O_EXCL))


def remove_database(path: Path) -> None:
    """Remove a database and what SQLite has put beside it; raise OSError if that fails."""
    for end in ("-journal", "-wal", "-shm", ""):
        remove_file(Path(f"{path}{end}"))


def take_lock(connection: sqlite3.Connection) -> bool:
    """Take the lock of a database until it is closed; tell whether no other process has it.

    SQLite's lock is the same on all systems, which give it back when a process ends in any way.

    Raises
    ------
    sqlite3.Error
        If the database cannot be used.
    """
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if error_code(error) != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True


def error_code(error: sqlite3.Error) -> int:
    """Return what kind of error SQLite reports."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
