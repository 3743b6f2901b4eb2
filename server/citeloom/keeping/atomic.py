"""Writing a file in one step: whatever happens, it is whole, as it was or as it is to be."""

import os
import re
import secrets
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


class WriteError(OSError):
    """A file that was not written and is as it was; the message names it and says why."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: not written, it is as it was: {why}")
        self.path = path
        self.why = why


def write_atomically(path: Path, data: bytes, *, check: Callable[[], None] = lambda: None) -> None:
    """Write a file beside the old one and put it in its place.

    A symbolic link stays one: the file that it leads to is replaced. The old file's permissions
    stay; a file that its owner may not write is not replaced.

    Parameters
    ----------
    path
        The file.
    data
        Its new content.
    check
        Called right before the old file is replaced; what it raises ends the writing.

    Raises
    ------
    WriteError
        If that cannot be done.
    """
    temporary = None
    try:
        target = path.resolve(strict=path.is_symlink())
        mode = _mode(target)
        if mode is not None and not (mode & stat.S_IWUSR and os.access(target, os.W_OK)):
            raise WriteError(path, "the file is read-only")
        temporary = target.with_name(f".citeloom-{secrets.token_hex(8)}.tmp")
        _write_new(temporary, data, mode)
        check()
        temporary.replace(target)
        temporary = None
        _sync_folder(target.parent)
    except WriteError:
        raise
    except OSError as error:
        raise WriteError(path, error.strerror or str(error)) from error
    finally:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


def is_temporary(name: str) -> bool:
    """Tell whether a file's name is that of one that a killed program left half written."""
    return re.fullmatch(r"\.citeloom-[0-9a-f]{16}\.tmp", name) is not None


def _mode(target: Path) -> int | None:
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return None


def _write_new(path: Path, data: bytes, mode: int | None) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        path.chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Make the new name last a power cut, where the system can; the file itself is whole."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
