"""Work-done progress in the editor, which the server begins and the user can cancel."""

import asyncio
import uuid
from contextlib import suppress
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from citeloom.lsp.server import Server

SECONDS_TO_ACCEPT = 10.0


class WorkDone:
    """Progress of one job; shows nothing where the client shows none or does not answer."""

    def __init__(self, server: "Server", title: str) -> None:
        self.token = f"citeloom-{uuid.uuid4().hex}"
        self._server = server
        self._title = title
        self._shown = False
        self._ended = False

    async def begin(self) -> None:
        """Ask the client to show it; nothing may be reported before it has agreed."""
        if not self._server.session.client.can("window.work_done_progress"):
            return
        asked = self._server.protocol.send_request_async(
            types.WINDOW_WORK_DONE_PROGRESS_CREATE, types.WorkDoneProgressCreateParams(self.token)
        )
        with suppress(Exception):
            await asyncio.wait_for(asked, SECONDS_TO_ACCEPT)
            if not self._ended:
                self._shown = True
                self._send(types.WorkDoneProgressBegin(self._title, cancellable=True))

    def report(self, stage: str, done: int, total: int) -> None:
        """Name the stage and how far it is."""
        count = f" {done}/{total}" if total else ""
        self._send(types.WorkDoneProgressReport(message=f"{stage}{count}", cancellable=True))

    def end(self, message: str) -> None:
        """Take it away."""
        if not self._ended:
            self._send(types.WorkDoneProgressEnd(message=message))
        self._ended = True

    def _send(
        self,
        value: "types.WorkDoneProgressBegin | types.WorkDoneProgressReport"
        " | types.WorkDoneProgressEnd",
    ) -> None:
        if self._shown and not self._ended:
            self._server.protocol.notify(types.PROGRESS, types.ProgressParams(self.token, value))
