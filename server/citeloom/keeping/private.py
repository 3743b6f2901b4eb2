"""Small files of the user's in the data folder, readable to nobody else."""

import json
import os
from pathlib import Path

from citeloom.keeping.atomic import WriteError, write_atomically
from citeloom.problem import InputError, Place


def read_private(path: Path) -> object:
    """Return the JSON value that a file holds; None where there is none that can be read."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None


def keep_private(path: Path, value: object) -> None:
    """Write a JSON value, in one step.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        write_atomically(path, json.dumps(value, indent=1).encode())
    except WriteError as error:
        raise InputError(f"cannot be written: {error.why}", Place(path)) from None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", Place(path)) from None
