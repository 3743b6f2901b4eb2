"""Questions side by side: their order, their count, their end with the first that fails."""

import asyncio

import pytest

from citeloom.methods.modelled.asking_together import ask_together


async def after(turns: int, value: str, ended: list[str]) -> str:
    try:
        for _ in range(turns):
            await asyncio.sleep(0)
    finally:
        ended.append(value)
    if value == "bad":
        raise ValueError(value)
    return value


def test_answers_keep_their_order_and_each_end_is_told() -> None:
    ended: list[str] = []
    told: list[int] = []
    asked = [after(5, "a", ended), after(1, "b", ended), after(3, "c", ended)]
    assert asyncio.run(ask_together(asked, told.append)) == ["a", "b", "c"]
    assert (ended, told) == (["b", "c", "a"], [1, 2, 3])
    assert asyncio.run(ask_together([])) == []


def test_the_first_failure_ends_the_others() -> None:
    ended: list[str] = []
    asked = [after(1000, "slow", ended), after(2, "bad", ended), after(0, "quick", ended)]
    with pytest.raises(ValueError, match="bad"):
        asyncio.run(ask_together(asked))
    assert ended == ["quick", "bad", "slow"]


def test_whoever_watches_can_end_them() -> None:
    ended: list[str] = []

    def cancel(done: int) -> None:
        raise asyncio.CancelledError

    async def run() -> None:
        await ask_together([after(0, "a", ended), after(1000, "b", ended)], cancel)

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(run())
    assert ended == ["a", "b"]
