"""Work-done progress in the editor, which the server begins and the user can cancel."""

import asyncio
import uuid
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from citeloom.lsp.server import Server

SECONDS_TO_ACCEPT = 10.0


class WorkDone:
    """Progress of one job; shows nothing where the client shows none or does not answer."""

    def __init__(self, server: "Server", title: str) -> None:
        self.token = f"citeloom-{uuid.uuid4().hex}"
        self.message = ""
        self._server = server
        self._title = title
        self._begun: asyncio.Task[None] | None = None
        self._shown = False

    def begin(self) -> None:
        """Ask the client to show it; what is reported before it has agreed is shown then."""
        if self._server.session.client.can("window.work_done_progress"):
            self._begun = asyncio.ensure_future(self._ask())
            self._server.later(self._begun)

    async def _ask(self) -> None:
        asked = self._server.protocol.send_request_async(
            types.WINDOW_WORK_DONE_PROGRESS_CREATE, types.WorkDoneProgressCreateParams(self.token)
        )
        try:
            await asyncio.wait_for(asked, SECONDS_TO_ACCEPT)
        except (TimeoutError, JsonRpcException):
            return
        self._shown = True
        self._send(
            types.WorkDoneProgressBegin(self._title, cancellable=True, message=self.message or None)
        )

    def report(self, stage: str, done: int = 0, total: int = 0) -> None:
        """Name the stage and how far it is."""
        count = f" {done}/{total}" if total else ""
        self.message = f"{stage}{count}"
        self._send(types.WorkDoneProgressReport(message=self.message, cancellable=True))

    def end(self, message: str) -> None:
        """Take it away."""
        if self._begun is not None:
            self._begun.cancel()
        self._send(types.WorkDoneProgressEnd(message=message))
        self._shown = False

    def _send(
        self,
        value: "types.WorkDoneProgressBegin | types.WorkDoneProgressReport"
        " | types.WorkDoneProgressEnd",
    ) -> None:
        if self._shown:
            self._server.protocol.notify(types.PROGRESS, types.ProgressParams(self.token, value))
