"""A clock that does not wait."""

import asyncio
import time

from citeloom.papers.web.clock import Clock


class FakeClock(Clock):
    """Time that passes only when somebody sleeps; ``slept`` is how long all slept together.

    It begins now, as servers name dates.
    """

    def __init__(self) -> None:
        self.now = time.time()
        self.slept = 0.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += seconds
        await asyncio.sleep(0)
