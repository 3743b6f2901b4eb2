"""The file of the store: made private, recognised, begun anew where it is old or broken."""

import contextlib
import errno
import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from citeloom.keeping.database import error_code, make_database_file, open_database
from citeloom.keeping.private import write_private
from citeloom.papers.store.schema import OWN_ABSTRACTS, SCHEMA, VERSION
from citeloom.problem import InputError

APPLICATION_ID = int.from_bytes(b"CtLm", "big")
"""Marks a SQLite file as ours, so that no other is ever touched."""

BUSY_SECONDS = 10.0
"""How long to wait for another process that is writing."""

_COMPANIONS = ("-wal", "-journal")


class StoreError(InputError):
    """The store cannot be used; nothing was half written and the caller can go on without it."""

    def __init__(self, path: Path, problem: str, advice: str) -> None:
        super().__init__(f"{path}: {problem}; {advice}")


class StoreTooNew(StoreError):  # noqa: N818 (the name says it)
    """The store was written by a newer version of the program."""

    def __init__(self, path: Path, found: int) -> None:
        super().__init__(
            path,
            f"this store of papers has version {found}, newer than version {VERSION}, "
            "the last that this Citeloom can read; it was left as it is",
            "update Citeloom or choose another data folder",
        )


@dataclass(frozen=True, slots=True)
class FileIdentity:
    """Which file a path named once; it can come to name another one."""

    device: int
    inode: int


def make_file(path: Path) -> FileIdentity:
    """Make the file and its folder, private to the user, where they are missing."""
    make_database_file(path)
    return identity(path)


def connect(path: Path) -> tuple[sqlite3.Connection, Path | None]:
    """Connect to the file; begin one of an earlier version anew.

    Returns
    -------
    The connection, and where a copy of the file as it was lies now; None where it stayed.

    Raises
    ------
    StoreError
        If the file is not ours or, as StoreTooNew, of a later version.
    sqlite3.Error, OSError
        If it cannot be opened, read or written, or is broken (see ``is_broken``).
    """
    connection = open_database(path, BUSY_SECONDS, several_threads=True)
    try:
        # What is forgotten is to be gone from the disk too.
        connection.execute("PRAGMA secure_delete = ON")
        with transaction(connection, "BEGIN"):
            version = _version(connection, path)
        aside = None if version == VERSION else _begin_anew(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection, aside


def move_aside(path: Path, broken: FileIdentity) -> Path | None:
    """Rename a broken file, unless another process has replaced it meanwhile.

    Returns
    -------
    Where it lies now; None where ``path`` no longer names the broken file.
    """
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    with contextlib.suppress(FileNotFoundError):
        if identity(path) != broken:
            return None
        # A log that stayed behind would be played into the new file, so it goes first.
        for companion in _COMPANIONS:
            with contextlib.suppress(FileNotFoundError):
                _beside(path, companion).rename(_beside(aside, companion))
        _beside(path, "-shm").unlink(missing_ok=True)
        path.rename(aside)
        return aside
    return None


def is_broken(error: sqlite3.Error) -> bool:
    """Tell whether an error means that the file is no whole SQLite database."""
    return error_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Keep all that is done within, or nothing."""
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A full disk ends the transaction by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextlib.contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Raise what goes wrong with the file within as a StoreError that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        problem, advice = _EXPLANATIONS.get(
            error_code(error), (f"cannot be used ({error})", "choose another data folder")
        )
        raise StoreError(path, problem, advice) from error
    except OSError as error:
        problem, advice = f"cannot be used ({error.strerror or error})", _MAKE_WRITABLE
        if error.errno == errno.ENOSPC:
            problem, advice = _FULL
        raise StoreError(path, problem, advice) from error


_MAKE_WRITABLE = "make the file and its folder readable and writable, or choose another data folder"
_FULL = ("the disk is full", "free some space or choose another data folder")
_IN_USE = ("is used by another program", "try again when that program is closed")
_EXPLANATIONS = {
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_PROTOCOL: _IN_USE,
    sqlite3.SQLITE_READONLY: ("cannot be written", _MAKE_WRITABLE),
    sqlite3.SQLITE_PERM: ("cannot be written", _MAKE_WRITABLE),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", _MAKE_WRITABLE),
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR: (
        "cannot be read or written",
        "check whether the disk is full or missing, or choose another data folder",
    ),
}


def tables(connection: sqlite3.Connection) -> list[str]:
    """Return the names of the tables."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    return [name for (name,) in connection.execute(query)]


def files_aside(path: Path) -> list[Path]:
    """Return the files that were moved aside, and what belongs to them."""
    return sorted(
        it for kind in ("broken", "older") for it in path.parent.glob(f"{path.name}.{kind}-*")
    )


def identity(path: Path) -> FileIdentity:
    """Return which file a path names, or raise OSError."""
    found = path.stat()
    return FileIdentity(found.st_dev, found.st_ino)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the version of the tables, 0 for a new file; refuse what is not ours or too new.

    To be called in a transaction, so that all is seen as of one moment.
    """
    application = _number(connection, "PRAGMA application_id")
    version = _number(connection, "PRAGMA user_version")
    tables = _number(connection, "SELECT count(*) FROM sqlite_master")
    if application != APPLICATION_ID and (application or version or tables):
        raise StoreError(
            path,
            "this SQLite file belongs to another program and was left as it is",
            "move it away or choose another data folder",
        )
    if version > VERSION:
        raise StoreTooNew(path, version)
    return version


def _begin_anew(connection: sqlite3.Connection, path: Path) -> Path | None:
    """Make the tables in a file that is new or of an earlier version; return where a copy lies.

    All is done in one transaction of the file itself, so that a program that is killed leaves it
    as it was, and others that have it open, older ones among them, write before that or after.
    """
    # Where there is no shared memory (network folders) or another process is just opening the
    # file, it stays in the journal mode that it has, which is as safe, if slower.
    with contextlib.suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA journal_mode = WAL")
    with transaction(connection):
        if _version(connection, path) == VERSION:  # Another process has been faster.
            return None
        earlier = tables(connection)
        aside = _copy(connection, path) if earlier else None
        for table in earlier:
            if table != OWN_ABSTRACTS:
                connection.execute(f"DROP TABLE {table}")
        for statement in SCHEMA:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    return aside


def _copy(connection: sqlite3.Connection, path: Path) -> Path:
    """Write what the file holds to one beside it, whose name says what is in it.

    So one that is left when the rest fails is written again, not once more.
    """
    content = connection.serialize()
    aside = _beside(path, f".older-{hashlib.sha256(content).hexdigest()[:12]}")
    write_private(aside, content)
    return aside
