"""Reads a file of JSON lines that may be compressed and larger than the memory."""

import gzip
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import IO, cast

from citeloom.keeping.reading import open_file
from citeloom.problem import InputError

LONGEST_LINE = 4_000_000
"""Bytes of a line that are read at most; a record of arXiv has some 2,000."""

_OTHERWISE_COMPRESSED = (b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ\x00")
"""How files of zstd, bzip2 and xz begin."""

_BROKEN = (EOFError, OSError, zlib.error, zipfile.BadZipFile)


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its number from 1, its text, and how many of the file's bytes are read by then.

    ``text`` is None where the line is longer than ``LONGEST_LINE`` or is not UTF-8.
    """

    number: int
    text: str | None
    position: int


class Lines:
    """The lines of a file; gzip and zip are known by how they begin.

    Raises
    ------
    InputError
        If the file cannot be read, is compressed in another way, or ends in the middle.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def size(self) -> int:
        """How many bytes the file has, as it lies on the disk."""
        try:
            return self._path.stat().st_size
        except OSError as error:
            raise _unread(self._path, error) from error

    def whole(self, most: int) -> bytes:
        """Return the whole file, unpacked, up to so many bytes."""
        try:
            with open_file(self._path) as file, _plain(self._path, file) as stream:
                return stream.read(most)
        except _BROKEN as error:
            raise _unread(self._path, error) from error

    def __iter__(self) -> Iterator[Line]:
        number = 0
        with ExitStack() as opened:
            try:
                file = opened.enter_context(open_file(self._path))
                stream = opened.enter_context(_plain(self._path, file))
            except _BROKEN as error:
                raise _unread(self._path, error) from error
            while True:
                try:
                    line = _next(stream)
                except _BROKEN as error:
                    raise _unread(self._path, error, number) from error
                if line is None:
                    return
                number += 1
                yield Line(number, _text(line), file.tell())


@contextmanager
def _plain(path: Path, file: IO[bytes]) -> Iterator[IO[bytes]]:
    start = file.read(6)
    file.seek(0)
    if start.startswith(b"\x1f\x8b"):
        with gzip.GzipFile(fileobj=file) as stream:
            yield cast("IO[bytes]", stream)
    elif start.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(file) as archive:
            names = [name for name in archive.namelist() if not name.endswith("/")]
            if len(names) != 1:
                raise InputError(
                    f"{path} is a zip file with {len(names)} files; it must contain one"
                )
            with archive.open(names[0]) as inside:
                yield inside
    elif start.startswith(_OTHERWISE_COMPRESSED):
        raise InputError(
            f"{path} is compressed with zstd, bzip2 or xz, which Citeloom cannot read",
            advice="unpack it, or compress it with gzip",
        )
    else:
        yield BufferedReader(file, 1 << 20)  # type: ignore[type-var]


def _next(stream: IO[bytes]) -> bytes | None:
    """Return the next line; of a too long one as much as shows that it is; None at the end."""
    line = stream.readline(LONGEST_LINE + 1)
    if not line:
        return None
    rest = line
    while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
        rest = stream.readline(LONGEST_LINE + 1)
    return line


def _text(line: bytes) -> str | None:
    if len(line) > LONGEST_LINE:
        return None
    try:
        return line.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        return None


def _unread(path: Path, error: BaseException, line: int = 0) -> InputError:
    if isinstance(error, EOFError | zlib.error | zipfile.BadZipFile) or (
        isinstance(error, OSError) and error.errno is None
    ):
        return InputError(
            f"{path} is damaged or cut off after line {line}",
            advice="download it again; the records before that line are kept",
        )
    said = error.strerror if isinstance(error, OSError) else str(error)
    return InputError(f"{path} cannot be read ({said})")
