"""Read large files, and what completion ranks by, in threads before an author needs them."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from citeloom.lsp.background import Background
from citeloom.lsp.session import Session
from citeloom.problem import InputError, UnreadError

_T = TypeVar("_T")

MOST_WAITS = 3
"""So often one question waits for a file that has changed again, or was forgotten for another."""


@dataclass(eq=False)
class Preloading:
    """Reads each large file once, for all that wait for it."""

    _session: Session
    _background: Background
    _under_way: dict[object, asyncio.Future[None]] = field(default_factory=dict, init=False)
    """By the texts that are read: one that has changed since is another."""

    def ask(self, question: Callable[[], _T]) -> _T:
        """Return the answer to a question about projects, if no large file must be read for it.

        Raises
        ------
        UnreadError
            If one must be, which has begun now.
        """
        try:
            with self._session.context.files.at_once():
                return question()
        except UnreadError as unread:
            self._begin(unread)
            raise

    async def answer(self, question: Callable[[], _T]) -> _T:
        """Return the answer to a question about projects, once all files are read for it."""
        waits: Counter[Path] = Counter()
        while True:
            try:
                return self.ask(question)
            except UnreadError as unread:
                if waits[unread.path] == MOST_WAITS:
                    break
                waits[unread.path] += 1
                # Whoever stops waiting leaves the others their file.
                await asyncio.shield(self._begin(unread))
        return question()

    async def read_project(self, path: Path) -> None:
        """Have the project of a file read, if it can be: right after this it is there at once."""
        with suppress(InputError):
            await self.answer(partial(self._session.snapshot_of, path))

    def _begin(self, unread: UnreadError) -> "asyncio.Future[None]":
        text = unread.text
        if text not in self._under_way:
            reading = self._background.run(asyncio.to_thread(unread.read))
            reading.add_done_callback(lambda _: self._under_way.pop(text, None))
            self._under_way[text] = reading
        return self._under_way[text]


SECONDS_OF_QUIET = 0.2
"""How long nothing changes before the projects are indexed."""


@dataclass(eq=False)
class Indexing:
    """Indexes the projects of the open documents in threads, when they have changed."""

    _session: Session
    _background: Background
    _reading: Preloading
    _waiting: asyncio.Future[None] | None = field(default=None, init=False)

    def begin(self) -> None:
        """Follow the documents from now on."""
        self._session.listeners.append(self._wait_again)

    def _wait_again(self, _: Path) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self._background.run(self._when_quiet())

    async def _when_quiet(self) -> None:
        await asyncio.sleep(SECONDS_OF_QUIET)
        if not self._session.settings.shared_features:
            return
        from citeloom.actions.keys.complete import index, is_indexed
        from citeloom.actions.papers.key_elements import read_ahead

        for snapshot in await self._reading.answer(self._session.open_projects):
            if not is_indexed(snapshot.project):
                await asyncio.to_thread(index, snapshot.project)
        await asyncio.to_thread(read_ahead)
        # A client that never asks for diagnostics has nothing checked that would write them.
        await asyncio.to_thread(self._session.context.write_indexes)
