"""What left this machine: a line for each request, written before it is sent."""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from citeloom.keeping.private import open_private
from citeloom.keeping.reading import LARGEST_RECORD, read_file

LARGEST = 500_000
"""Bytes of the log; beyond that it becomes the old one, and the old one before is removed."""


@dataclass(frozen=True, slots=True)
class SentRequests:
    """Requests to one host on one day (ISO, in UTC): how many, and how many bytes went out."""

    day: str
    host: str
    requests: int
    bytes: int


class SentLog:
    """A file in the user's data folder, private to the user, and the one before it.

    It names hosts, not what they were asked. Several processes may write to it at once.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "sent.jsonl"
        self._old = folder / "sent.old.jsonl"

    def add(self, host: str, size: int, at: float) -> None:
        """Note that a request is about to go to a host.

        Parameters
        ----------
        host
            Its name.
        size
            Bytes of the request.
        at
            Seconds since 1970.

        Raises
        ------
        OSError
            If that cannot be written.
        """
        day = datetime.fromtimestamp(at, UTC).date().isoformat()
        with suppress(FileNotFoundError):
            if self.path.stat().st_size > LARGEST:
                self.path.replace(self._old)
        # One write at the end of a file is whole, whoever else writes there.
        log = open_private(self.path, os.O_WRONLY | os.O_APPEND)
        try:
            os.write(log, json.dumps([day, host, size]).encode() + b"\n")
        finally:
            os.close(log)

    def read(self) -> tuple[SentRequests, ...]:
        """Return what went to whom, day by day.

        Raises
        ------
        OSError
            If the log cannot be read.
        """
        found: dict[tuple[str, str], tuple[int, int]] = {}
        for day, host, size in self._lines():
            requests, total = found.get((day, host), (0, 0))
            found[day, host] = requests + 1, total + size
        return tuple(SentRequests(*name, *counted) for name, counted in sorted(found.items()))

    def clear(self) -> None:
        """Remove it.

        Raises
        ------
        OSError
            If it cannot be removed.
        """
        for path in (self._old, self.path):
            path.unlink(missing_ok=True)

    def _lines(self) -> Iterator[tuple[str, str, int]]:
        for path in (self._old, self.path):
            with suppress(FileNotFoundError):
                for line in read_file(path, LARGEST_RECORD).decode(errors="replace").splitlines():
                    with suppress(ValueError):  # A line that a full disk cut off.
                        day, host, size = json.loads(line)
                        yield str(day), str(host), int(size)
