"""Work-done progress in the editor, which the server begins and the user can cancel."""

import asyncio
import uuid
from collections.abc import Callable

from lsprotocol import types

from citeloom.jobs.job import Job
from citeloom.lsp.background import Background
from citeloom.lsp.editor import Editor


class WorkDone:
    """Progress of one job; shows nothing if the client cannot show it or does not answer.

    ``cancel`` is called where the user cancels it.
    """

    def __init__(
        self, editor: Editor, background: Background, title: str, cancel: Callable[[], object]
    ) -> None:
        self.message = ""
        self._token = f"citeloom-{uuid.uuid4().hex}"
        self._editor = editor
        self._editor.cancelling[self._token] = cancel
        self._background = background
        self._title = title
        self._begun: asyncio.Future[None] | None = None
        self._shown = False

    def begin(self, after: float = 0.0) -> None:
        """Ask the client to show it, after some seconds; it shows the last report then."""
        self._begun = self._background.run(self._ask(after))

    async def _ask(self, after: float) -> None:
        if after:
            await asyncio.sleep(after)
        if await self._editor.begin_progress(self._token):
            self._shown = True
            message = self.message or None
            self._send(types.WorkDoneProgressBegin(self._title, cancellable=True, message=message))

    async def follow(self, job: Job, heard: Callable[[], object] | None = None) -> object:
        """Report the steps of a job, and return its result; ``heard`` is called with each.

        Where nobody waits for the result any more, the job is cancelled.
        """
        try:
            async for step in job.steps():
                self.report(step.stage, step.done, step.total)
                if heard is not None:
                    heard()
            return await job.result()
        except asyncio.CancelledError:
            job.cancel()
            raise

    def report(self, stage: str, done: int = 0, total: int = 0) -> None:
        """Name the stage, and how far it is."""
        count = f" {done}/{total}" if total else ""
        self.message = f"{stage}{count}"
        self._send(types.WorkDoneProgressReport(message=self.message, cancellable=True))

    def end(self, message: str) -> None:
        """End the progress."""
        if self._begun is not None:
            self._begun.cancel()
        self._send(types.WorkDoneProgressEnd(message=message))
        self._shown = False
        self._editor.cancelling.pop(self._token, None)

    def _send(
        self,
        value: types.WorkDoneProgressBegin
        | types.WorkDoneProgressReport
        | types.WorkDoneProgressEnd,
    ) -> None:
        if self._shown:
            self._editor.show_progress(self._token, value)
