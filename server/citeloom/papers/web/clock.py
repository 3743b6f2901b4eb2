"""Time, as the limiter sees it."""

import asyncio
import time


class Clock:
    """The time of this machine, in seconds; tests have one that does not wait."""

    def monotonic(self) -> float:
        """Return a time that only grows, within this process."""
        return time.monotonic()

    def time(self) -> float:
        """Return the time of day since 1970, which processes share."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
