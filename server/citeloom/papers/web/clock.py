"""Time, as the limiter sees it."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Where the time comes from, in seconds; tests have one that does not wait."""

    def monotonic(self) -> float:
        """Return a time that only grows, within this process."""

    def time(self) -> float:
        """Return the time of day since 1970, which processes share."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class SystemClock:
    """The time of this machine."""

    def monotonic(self) -> float:
        """Return a time that only grows, within this process."""
        return time.monotonic()

    def time(self) -> float:
        """Return the time of day since 1970, which processes share."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
