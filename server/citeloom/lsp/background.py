"""Run coroutines in the background, beside the messages."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

logger = logging.getLogger("citeloom")


class Background:
    """Runs coroutines that no message waits for, and logs their errors."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Future[Any]] = set()

    @property
    def unfinished(self) -> int:
        """The number of coroutines that have not ended."""
        return len(self._tasks)

    def run(self, work: Awaitable[Any]) -> "asyncio.Future[Any]":
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _done(self, task: "asyncio.Future[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("work in the background failed", exc_info=error)
