"""Who takes a body that is too large for memory."""

from collections.abc import AsyncIterator, Mapping
from typing import Protocol


class NotKept(Exception):  # noqa: N818 (it says what became of a body)
    """What came cannot be kept on this machine; the message says why, for users."""


class Receiver(Protocol):
    """Keeps a body piece by piece; each attempt begins anew."""

    def headers(self) -> Mapping[str, str]:
        """Return what to ask with, such as for a newer body alone."""

    async def take(
        self, status: int, headers: Mapping[str, str], pieces: AsyncIterator[bytes]
    ) -> None:
        """Keep the body of an answer.

        Raises
        ------
        BodyRefused
            If it is not what was asked for.
        BodyBrokenOff
            If another attempt may bring it.
        NotKept
            If it cannot be kept.
        """
