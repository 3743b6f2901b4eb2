"""Ask a model several questions at once."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar, cast

Value = TypeVar("Value")


def _to_nobody(_: int) -> None:
    pass


async def ask_together(
    asked: Iterable[Coroutine[Any, Any, Value]], tell: Callable[[int], None] = _to_nobody
) -> list[Value]:
    """Return all answers in the order of the questions; the first failure cancels the others.

    ``tell`` is called with the number of answers after each one.
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


async def ask_all(asked: Iterable[Coroutine[Any, Any, Value]]) -> list[Value]:
    """Return all answers in the order of the questions.

    Where one fails the others are waited for, so that what is paid for is kept, also where a limit
    is reached: the next run goes on behind it.

    Raises
    ------
    ModelError
        The first failure, once all others have ended.
    """
    found = await asyncio.gather(*asked, return_exceptions=True)
    for value in found:
        if isinstance(value, BaseException):
            raise value
    return cast("list[Value]", found)
