"""Read what completion ranks by, and hovers show, before the author asks for it."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from citeloom.lsp.background import Background
from citeloom.lsp.preloading.reading import ReadingAhead
from citeloom.lsp.session import Session

SECONDS_OF_QUIET = 0.2
"""How long nothing changes before the projects are indexed."""


@dataclass(eq=False)
class Indexing:
    """Indexes the projects of the open documents in threads, when they have changed."""

    _session: Session
    _background: Background
    _reading: ReadingAhead
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
