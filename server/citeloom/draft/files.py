"""Where a draft's files come from: the disk here, an editor's buffers elsewhere."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from citeloom.problem import InputError, Place
from citeloom_latex.decode import Decoded, decode, is_binary

LARGEST_FILE = 200 * 1024 * 1024


class Files(Protocol):
    """The files that a project is read from."""

    def read(self, path: Path) -> bytes:
        """Return a file's bytes, or raise OSError."""
        ...

    def is_file(self, path: Path) -> bool:
        """Tell whether there is such a file."""
        ...

    def named(self, folder: Path, suffix: str) -> Sequence[Path]:
        """Return the files of a folder (not below it) with that suffix, sorted."""
        ...


class DiskFiles:
    """Files as they lie on the disk."""

    def read(self, path: Path) -> bytes:
        """Return a file's bytes, or raise OSError."""
        return path.read_bytes()

    def is_file(self, path: Path) -> bool:
        """Tell whether there is such a file."""
        try:
            return path.is_file()
        except (OSError, ValueError):
            return False

    def named(self, folder: Path, suffix: str) -> Sequence[Path]:
        """Return the files of a folder with that suffix; none where it cannot be listed."""
        try:
            return sorted(path for path in folder.iterdir() if path.suffix.lower() == suffix)
        except OSError:
            return ()


def read_text(files: Files, path: Path) -> Decoded:
    """Return a file's text.

    Raises
    ------
    InputError
        If the file is missing, unreadable, too large or not a text.
    """
    place = Place(path)
    try:
        data = files.read(path)
    except FileNotFoundError:
        raise InputError("there is no such file", place, "check its name and folder") from None
    except IsADirectoryError:
        raise InputError("is a folder", place, "name the main .tex file in it") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot be read: {reason}", place, "check its permissions") from None
    if len(data) > LARGEST_FILE:
        size, most = len(data) >> 20, LARGEST_FILE >> 20
        raise InputError(f"has {size} MB; the most that is read is {most} MB", place)
    if is_binary(data):
        raise InputError("is not a text file", place, "name a LaTeX or BibTeX file")
    return decode(data)
