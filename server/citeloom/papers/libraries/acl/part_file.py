"""Takes the ACL Anthology's file as it comes; one that breaks off is begun anew."""

import os
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass

from citeloom.keeping.private import open_private
from citeloom.papers.libraries.acl.files import AnthologyFiles
from citeloom.papers.web.bodies import BodyBrokenOff, BodyRefused
from citeloom.papers.web.receiver import NotKept

LARGEST = 1_000_000_000
"""Bytes that the file may have."""

_BEGINS = (b"\x1f", b"@", b"%")
"""The first byte of the file: packed, or as a proxy may unpack it."""

_PAGE = "it sent a web page instead of data; this network may require a login"


@dataclass
class PartFile:
    """A receiver of the file; see ``citeloom.papers.web.receiver.Receiver``.

    Parameters
    ----------
    files
        Where it is kept.
    report
        Is told how many bytes have come of how many (0: not known).
    """

    files: AnthologyFiles
    report: Callable[[int, int], None] = lambda _done, _total: None

    def headers(self) -> Mapping[str, str]:
        """Ask for the file as it is."""
        return {"Accept-Encoding": "identity"}

    async def take(
        self, _status: int, headers: Mapping[str, str], pieces: AsyncIterator[bytes]
    ) -> None:
        if "html" in headers.get("content-type", ""):
            raise BodyRefused(_PAGE)
        await self._write(await _first_piece(pieces), pieces, _size(headers))

    async def _write(self, first: bytes, pieces: AsyncIterator[bytes], total: int) -> None:
        flags = os.O_WRONLY | os.O_TRUNC | getattr(os, "O_BINARY", 0)
        try:
            with os.fdopen(open_private(self.files.part, flags), "wb") as part:
                done = part.write(first)
                async for piece in pieces:
                    done += part.write(piece)
                    if done > LARGEST:
                        raise BodyRefused(f"its file has more than {LARGEST // 1_000_000} MB")
                    self.report(done, total)
        except (TimeoutError, ConnectionError):
            raise  # Of the network.
        except OSError as error:
            why = error.strerror or error
            raise NotKept(f"{self.files.part} cannot be written: {why}") from None
        if done < total:
            raise BodyBrokenOff("its file is cut off")


async def _first_piece(pieces: AsyncIterator[bytes]) -> bytes:
    first = await anext(pieces, b"")
    if not first.startswith(_BEGINS):
        raise BodyRefused(
            _PAGE if first.lstrip().startswith(b"<") else "its answer is not the file of papers"
        )
    return first


def _size(headers: Mapping[str, str]) -> int:
    """Return the bytes of the whole file; 0 where that is not said."""
    length = headers.get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < 16 else 0
