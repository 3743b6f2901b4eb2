"""Files and folders that are private to the user from the moment that they are made."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from citeloom.keeping.atomic import WriteError, replace_file, write_in_one_step


def make_private_folder(folder: Path) -> None:
    """Make a folder, and those above it, where they are missing; raise OSError if that fails."""
    missing = [parent for parent in folder.parents if not parent.exists()]
    for path in (*reversed(missing), folder):
        path.mkdir(mode=0o700, exist_ok=True)


def open_private(path: Path, flags: int) -> int:
    """Open a file, and make it and its folder where they are missing; raise OSError if that fails.

    Returns
    -------
    A descriptor of the file, to be closed.
    """
    make_private_folder(path.parent)
    return os.open(path, flags | os.O_CREAT, 0o600)


def write_private(
    path: Path,
    data: bytes,
    mode: int = 0o600,
    put: Callable[[Path, Path], object] = replace_file,
) -> None:
    """Write a file in one step, as ``write_in_one_step`` does; make its folder if it is missing."""
    make_private_folder(path.parent)
    write_in_one_step(path, data, mode, put=put)


def keep_first(temporary: Path, path: Path) -> None:
    """Put a new file in its place unless there is one: of two programs at once the first wins."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    except OSError:  # There are no links here.
        temporary.replace(path)


def remove_file(path: Path) -> None:
    """Remove a file, if it is there; raise OSError if that fails."""
    with suppress(FileNotFoundError):
        path.chmod(0o600)  # Windows removes no file that is read-only.
        path.unlink()


def read_private_json(path: Path) -> object:
    """Return the JSON value that a file holds; None where there is none that can be read."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None


def write_private_json(path: Path, value: object) -> None:
    """Write a JSON value.

    Raises
    ------
    WriteError
        If it cannot be written.
    """
    try:
        write_private(path, json.dumps(value, indent=1).encode())
    except OSError as error:
        raise WriteError(path, error.strerror or str(error)) from None
