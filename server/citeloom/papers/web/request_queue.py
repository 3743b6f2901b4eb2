"""Turns to ask a service, shared by all processes of a user."""

import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from citeloom.keeping.database import open_database, take_lock
from citeloom.papers.web.clock import Clock

POLL = 0.2
"""Seconds between two looks whether another process is done."""


_ROOM = 1.5 * POLL
"""Seconds for which we leave the turn to another process before we take it again."""


class QueueError(Exception):
    """The files that keep the turns cannot be used."""


class SharedQueue:
    """Lets one process at a time ask a service, at an interval.

    A process holds a lock for as long as its request lasts; the system gives the lock back when
    the process ends in whatever way. When the last request began is the time stamp of a file
    beside it, set before the request, so that a process that is killed takes nothing with it.
    """

    def __init__(self, folder: Path, service: str, clock: Clock) -> None:
        self._lock = folder / f"{service}.lock"
        self._last = folder / f"{service}.last"
        self._clock = clock
        self._given_back = clock.monotonic() - _ROOM

    @contextlib.asynccontextmanager
    async def turn(self, interval: float, patience: float) -> AsyncIterator[None]:
        """Wait for our turn, and keep it within.

        Raises
        ------
        QueueError
            If other processes keep it for longer than ``patience`` seconds, or the files cannot
            be used.
        """
        with self._explain_errors():
            connection = open_database(self._lock, 0)
        with contextlib.closing(connection):
            left = self._given_back + _ROOM - self._clock.monotonic()
            if left > 0:
                await self._clock.sleep(left)
            await self._locked(connection, patience)
            with self._explain_errors():
                wait = self._to_wait(interval)
            if wait > 0:
                await self._clock.sleep(wait)
            with self._explain_errors():
                self._last.touch(mode=0o600)
                os.utime(self._last, (self._clock.time(),) * 2)
            try:
                yield
            finally:
                self._given_back = self._clock.monotonic()

    async def _locked(self, connection: sqlite3.Connection, patience: float) -> None:
        end = self._clock.monotonic() + patience
        while True:
            try:
                if take_lock(connection):
                    return
            except sqlite3.OperationalError as error:
                raise QueueError(f"{self._lock} cannot be used ({error})") from error
            if self._clock.monotonic() > end:
                raise QueueError("another Citeloom process keeps it busy")
            await self._clock.sleep(POLL)

    def _to_wait(self, interval: float) -> float:
        """Return the seconds until the interval is over; a clock set back costs one interval."""
        try:
            last = self._last.stat().st_mtime
        except FileNotFoundError:
            return 0.0
        return min(interval, last + interval - self._clock.time())

    @contextlib.contextmanager
    def _explain_errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise QueueError(f"{self._lock.parent} cannot be used ({error})") from error
