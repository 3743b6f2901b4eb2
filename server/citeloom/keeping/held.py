"""Folders that are held while something is written in them.

Between a look at a path and what is done there, somebody may put a link in the place of a folder.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_FLAGS = os.O_RDONLY
for _flag in ("O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC", "O_PATH"):
    _FLAGS |= getattr(os, _flag, 0)  # No system has all of them.


@dataclass(frozen=True)
class HeldFolder:
    """A folder by its handle; on Windows, which has none for this, by its path."""

    path: Path
    _handle: int | None

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        """Open a file of it; no link is followed."""
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        return os.open(self._at(name), flags, mode, dir_fd=self._handle)

    def mode(self, name: str) -> int | None:
        """Return the permissions of a file in the folder; None where there is no such file."""
        try:
            found = os.stat(self._at(name), dir_fd=self._handle, follow_symlinks=False)
        except FileNotFoundError:
            return None
        if stat.S_ISLNK(found.st_mode):
            raise OSError(errno.ELOOP, "it has become a link")
        return stat.S_IMODE(found.st_mode)

    def set_mode(self, name: str, descriptor: int, mode: int) -> None:
        """Set the permissions of an open file in the folder."""
        if hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
        else:  # Windows before Python 3.13.
            (self.path / name).chmod(mode)

    def may_write(self, name: str) -> bool:
        """Tell whether the user may write a file in the folder."""
        return os.access(self._at(name), os.W_OK, dir_fd=self._handle)

    def replace(self, old: str, new: str) -> None:
        """Give a file the name of another one, in whose place it comes."""
        os.replace(self._at(old), self._at(new), src_dir_fd=self._handle, dst_dir_fd=self._handle)

    def link(self, old: str, new: str) -> None:
        """Give a file a second name."""
        os.link(self._at(old), self._at(new), src_dir_fd=self._handle, dst_dir_fd=self._handle)

    def remove(self, name: str) -> None:
        """Remove a file."""
        os.unlink(self._at(name), dir_fd=self._handle)

    def make(self, name: str, mode: int) -> None:
        """Make a folder in it."""
        os.mkdir(self._at(name), 0o700, dir_fd=self._handle)
        with suppress(PermissionError):  # Windows opens no folders, and has no such modes.
            descriptor = self.open(name, os.O_RDONLY)
            try:
                self.set_mode(name, descriptor, mode)
            finally:
                os.close(descriptor)

    def remove_folder(self, name: str) -> None:
        """Remove an empty folder."""
        os.rmdir(self._at(name), dir_fd=self._handle)

    def _at(self, name: str) -> str:
        return str(self.path / name) if self._handle is None else name


@contextmanager
def held_folder(path: Path) -> Iterator[HeldFolder]:
    """Hold a folder by a path that was resolved; OSError if a part of it is a link by now."""
    if os.open not in os.supports_dir_fd:
        yield HeldFolder(path, None)
        return
    handle = os.open(path.anchor, _FLAGS)
    try:
        for part in path.parts[1:]:
            above, handle = handle, os.open(part, _FLAGS, dir_fd=handle)
            os.close(above)
        yield HeldFolder(path, handle)
    finally:
        os.close(handle)
