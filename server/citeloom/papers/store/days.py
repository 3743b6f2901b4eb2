"""The day on which something is kept."""

from datetime import UTC, date, datetime


def today() -> date:
    """Return the day of UTC, which is the same for all processes."""
    return datetime.now(UTC).date()
