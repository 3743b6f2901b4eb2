"""Reads files whole: regular ones alone, of a bounded size, and without waiting for anybody.

A project's files are a stranger's: a name may lead to a pipe, a device or an endless file.
"""

import errno
import os
import stat
import sys
from io import FileIO
from pathlib import Path

LARGEST_TEXT = 128_000_000
"""Bytes of a .tex, .bib or style file that are read at most."""

LARGEST_SETTINGS = 1_000_000
"""Bytes of a file of settings or a prompt that are read at most."""

LARGEST_RECORD = 10_000_000
"""Bytes of a record, or of a small file of the data folder, that are read at most."""

LARGEST_PDF = 100_000_000
"""Bytes of a PDF that are read at most."""

_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_FLAGS = os.O_RDONLY
for _flag in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT"):
    _FLAGS |= getattr(os, _flag, 0)  # No system has all of them.


class UnreadFileError(OSError):
    """A file is there and is not read; ``strerror`` says why: "is a pipe, not a file"."""

    strerror: str


def read_file(path: Path, most: int) -> bytes:
    """Return the bytes of a regular file; links are followed.

    Parameters
    ----------
    most
        Bytes that it may have.

    Raises
    ------
    UnreadFileError
        If it is a pipe, a socket or a device, or has more bytes.
    OSError
        If it cannot be read.
    """
    with open_file(path, most) as file:
        return _read(path, file, os.fstat(file.fileno()).st_size, most)


def open_file(path: Path, most: int = sys.maxsize) -> FileIO:
    """Open a regular file to be read in pieces, such as one that its user named; see `read_file`.

    Raises
    ------
    UnreadFileError
        If it is a pipe, a socket or a device, or has more bytes.
    OSError
        If it cannot be read.
    """
    # Before it is opened: to open a device may already do something.
    _check(path, path.stat(), most)
    file = FileIO(os.open(path, _FLAGS), "rb")
    try:
        _check(path, os.fstat(file.fileno()), most)  # Somebody may have put another file there.
    except OSError:
        file.close()
        raise
    return file


def is_regular(path: Path) -> bool:
    """Tell whether there is a regular file; links are followed."""
    # `Path.is_file` raises where it may not be looked at.
    return os.path.isfile(path)  # noqa: PTH113


def is_special(path: Path) -> bool:
    """Tell whether there is a pipe, a socket or a device; links are followed."""
    return os.path.exists(path) and not (is_regular(path) or os.path.isdir(path))  # noqa: PTH110, PTH112


def _check(path: Path, status: os.stat_result, most: int) -> None:
    mode = status.st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        kind = next((name for is_kind, name in _KINDS if is_kind(mode)), "something else")
        raise UnreadFileError(errno.EINVAL, f"is {kind}, not a file", str(path))
    if status.st_size > most:
        raise _too_large(path, _in_words(status.st_size), most)


def _read(path: Path, file: FileIO, size: int, most: int) -> bytes:
    """Read to the end, or until there are more bytes than ``most``: the file may grow."""
    pieces: list[bytes] = []
    left = most + 1
    while left > 0:
        piece = file.read(min(left, max(size + 1, 65_536)))
        if piece is None:
            raise UnreadFileError(errno.EAGAIN, "is not a file that can be read whole", str(path))
        if not piece:
            return pieces[0] if len(pieces) == 1 else b"".join(pieces)
        pieces.append(piece)
        left -= len(piece)
        size = 0
    raise _too_large(path, f"more than {_in_words(most)}", most)


def _too_large(path: Path, has: str, most: int) -> UnreadFileError:
    return UnreadFileError(errno.EFBIG, f"has {has}; at most {_in_words(most)} are read", str(path))


def _in_words(size: int) -> str:
    for unit, name in ((1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")):
        if size >= unit:
            return f"{-(-size // unit)} {name}"
    return f"{size} bytes"
