"""Durations and pauses as endpoints write them."""

import pytest

from citeloom.models.connection.pace import Pace, seconds_of
from virtual_time import timed


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1s", 1),
        ("6m0s", 360),
        ("20ms", 0.02),
        ("1h2m3s", 3723),
        ("1.5", 1.5),
        ("soon", None),
        ("", None),
    ],
)
def test_a_duration(text: str, seconds: float | None) -> None:
    assert seconds_of(text) == (None if seconds is None else pytest.approx(seconds))


@pytest.mark.parametrize("asked", ["whenever", "Wed, 21 Oct 99999999999999 07:28:00 GMT"])
def test_a_time_that_cannot_be_read_is_as_none(asked: str) -> None:
    wait = Pace(1).next_try(1, {"retry-after": asked})
    assert wait is not None and 0 < wait <= 2


def test_nothing_is_asked_while_nothing_is_left() -> None:
    async def two_calls() -> None:
        pace = Pace(2)
        async with pace.slot():
            pace.heed({"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "20s"})
        async with pace.slot():
            pass

    assert timed(two_calls())[1] == pytest.approx(20)


def test_back_off_doubles_and_is_random() -> None:
    pace = Pace(1, retries=100)
    waits = [[pace.next_try(tries, {}) for _ in range(12)] for tries in (0, 3)]
    for tries, drawn in zip((0, 3), waits, strict=True):
        assert all(wait is not None and 0 < wait <= 2.0**tries for wait in drawn)
        assert len(set(drawn)) > 6
