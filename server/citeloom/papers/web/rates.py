"""Reads from response headers how often a service may be asked."""

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

_SECONDS = re.compile(r"\d+(?:\.\d+)?")
_INTERVAL = re.compile(r"(\d+(?:\.\d+)?)\s*([smhd]?)")
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}

_LONGEST = 365 * 86_400.0
"""Seconds: who asks for more, or for infinitely many, is left alone for a year."""


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Return the seconds that ``Retry-After`` asks for; None without a readable one.

    OpenAI's ``retry-after-ms`` counts before it.

    Parameters
    ----------
    now
        The time of day in seconds since 1970, for the form with a date (RFC 9110, 10.2.3).
    """
    milliseconds = headers.get("retry-after-ms", "").strip()
    if _SECONDS.fullmatch(milliseconds):
        return min(float(milliseconds) / 1000, _LONGEST)
    value = headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(value):
        return min(float(value), _LONGEST)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (ValueError, TypeError, OverflowError):
        return None


def used_up_for(headers: Mapping[str, str], now: float) -> float | None:
    """Return the seconds until there is more of a share that is used up; None where some is left.

    OpenAlex sends ``x-ratelimit-remaining`` and, in seconds, ``x-ratelimit-reset``; others name a
    time of day there, in seconds since 1970.
    """
    left = headers.get("x-ratelimit-remaining", "").strip()
    reset = headers.get("x-ratelimit-reset", "").strip()
    if not _SECONDS.fullmatch(left) or float(left) > 0 or not _SECONDS.fullmatch(reset):
        return None
    seconds = float(reset)
    return min(max(0.0, seconds - now if seconds > _LONGEST else seconds), _LONGEST)


def allowed_interval(headers: Mapping[str, str]) -> float | None:
    """Return the seconds between requests that ``x-rate-limit-*`` allow; None where not said.

    Crossref sends them (``x-rate-limit-limit: 10``, ``x-rate-limit-interval: 1s``).
    """
    limit = headers.get("x-rate-limit-limit", "")
    interval = _INTERVAL.fullmatch(headers.get("x-rate-limit-interval", "").strip())
    if not _SECONDS.fullmatch(limit) or float(limit) <= 0 or not interval:
        return None
    return float(interval[1]) * _UNITS[interval[2]] / float(limit)
