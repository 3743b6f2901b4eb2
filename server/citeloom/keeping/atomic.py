"""Writes a file in one step: whatever happens, it is whole, in its old state or its new one."""

import os
import re
import secrets
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from citeloom.keeping.folders import entries_in
from citeloom.keeping.held import HeldFolder, held_folder
from citeloom.problem import InputError, Place

_SECONDS_OF_WRITING = 60.0
"""The age at which a half-written file was left by a killed program."""

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL


class WriteError(InputError):
    """A file could not be written or removed; it is unchanged."""

    def __init__(self, path: Path, why: str, what: str = "cannot be written") -> None:
        super().__init__(f"{what}: {why}", Place(path))


def anywhere(_: Path) -> None:
    """Allow that a file is written, wherever its path leads."""


def write_atomically(
    path: Path,
    data: bytes,
    mode: int | None = None,
    *,
    check: Callable[[], None] = lambda: None,
    allow: Callable[[Path], None] = anywhere,
) -> None:
    """Write one of the user's files; keep its permissions, and a symbolic link as a link.

    A read-only file is not replaced. What killed programs left beside it is removed. Links are
    resolved once; from then on the folder is held, so that none that is changed meanwhile counts.

    Parameters
    ----------
    mode
        Permissions that the file gets, whatever it had; None keeps those that it has.
    check
        Called right before the old file is replaced; if it raises, the file stays as it is.
    allow
        Told what the path leads to, once its folder is held; raises if that is not to be written.

    Raises
    ------
    WriteError
        If the file cannot be written.
    """
    try:
        target = path.resolve(strict=path.is_symlink())
        with held_folder(target.parent) as folder:
            allow(target)
            old = folder.mode(target.name)
            if old is not None and not (old & stat.S_IWUSR and folder.may_write(target.name)):
                raise WriteError(path, "the file is read-only")
            mode = old if mode is None else mode
            write_in_one_step(folder, target.name, data, mode, check=check)
        remove_left_beside(target)
    except OSError as error:
        raise WriteError(path, error.strerror or str(error)) from error


def write_in_one_step(
    folder: HeldFolder,
    name: str,
    data: bytes,
    mode: int | None = None,
    *,
    check: Callable[[], None] = lambda: None,
    put: Callable[[HeldFolder, str, str], object] = HeldFolder.replace,
) -> None:
    """Write a new file in a folder, then give it its name.

    Parameters
    ----------
    mode
        The permissions of the new file, which only its owner can open before it is whole; None
        gives it the permissions of any new file.
    check
        Called right before the new file is moved; if it raises, nothing is written.
    put
        Moves the new file (the first name) to its place (the second).

    Raises
    ------
    OSError
        If the file cannot be written; an old file stays as it is.
    """
    mode = _usual_mode(folder) if mode is None else mode
    temporary = _temporary()
    try:
        descriptor = folder.open(temporary, _NEW)
        with open(descriptor, "wb") as file:  # noqa: PTH123 (a descriptor has no path)
            file.write(data)
            file.flush()
            os.fsync(descriptor)
            folder.set_mode(temporary, descriptor, mode)
        check()
        put(folder, temporary, name)
        _sync_folder(folder)
    finally:
        with suppress(OSError):
            folder.remove(temporary)


def is_temporary(name: str) -> bool:
    """Tell whether this is the name of a file that a killed program left half written."""
    return re.fullmatch(r"\.citeloom-[0-9a-f]{16}\.tmp", name) is not None


def remove_left_beside(written: Path) -> None:
    """Remove what killed programs left half written beside a file that was just written.

    Its owner and age are compared with those of this file: a drive may have a clock of its own.
    """
    with suppress(OSError):
        own = written.stat()
        for entry in entries_in(written.parent):
            if is_temporary(entry.name):
                left = entry.stat(follow_symlinks=False)
                is_old = own.st_mtime - left.st_mtime > _SECONDS_OF_WRITING
                if is_old and stat.S_ISREG(left.st_mode) and left.st_uid == own.st_uid:
                    Path(entry).unlink()


def _temporary() -> str:
    return f".citeloom-{secrets.token_hex(8)}.tmp"


def _usual_mode(folder: HeldFolder) -> int:
    """Return the permissions of any new file of a folder: those that an empty one gets.

    The system does not tell the mask of a process without changing it for all its threads.
    """
    empty = _temporary()
    descriptor = folder.open(empty, _NEW, 0o666)
    try:
        return stat.S_IMODE(os.fstat(descriptor).st_mode)
    finally:
        os.close(descriptor)
        with suppress(OSError):
            folder.remove(empty)


def _sync_folder(folder: HeldFolder) -> None:
    """Make the new name last a power cut, where the system can; the file itself is whole."""
    with suppress(OSError):
        descriptor = folder.open(".", os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
