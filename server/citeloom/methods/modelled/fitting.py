"""Ask again with less text where a question does not fit into a model's context."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from citeloom.models.port import ContextTooLongError

Value = TypeVar("Value")

LEAST_SHARE = 0.1


async def ask_until_it_fits(ask: Callable[[float], Awaitable[Value]]) -> Value:
    """Call ``ask`` with the share of the texts to show, and with less until it fits.

    Raises
    ------
    ContextTooLongError
        If not even a tenth of the texts fits.
    """
    share = 1.0
    while True:
        try:
            return await ask(share)
        except ContextTooLongError:
            share /= 2
            if share < LEAST_SHARE:
                raise
