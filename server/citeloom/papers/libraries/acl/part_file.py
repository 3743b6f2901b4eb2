"""Takes the ACL Anthology's file as it comes, and goes on with what an earlier run has kept."""

import os
import re
import shutil
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass

from citeloom.keeping.private import open_private
from citeloom.papers.libraries.acl.files import AnthologyFiles
from citeloom.papers.web.bodies import BodyBrokenOff, BodyRefused
from citeloom.papers.web.receiver import NotKept
from citeloom.problem import InputError

LARGEST = 1_000_000_000
"""Bytes that the file may have."""

ROOM = 6
"""How many times its own bytes the file takes with its index, at most."""

_RANGE = re.compile(r"bytes (\d{1,15})-\d+/(\d{1,15})")
_BEGINS = (b"\x1f", b"@", b"%")
"""The first byte of the file: packed, or as a proxy may unpack it."""

_PAGE = "it sent a web page where data was due: does this network ask for a login?"


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
    is_unchanged: bool = False

    @property
    def received(self) -> int:
        try:
            return self.files.part.stat().st_size
        except OSError:
            return 0

    def headers(self) -> Mapping[str, str]:
        """Ask for what is missing of the part, or for a newer file than the one that is kept."""
        whole = {"Accept-Encoding": "identity"}
        at, version = self.received, self.files.version(self.files.part)
        if at and version:
            return whole | {"Range": f"bytes={at}-", "If-Range": version}
        kept = self.files.version(self.files.file) if self.files.file.exists() else ""
        if kept:
            name = "If-None-Match" if kept.startswith('"') else "If-Modified-Since"
            return whole | {name: kept}
        return whole

    async def take(
        self, status: int, headers: Mapping[str, str], pieces: AsyncIterator[bytes]
    ) -> None:
        self.is_unchanged = status == 304
        if self.is_unchanged:
            return
        total, at = _size(status, headers), self.received
        if status == 416 and total == at > 0:
            return  # All had come before.
        if status == 416 or (status == 206 and _first(headers) != at):
            self.files.remove_part()
            raise BodyBrokenOff("its file has changed meanwhile")
        if "html" in headers.get("content-type", ""):
            raise BodyRefused(_PAGE)
        first = b""
        if status == 200:
            first, at = await _first_piece(pieces), 0
            self._begin_anew(_version(headers))
        self._check_room(total, at)
        try:
            await self._write(first, pieces, at, total)
        except BodyRefused as refused:
            if not isinstance(refused, BodyBrokenOff):
                self.files.remove_part()
            raise

    async def _write(self, first: bytes, pieces: AsyncIterator[bytes], at: int, total: int) -> None:
        flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
        try:
            with os.fdopen(open_private(self.files.part, flags), "ab") as part:
                at += part.write(first)
                async for piece in pieces:
                    at += part.write(piece)
                    part.flush()
                    if at > LARGEST:
                        raise BodyRefused(f"its file has more than {LARGEST // 1_000_000} MB")
                    self.report(at, total)
        except (TimeoutError, ConnectionError):
            raise  # Of the network.
        except OSError as error:
            raise self._not_kept(error) from None
        if at < total:
            raise BodyBrokenOff("its file breaks off")

    def _begin_anew(self, version: str) -> None:
        try:
            self.files.remove_part()
            self.files.keep_version(self.files.part, version)
        except InputError as error:
            raise NotKept(error.problem.message) from None
        except OSError as error:
            raise self._not_kept(error) from None

    def _check_room(self, total: int, at: int) -> None:
        wanted = ROOM * total - at
        if (free := shutil.disk_usage(self.files.folder).free) < wanted:
            raise NotKept(
                f"there is no room for it: it takes {wanted / 1e6:.0f} MB with its index, and "
                f"{self.files.folder} has {free / 1e6:.0f} MB left"
            )

    def _not_kept(self, error: OSError) -> NotKept:
        return NotKept(f"{self.files.part} cannot be written: {error.strerror or error}")


async def _first_piece(pieces: AsyncIterator[bytes]) -> bytes:
    first = await anext(pieces, b"")
    if not first.startswith(_BEGINS):
        raise BodyRefused(_PAGE if first.lstrip().startswith(b"<") else "it sent no file of papers")
    return first


def _version(headers: Mapping[str, str]) -> str:
    """Return what tells this version of the file from others; empty where nothing does."""
    tag = headers.get("etag", "")
    return tag if tag.startswith('"') else headers.get("last-modified", "")


def _first(headers: Mapping[str, str]) -> int:
    found = _RANGE.fullmatch(headers.get("content-range", ""))
    return int(found[1]) if found else -1


def _size(status: int, headers: Mapping[str, str]) -> int:
    """Return the bytes of the whole file; 0 where that is not said."""
    if status == 200:
        length = headers.get("content-length", "")
        return int(length) if length.isdecimal() and len(length) < 16 else 0
    size = headers.get("content-range", "").rpartition("/")[2]
    return int(size) if size.isdecimal() and len(size) < 16 else 0
