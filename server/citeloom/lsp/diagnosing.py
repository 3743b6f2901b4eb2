"""Send diagnostics to clients that do not ask for them, when the author pauses."""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from lsprotocol import types

from citeloom.lsp.background import Background
from citeloom.lsp.diagnostics import diagnostics_of
from citeloom.lsp.editor import Editor
from citeloom.lsp.preloading import Preloading
from citeloom.lsp.session import Session
from citeloom.problem import InputError

Published = dict[Path, tuple[str, list[types.Diagnostic]]]
"""The diagnostics of each file of a project, with its URI."""

SECONDS_OF_QUIET = 0.3
"""How long the author pauses before a draft is checked."""


@dataclass(eq=False)
class Diagnosing:
    """Checks changed documents in the background, and sends their problems."""

    _editor: Editor
    _session: Session
    _background: Background
    _reading: Preloading
    _waiting: asyncio.Future[None] | None = field(default=None, init=False)
    _changed: set[Path] = field(default_factory=set, init=False)
    _published: dict[Path, Published] = field(default_factory=dict, init=False)

    def begin(self) -> None:
        """Follow the documents from now on, if the client does not ask itself."""
        if not self._session.client.pulls:
            self._session.listeners.append(self.changed)

    def changed(self, path: Path) -> None:
        """Note that a document has changed; it is checked when the author pauses."""
        self._changed.add(path)
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self._background.run(self._when_quiet())

    def all_changed(self) -> None:
        """Check everything that is pushed again, as the settings have changed."""
        if not self._session.client.pulls:
            for path in self._session.buffers:
                self.changed(path)

    def papers_changed(self) -> None:
        """Check everything again, as more is known of papers."""
        self._session.checks.forget()
        self.all_changed()

    async def _when_quiet(self) -> None:
        await asyncio.sleep(SECONDS_OF_QUIET)
        done: set[Path] = set()
        for path in sorted(self._changed):
            # A file that is gone may be missed by any project that something was said of.
            if not await self._publish_project(path, done):
                for root in [other for other in self._published if other not in done]:
                    await self._publish_project(root, done)
            self._changed.discard(path)

    async def _publish_project(self, path: Path, done: set[Path]) -> bool:
        """Publish the problems of a file's project, unless it is among the ``done``.

        Tell whether the project can be read; if not, its diagnostics are withdrawn.
        """
        try:
            snapshot = await self._reading.answer(partial(self._session.snapshot_of, path))
        except InputError:
            self._publish(path, {})
            return False
        root = snapshot.project.root
        if root not in done:
            done.add(root)
            found = await diagnostics_of(snapshot)
            self._publish(root, {snapshot.uri(file): ds for file, ds in found.items()})
        return True

    def _publish(self, root: Path, found: dict[str, list[types.Diagnostic]]) -> None:
        """Send problems; again only for changed documents, which a client may have cleared."""
        before = self._published.get(root, {})
        now = {self._session.path(uri): (uri, items) for uri, items in found.items() if items}
        for path, (uri, _) in {**before, **now}.items():
            if path in self._changed or before.get(path) != now.get(path):
                items = now[path][1] if path in now else []
                self._editor.publish(uri, items)
        self._published[root] = now
