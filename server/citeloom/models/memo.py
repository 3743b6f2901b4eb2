"""Keeps paid answers on disk, private to the user, limited in size and age."""

import contextlib
import hashlib
import json
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from citeloom.keeping.database import open_database
from citeloom.models.usage import Speed

BUSY_SECONDS = 10.0
_DAY = 86_400.0
_ANSWERS_BETWEEN_SWEEPS = 200
"""After so many new answers old ones are removed."""

_TABLES = (
    """
    CREATE TABLE IF NOT EXISTS completions (
        question TEXT PRIMARY KEY,
        text TEXT NOT NULL,
        input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL,
        cut_off INTEGER NOT NULL,
        used REAL NOT NULL,
        model TEXT NOT NULL DEFAULT ''
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS speeds (
        endpoint TEXT PRIMARY KEY,
        calls REAL NOT NULL,
        waited REAL NOT NULL,
        wrote REAL NOT NULL,
        tokens REAL NOT NULL
    ) WITHOUT ROWID
    """,
)


@dataclass(frozen=True, slots=True)
class Completion:
    """An endpoint's answer and the tokens that it counted.

    ``model`` is the model that wrote it, as the answer says, often with its version.
    ``cut_off``: it ends too early. ``refused``: a filter held it back, or the model refused; the
    memo keeps no such answer.
    """

    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    cut_off: bool = False
    refused: bool = False
    model: str = ""


def question_key(**parts: Any) -> str:
    """Return the key of a question: a hash of endpoint, model, parameters, messages, sample."""
    written = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(written.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class MemoContents:
    """What a memo holds: its file, the number of answers, its size on disk."""

    path: Path
    answers: int
    bytes: int


def read_memo(path: Path, *, clear: bool = False) -> MemoContents | None:
    """Return what the memo at a path holds, None if there is none; then empty it if ``clear``."""
    if not path.exists():
        return None
    with Memo(path) as memo:
        found = MemoContents(path, memo.count(), memo.bytes)
        if clear:
            memo.clear()
    return found


class Memo:
    """A memo in one SQLite file that several processes may use at once.

    It saves money and never stops the work: if the file is broken, it begins a new one; if it
    cannot use the file at all, it remembers nothing. ``problem`` says so.

    Parameters
    ----------
    days, megabytes
        Limits: answers that were not used for so many days are forgotten, and if the file grows
        too large, those that were used longest ago.
    """

    def __init__(self, path: Path | None, days: float = 30.0, megabytes: float = 200.0) -> None:
        self.path = path
        self.problem = ""
        self._days, self._bytes = days, megabytes * 1_000_000
        self._since_sweep = 0
        self._connection: sqlite3.Connection | None = None
        if path is not None:
            self._open(path)

    def get(self, question: str) -> Completion | None:
        """Return the kept answer to a question; None if there is none."""
        rows = self._do(
            "SELECT text, input_tokens, output_tokens, cut_off, model FROM completions "
            "WHERE question = ? AND used > ?",
            (question, time.time() - self._days * _DAY),
        )
        if not rows:
            return None
        self._do("UPDATE completions SET used = ? WHERE question = ?", (time.time(), question))
        text, input_tokens, output_tokens, cut_off, model = rows[0]
        return Completion(text, input_tokens, output_tokens, cut_off=bool(cut_off), model=model)

    def put(self, question: str, completion: Completion) -> None:
        self._do(
            "INSERT OR REPLACE INTO completions VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                question,
                completion.text,
                completion.input_tokens,
                completion.output_tokens,
                completion.cut_off,
                time.time(),
                completion.model,
            ),
        )
        self._since_sweep += 1
        if self._since_sweep >= _ANSWERS_BETWEEN_SWEEPS:
            self.sweep()

    def sweep(self) -> None:
        """Forget answers that are too old; if there are too many, those used longest ago."""
        self._since_sweep = 0
        self._do("DELETE FROM completions WHERE used <= ?", (time.time() - self._days * _DAY,))
        self._do(
            """
            DELETE FROM completions WHERE question IN (
                SELECT question FROM (
                    SELECT question, sum(length(text) + 200) OVER (ORDER BY used DESC) AS size
                    FROM completions
                ) WHERE size > ?
            )
            """,
            (self._bytes,),
        )
        if self._connection is not None:
            # Only executescript runs the vacuum to its end, page by page.
            with contextlib.suppress(sqlite3.Error):
                self._connection.executescript("PRAGMA incremental_vacuum")

    def clear(self) -> None:
        """Forget all answers, and remove their text from the disk."""
        for table in ("completions", "speeds"):
            self._do(f"DELETE FROM {table}", ())
        self._do("VACUUM", ())
        self._do("PRAGMA wal_checkpoint(TRUNCATE)", ())

    def speed(self, endpoint: str) -> Speed:
        """Return how fast an endpoint was, by its address and model."""
        rows = self._do(
            "SELECT calls, waited, wrote, tokens FROM speeds WHERE endpoint = ?", (endpoint,)
        )
        return Speed(*rows[0]) if rows else Speed()

    def put_speed(self, endpoint: str, speed: Speed) -> None:
        """Keep how fast an endpoint was, together with earlier runs."""
        known = speed.with_earlier(self.speed(endpoint))
        self._do(
            "INSERT OR REPLACE INTO speeds VALUES (?, ?, ?, ?, ?)",
            (endpoint, known.calls, known.waited, known.wrote, known.tokens),
        )

    def count(self) -> int:
        rows = self._do("SELECT count(*) FROM completions", ())
        return int(rows[0][0]) if rows else 0

    @property
    def bytes(self) -> int:
        """The size of the file and its companions on the disk."""
        if self.path is None:
            return 0
        return sum(path.stat().st_size for path in self.path.parent.glob(f"{self.path.name}*"))

    def close(self) -> None:
        """Close the file; sweep it first if anything was added."""
        if self._since_sweep:
            self.sweep()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self, path: Path) -> None:
        try:
            connection = open_database(path, BUSY_SECONDS)
            with contextlib.suppress(sqlite3.OperationalError):
                # Overwrite forgotten answers, and give their room back.
                connection.execute("PRAGMA secure_delete = FAST")
                connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
                # With a write-ahead log nothing breaks if the last answers are not synced.
                if connection.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",):
                    connection.execute("PRAGMA synchronous = NORMAL")
            for table in _TABLES:
                connection.execute(table)
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)
        else:
            self._connection = connection

    def _do(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        if self._connection is None:
            return []
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            self._give_up(error)
            return []

    def _give_up(self, error: Exception) -> None:
        self._since_sweep = 0
        self.close()
        self.problem = f"{self.path}: answers cannot be saved ({error})"
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) and self.path is not None:
            self.problem = f"{self.path}: the file of saved answers was damaged and was replaced"
            with contextlib.suppress(OSError):
                for ending in ("-wal", "-shm", "-journal", ""):
                    self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
                self._open(self.path)
