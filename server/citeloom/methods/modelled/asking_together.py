"""Questions that do not wait for each other."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

Value = TypeVar("Value")


def _to_nobody(_: int) -> None:
    """Say nothing."""


async def ask_together(
    asked: Iterable[Coroutine[Any, Any, Value]], tell: Callable[[int], None] = _to_nobody
) -> list[Value]:
    """Return what all of them return, in their order; the first failure ends the others.

    ``tell`` is told how many are done, with each that is.
    """
    tasks = [asyncio.ensure_future(question) for question in asked]
    try:
        for number, finished in enumerate(asyncio.as_completed(tasks), start=1):
            await finished
            tell(number)
        return [task.result() for task in tasks]
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
