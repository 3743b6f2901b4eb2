"""Files and folders that are private to the user from the moment they are made."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from citeloom.keeping.atomic import WriteError, write_in_one_step
from citeloom.keeping.held import HeldFolder, held_folder
from citeloom.keeping.reading import LARGEST_RECORD, read_file

BROKEN = ".broken"
"""How the name of a file ends that could not be read and was set aside."""


def make_private_folder(folder: Path) -> None:
    """Make a folder and its parents if they are missing; raise OSError if that fails."""
    missing = [parent for parent in folder.parents if not parent.exists()]
    for path in (*reversed(missing), folder):
        path.mkdir(mode=0o700, exist_ok=True)


def open_private(path: Path, flags: int) -> int:
    """Return a descriptor of a file; make it and its folder if they are missing.

    Raise OSError if that fails.
    """
    make_private_folder(path.parent)
    return os.open(path, flags | os.O_CREAT, 0o600)


def write_private(
    path: Path,
    data: bytes,
    mode: int = 0o600,
    put: Callable[[HeldFolder, str, str], object] = HeldFolder.replace,
) -> None:
    """Write a file with ``write_in_one_step``; make its folder if it is missing."""
    make_private_folder(path.parent)
    with held_folder(path.parent.resolve()) as folder:
        write_in_one_step(folder, path.name, data, mode, put=put)


def keep_first(folder: HeldFolder, temporary: str, name: str) -> None:
    """Put a new file in its place unless one is there: of two programs the first wins."""
    try:
        folder.link(temporary, name)
    except FileExistsError:
        pass
    except OSError:  # This file system has no links.
        folder.replace(temporary, name)


def has_files(folder: Path, suffix: str) -> bool:
    """Tell whether a folder has a file whose name ends so; nothing is read."""
    with suppress(OSError):
        return any(path.suffix == suffix for path in folder.iterdir())
    return False


def remove_file(path: Path) -> None:
    """Remove a file if it is there; raise OSError if that fails."""
    with suppress(FileNotFoundError):
        path.chmod(0o600)  # Windows removes no file that is read-only.
        path.unlink()


def read_private_json(path: Path) -> object:
    """Return the JSON value of a file; None if it is missing or cannot be read."""
    try:
        return json.loads(read_file(path, LARGEST_RECORD))
    except (OSError, ValueError, RecursionError):
        return None


def write_private_json(path: Path, value: object) -> None:
    """Write a JSON value; raise WriteError if that fails."""
    try:
        write_private(path, json.dumps(value, indent=1).encode())
    except OSError as error:
        raise WriteError(path, error.strerror or str(error)) from None
