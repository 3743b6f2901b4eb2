"""The file of the store: made private, recognised, brought up to date, replaced where broken."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from citeloom.keeping.database import make_database_file, open_database
from citeloom.papers.store.taking_over import keep_services_facts
from citeloom.problem import InputError

APPLICATION_ID = int.from_bytes(b"CtLm", "big")
"""Marks a SQLite file as ours, so that nobody else's is ever touched."""

Migration = str | Callable[[sqlite3.Connection], None]
"""A step to the next version: a statement, or what calls some."""

MIGRATIONS: tuple[tuple[Migration, ...], ...] = (
    (
        """
        CREATE TABLE fields (
            paper TEXT NOT NULL,
            field TEXT NOT NULL,
            value NOT NULL,
            source TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (paper, field)
        ) WITHOUT ROWID
        """,
    ),
    # Searches: every name of a paper, what each service said of it, how a search for it ended.
    (
        "ALTER TABLE fields ADD COLUMN licence TEXT NOT NULL DEFAULT ''",
        """
        CREATE TABLE aliases (
            alias TEXT PRIMARY KEY,
            paper TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE INDEX aliases_of_paper ON aliases (paper)",
        "INSERT INTO aliases SELECT DISTINCT paper, paper FROM fields",
        """
        INSERT OR IGNORE INTO aliases
        SELECT 'doi:' || value, paper FROM fields
        WHERE field = 'doi' AND value NOT LIKE '10.48550/arxiv.%'
        """,
        """
        INSERT OR IGNORE INTO aliases
        SELECT 'arxiv:' || value, paper FROM fields WHERE field = 'arxiv_id'
        """,
        """
        CREATE TABLE found (
            paper TEXT NOT NULL,
            service TEXT NOT NULL,
            at TEXT NOT NULL,
            said TEXT NOT NULL,
            PRIMARY KEY (paper, service)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE searches (
            asked TEXT PRIMARY KEY,
            paper TEXT NOT NULL,
            at TEXT NOT NULL,
            until TEXT NOT NULL,
            ended TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE INDEX searches_of_paper ON searches (paper)",
    ),
    # Key elements that a model extracted from a paper.
    (
        """
        CREATE TABLE key_elements (
            paper TEXT NOT NULL,
            number INTEGER NOT NULL,
            name TEXT NOT NULL,
            sentence TEXT NOT NULL,
            source TEXT NOT NULL,
            day TEXT NOT NULL,
            PRIMARY KEY (paper, number)
        ) WITHOUT ROWID
        """,
    ),
    # Full texts: their headings, whom they were searched for, their sentences that cite papers.
    (
        """
        CREATE TABLE texts (
            paper TEXT PRIMARY KEY,
            version TEXT NOT NULL,
            headings TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE texts_searched (
            paper TEXT NOT NULL,
            asked TEXT NOT NULL,
            PRIMARY KEY (paper, asked)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE citing (
            paper TEXT NOT NULL,
            at INTEGER NOT NULL,
            cited TEXT NOT NULL,
            sentence TEXT NOT NULL,
            heading TEXT NOT NULL,
            related_work INTEGER NOT NULL,
            PRIMARY KEY (paper, at, cited)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX citing_by_cited ON citing (cited)",
    ),
    # Of papers only what services said is kept; what was read of a paper for a project is kept
    # with that project. What was kept of it before names no project, so it goes.
    (
        keep_services_facts,
        "DROP TABLE key_elements",
        "DROP TABLE texts",
        "DROP TABLE texts_searched",
        "DROP TABLE citing",
        """
        CREATE TABLE key_elements (
            project TEXT NOT NULL,
            key TEXT NOT NULL,
            number INTEGER NOT NULL,
            read_from TEXT NOT NULL,
            file TEXT NOT NULL,
            name TEXT NOT NULL,
            sentence TEXT NOT NULL,
            source TEXT NOT NULL,
            day TEXT NOT NULL,
            PRIMARY KEY (project, key, number)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE texts (
            project TEXT NOT NULL,
            paper TEXT NOT NULL,
            key TEXT NOT NULL,
            file TEXT NOT NULL,
            version TEXT NOT NULL,
            headings TEXT NOT NULL,
            PRIMARY KEY (project, paper)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE texts_searched (
            project TEXT NOT NULL,
            paper TEXT NOT NULL,
            asked TEXT NOT NULL,
            PRIMARY KEY (project, paper, asked)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE citing (
            project TEXT NOT NULL,
            paper TEXT NOT NULL,
            at INTEGER NOT NULL,
            cited TEXT NOT NULL,
            sentence TEXT NOT NULL,
            heading TEXT NOT NULL,
            related_work INTEGER NOT NULL,
            PRIMARY KEY (project, paper, at, cited)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX citing_by_cited ON citing (project, cited)",
    ),
    # Readings: the sections of papers that a model read for a draft, and its notes after each.
    (
        """
        CREATE TABLE readings (
            project TEXT NOT NULL,
            name TEXT NOT NULL,
            ended TEXT NOT NULL,
            known TEXT NOT NULL,
            PRIMARY KEY (project, name)
        )
        """,
        """
        CREATE TABLE reading_steps (
            project TEXT NOT NULL,
            name TEXT NOT NULL,
            number INTEGER NOT NULL,
            key TEXT NOT NULL,
            file TEXT NOT NULL,
            step TEXT NOT NULL,
            PRIMARY KEY (project, name, number)
        ) WITHOUT ROWID
        """,
    ),
    # Who cites whom, by the services' own ids, which are among the aliases; and what services were
    # asked about that, and answered.
    (
        """
        CREATE TABLE citation_links (
            citing TEXT NOT NULL,
            cited TEXT NOT NULL,
            service TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (citing, cited, service)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX citation_links_by_cited ON citation_links (cited)",
        """
        CREATE TABLE link_questions (
            service TEXT NOT NULL,
            asked TEXT NOT NULL,
            at TEXT NOT NULL,
            answer TEXT NOT NULL,
            PRIMARY KEY (service, asked)
        ) WITHOUT ROWID
        """,
    ),
)
"""The statements that lead from each version of the store to the next, beginning with none."""

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
            f"this store of papers has version {found}, newer than version {len(MIGRATIONS)}, "
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


def connect(path: Path) -> sqlite3.Connection:
    """Connect to the file and bring its tables up to date.

    Raises
    ------
    StoreError
        If the file is not ours or, as StoreTooNew, of a later version.
    sqlite3.Error
        If it cannot be opened, read or written, or is broken (see ``is_broken``).
    """
    connection = open_database(path, BUSY_SECONDS, several_threads=True)
    try:
        # What is forgotten is to be gone from the disk too.
        connection.execute("PRAGMA secure_delete = ON")
        with transaction(connection, "BEGIN"):
            version = _version(connection, path)
        if version < len(MIGRATIONS):
            _bring_up_to_date(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


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
    return _kind(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


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
            _kind(error), (f"cannot be used ({error})", "choose another data folder")
        )
        raise StoreError(path, problem, advice) from error
    except OSError as error:
        problem = f"cannot be used ({error.strerror or error})"
        raise StoreError(path, problem, _MAKE_WRITABLE) from error


_MAKE_WRITABLE = "make the file and its folder readable and writable or choose another data folder"
_IN_USE = ("is in use by another program", "try again when that has ended")
_EXPLANATIONS = {
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_PROTOCOL: _IN_USE,
    sqlite3.SQLITE_READONLY: ("cannot be written", _MAKE_WRITABLE),
    sqlite3.SQLITE_PERM: ("cannot be written", _MAKE_WRITABLE),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", _MAKE_WRITABLE),
    sqlite3.SQLITE_FULL: ("the disk is full", "make room or choose another data folder"),
    sqlite3.SQLITE_IOERR: (
        "cannot be read or written",
        "see whether the disk is full or no longer there, or choose another data folder",
    ),
}


def _kind(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


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
    if version > len(MIGRATIONS):
        raise StoreTooNew(path, version)
    return version


def _bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    # Where there is no shared memory (network folders) or another process is just opening the
    # file, it stays in the journal mode that it has, which is as safe, if slower.
    with contextlib.suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA journal_mode = WAL")
    with transaction(connection):
        for statements in MIGRATIONS[_version(connection, path) :]:
            for statement in statements:
                if isinstance(statement, str):
                    connection.execute(statement)
                else:
                    statement(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
