"""Decides how fast to ask an endpoint, and when to ask again after a fault."""

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from citeloom.papers.web.rates import retry_after

LONGEST_WAIT = 300.0
"""Seconds; if an endpoint asks for a longer pause, the call fails with an error instead."""

_FIRST_WAIT = 1.0
_MOST_BACK_OFF = 60.0
_SECONDS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001, "": 1.0}
_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|[hms]|)")


class Pace:
    """Limits the calls at once, keeps the pauses that the endpoint asks for, counts retries.

    Parameters
    ----------
    concurrency
        Most calls at once.
    retries
        How many calls of a whole job may be repeated after faults.
    """

    def __init__(self, concurrency: int, retries: int = 40, seed: int = 0) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._retries = retries
        self._random = random.Random(seed)
        self._open_at = 0.0

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Wait for a free slot and for the end of a pause."""
        async with self._slots:
            loop = asyncio.get_running_loop()
            while (left := self._open_at - loop.time()) > 0:
                await asyncio.sleep(left)
            yield

    def heed(self, headers: Mapping[str, str]) -> None:
        """Pause if an answer's rate headers say that nothing is left."""
        for kind in ("requests", "tokens"):
            left = headers.get(f"x-ratelimit-remaining-{kind}", "")
            reset = seconds_of(headers.get(f"x-ratelimit-reset-{kind}", ""))
            if left.isdigit() and int(left) == 0 and reset is not None:
                self.pause(min(reset, LONGEST_WAIT))

    def pause(self, seconds: float) -> None:
        """Start no call for so many seconds."""
        now = asyncio.get_running_loop().time()
        self._open_at = max(self._open_at, now + seconds)

    def next_try(self, tries: int, headers: Mapping[str, str]) -> float | None:
        """Return how many seconds to wait before another try, or None to give up.

        If the endpoint names no time, it is drawn at random below a bound that doubles with each
        try (full jitter).
        """
        if self._retries <= 0:
            return None
        self._retries -= 1
        asked = retry_after(headers, time.time())
        if asked is not None:
            if asked > LONGEST_WAIT:
                return None
            self.pause(asked)
            return asked
        bound = min(_MOST_BACK_OFF, _FIRST_WAIT * 2.0 ** min(tries, 10))
        return self._random.uniform(0.1 * bound, bound)


def seconds_of(text: str) -> float | None:
    """Return a duration as rate headers write it (``1s``, ``6m0s``, ``20ms``), or None."""
    parts = _PART.findall(text)
    if parts and "".join(number + unit for number, unit in parts) == text:
        return sum(float(number) * _SECONDS[unit] for number, unit in parts)
    return None
