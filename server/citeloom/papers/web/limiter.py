"""When a service may be asked next, and whether to leave it alone."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from citeloom.papers.web.clock import Clock
from citeloom.papers.web.request_queue import QueueError, SharedQueue
from citeloom.papers.web.service_failed import RESTING, ServiceFailed
from citeloom.papers.web.service_limits import FAILURES, PATIENCE, REST, ServiceLimit

LONGEST_INTERVAL = 60.0
"""Seconds beyond which a service's own rate headers are not believed."""


class Limiter:
    """Keeps one service's pace, and leaves it alone where it keeps failing or refuses us."""

    def __init__(
        self, service: str, limit: ServiceLimit, clock: Clock, shared: SharedQueue | None = None
    ) -> None:
        self._service, self._limit, self._clock, self._shared = service, limit, clock, shared
        self._under_way = asyncio.Semaphore(limit.at_once)
        self._interval = limit.interval
        self._next = self._held_until = 0.0
        self._failures = 0
        self._rest_until = 0.0
        self._why = ""

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until the service may be asked, and hold our place within.

        Raises
        ------
        ServiceFailed
            If the service is being left alone.
        """
        async with self._under_way:
            self._check()
            start = max(self._clock.monotonic(), self._next)
            self._next = start + self._interval
            while (wait := max(start, self._held_until) - self._clock.monotonic()) > 0:
                await self._clock.sleep(wait)
                self._check()
            if self._shared is None:
                yield
                return
            async with contextlib.AsyncExitStack() as stack:
                turn = self._shared.turn(self._interval, PATIENCE)
                try:
                    await stack.enter_async_context(turn)
                except QueueError as error:
                    raise ServiceFailed(self._service, str(error)) from error
                yield

    def slow_down(self, interval: float) -> None:
        """Ask no more often than the service says, and no more often than we meant to."""
        self._interval = min(max(self._limit.interval, interval), LONGEST_INTERVAL)

    def hold(self, seconds: float) -> None:
        """Send no request before so many seconds have passed."""
        self._held_until = max(self._held_until, self._clock.monotonic() + seconds)

    def rest(self, seconds: float, why: str) -> None:
        """Leave the service alone for so many seconds."""
        self._rest_until = self._clock.monotonic() + seconds
        self._why = why

    def note_failure(self, why: str) -> None:
        """Note a request that came to nothing in spite of all attempts."""
        self._failures += 1
        if self._failures >= FAILURES:
            self.rest(REST, why)

    def note_success(self) -> None:
        """Note a request that was answered."""
        self._failures = 0

    def _check(self) -> None:
        if self._clock.monotonic() < self._rest_until:
            raise ServiceFailed(self._service, self._why + RESTING)
