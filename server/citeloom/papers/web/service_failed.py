"""The error that a service ends with."""

from citeloom.papers.source_names import source_name

RESTING = " (and is not asked for a while)"
"""What is added to the reason of a service that is being left alone for it."""


class ServiceFailed(Exception):  # noqa: N818 (the name says it)
    """A service did not answer as documented; what others said stays good.

    Parameters
    ----------
    service
        Its short name, see ``source_name``.
    reason
        What happened and what a person can do about it: no key, no whole address.
    """

    def __init__(self, service: str, reason: str) -> None:
        super().__init__(service, reason)
        self.service = service
        self.reason = reason

    def __str__(self) -> str:
        return f"{source_name(self.service)}: {self.reason}"
