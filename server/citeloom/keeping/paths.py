"""From a name in somebody's text to a path on this machine: no other machine is ever asked.

To look at a path like ``//host/share`` is a connection on Windows, which hands a hash of the user's
password to that host.
"""

import os
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path, PurePath, PureWindowsPath

_DEVICE = re.compile(
    r"(?:[A-Za-z]:)?(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])"
    r"[ ]*(?:[.:].*)?",
    re.IGNORECASE | re.DOTALL,
)

_LONGEST = 60
"""Characters of a name: file systems take 255 bytes, of which a sign may need four."""


def path_named(folder: Path, *names: str) -> Path | None:
    """Return the path that names mean: the first seen from a folder, each other from the last.

    ``~`` is the user's folder. None stands for what is not looked at: see ``leads_elsewhere``.
    """
    folder = folder.absolute()
    if any("\0" in name or leads_elsewhere(name, folder) for name in names):
        return None
    return _joined(folder, names)


def leads_elsewhere(name: str, folder: PurePath) -> bool:
    """Tell whether a name in a text means an address, another machine, or a device of Windows.

    The machine and share of ``folder`` itself are none others: the user opened it there. What is
    in the folder of a ``PureWindowsPath`` is read as Windows reads it.
    """
    share = _share_of(name)
    if "://" in name or (share and share != _share_of(str(folder))):
        return True
    on_windows = isinstance(folder, PureWindowsPath)
    return on_windows and any(_DEVICE.fullmatch(part) for part in re.split(r"[\\/]", name))


def plain_file_name(name: str) -> str:
    """Return a name, as the stem of a file's, that every file system takes."""
    plain = "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in name[:_LONGEST])
    return f"-{plain}" if not plain or _DEVICE.fullmatch(plain) else plain


def normal_path(path: Path) -> Path:
    """Return the path, absolute and without ``..``; links are not resolved."""
    parts: list[str] = []
    path = path.absolute()
    for part in path.parts:
        if part == ".." and len(parts) > 1:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return Path(*parts)


def _share_of(path: str) -> str:
    """Return the host and share of a path, in one form for all ways to write it; empty without."""
    path = path.strip().replace("/", "\\").lower()
    if path.startswith("\\??\\"):
        path = f"\\\\?\\{path[4:]}"
    if not path.startswith("\\\\"):
        return ""
    parts = path.lstrip("\\").split("\\")
    if parts[:2] in (["?", "unc"], [".", "unc"]):
        parts = parts[2:]
    return "\\".join(["", "", *parts[:2]])


@lru_cache(maxsize=4096)
def _joined(folder: Path, names: tuple[str, ...]) -> Path:
    path = folder
    for name in names:
        path /= _with_home(name)
    return normal_path(path)


def _with_home(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError:  # There is no such user.
        return Path(name)


def name_below(path: Path, folder: Path) -> str:
    """Return a path as it is called from a folder that holds it, else its name."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name


_MARKS = (".git", ".hg", ".jj", ".svn")


def is_repository(folder: Path) -> bool:
    """Tell whether a folder is the top of a repository."""
    # Unlike Path.exists, this raises nothing, however long the path is.
    return any(os.path.exists(folder / mark) for mark in _MARKS)  # noqa: PTH110


def within_repository(folders: Sequence[Path]) -> Sequence[Path]:
    """Return those of some folders, each in the next, that lie in one repository; none without."""
    for number, folder in enumerate(folders, 1):
        if is_repository(folder):
            return folders[:number]
    return ()
