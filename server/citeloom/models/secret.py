"""The secret of an installation, under which quoted texts are fenced."""

import contextlib
import os
import secrets
from pathlib import Path

FILE = "secret"
_LENGTH = 32


def installation_secret(folder: Path) -> bytes:
    """Return the secret of the data folder, made with the first question, private to the user.

    Where the folder cannot be written it is another one in every run: only the memo suffers.
    """
    path = folder / FILE
    with contextlib.suppress(OSError):
        if len(kept := path.read_bytes()) == _LENGTH:
            return kept
    made = secrets.token_bytes(_LENGTH)
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = folder / f"{FILE}.{os.getpid()}"
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(made)
        # Of two processes that make one at once the first wins: a link is never overwritten.
        try:
            os.link(beside, path)
        except FileExistsError:
            if len(kept := path.read_bytes()) == _LENGTH:
                made = kept
            else:
                beside.replace(path)
        except OSError:
            beside.replace(path)
        beside.unlink(missing_ok=True)
    return made


def is_temporary(name: str) -> bool:
    """Tell whether a file's name is that of a secret that a killed program left half written."""
    beside, _, number = name.partition(".")
    return beside == FILE and number.isdecimal()
