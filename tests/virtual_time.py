"""An event loop whose waiting takes no time: how long a run would take is seen at once."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Value = TypeVar("Value")


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop that jumps to the next timer instead of waiting for it."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        select = self._selector.select  # type: ignore[attr-defined]

        def jump(timeout: float | None = None) -> Any:
            if timeout:
                self._now += timeout
                timeout = 0
            return select(timeout)

        self._selector.select = jump  # type: ignore[attr-defined]

    def time(self) -> float:
        return self._now


def timed(work: Coroutine[Any, Any, Value]) -> tuple[Value, float]:
    """Return what work returns, and how many seconds it would have taken."""
    loop = VirtualLoop()
    try:
        value = loop.run_until_complete(work)
        return value, loop.time()
    finally:
        loop.close()
