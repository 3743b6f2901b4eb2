"""In the parent: what a child says, read as a stranger's words are."""

from pydantic import TypeAdapter, ValidationError

from citeloom.jobs.messages import (
    Raised,
    Report,
    Returned,
    Step,
    Stopped,
    TaskAsks,
    TaskAsksNoMore,
)

_KINDS: dict[str, TypeAdapter[Report]] = {
    kind.__name__: TypeAdapter(kind)
    for kind in (TaskAsks, TaskAsksNoMore, Step, Returned, Raised, Stopped)
}


class NoReport(Exception):  # noqa: N818
    """A child said what none of its messages is."""


def read_report(data: bytes) -> Report:
    """Read what a child says.

    Raises
    ------
    NoReport
        If it is none of its messages.
    """
    name, _, fields = data.partition(b"\n")
    try:
        return _KINDS[name.decode()].validate_json(fields, strict=True)
    except (KeyError, UnicodeDecodeError, ValidationError):
        raise NoReport(repr(data[:100])) from None
