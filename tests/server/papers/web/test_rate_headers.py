"""What services say about how often they may be asked."""

from email.utils import formatdate

import pytest

from citeloom.papers.web.rates import allowed_interval, retry_after, used_up_for

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7.0),
        (" 0 ", 0.0),
        (formatdate(NOW + 90, usegmt=True), 90.0),
        (formatdate(NOW - 90, usegmt=True), 0.0),
        ("soon", None),
        ("-5", None),
        ("", None),
        ("Mon, 99 Foo 2026 00:00:00 GMT", None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("Wed, 21 Oct 99999999999999 07:28:00 GMT", None),
    ],
)
def test_retry_after_is_read_in_both_forms(value: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": value}, NOW) == seconds


def test_retry_after_in_milliseconds_counts_before_seconds() -> None:
    assert retry_after({"retry-after-ms": "250"}, NOW) == 0.25
    assert retry_after({"retry-after-ms": "250", "retry-after": "1"}, NOW) == 0.25
    assert retry_after({"retry-after-ms": "soon", "retry-after": "1"}, NOW) == 1
    assert retry_after({}, NOW) is None


@pytest.mark.parametrize(
    ("remaining", "reset", "seconds"),
    [
        ("0", "3600", 3600.0),
        ("-2", "3600", None),
        ("5", "3600", None),
        ("0", str(int(NOW) + 90), 90.0),
        ("0", "tomorrow", None),
        ("", "3600", None),
    ],
)
def test_a_share_that_is_used_up_is_waited_for(
    remaining: str, reset: str, seconds: float | None
) -> None:
    headers = {"x-ratelimit-remaining": remaining, "x-ratelimit-reset": reset}
    assert used_up_for(headers, NOW) == seconds


@pytest.mark.parametrize(
    ("limit", "interval", "seconds"),
    [
        ("10", "1s", 0.1),
        ("3", "1s", 1 / 3),
        ("50", "1m", 1.2),
        ("1", "2", 2.0),
        ("0", "1s", None),
        ("many", "1s", None),
        ("10", "a while", None),
        ("", "", None),
    ],
)
def test_rate_headers_become_an_interval(limit: str, interval: str, seconds: float | None) -> None:
    headers = {"x-rate-limit-limit": limit, "x-rate-limit-interval": interval}
    assert allowed_interval(headers) == pytest.approx(seconds)
