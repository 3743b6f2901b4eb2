"""The secret of an installation, under which quoted texts are fenced."""

import secrets
from contextlib import suppress
from pathlib import Path

from citeloom.keeping.private import keep_first, write_private

FILE = "secret"
_LENGTH = 32


def installation_secret(folder: Path) -> bytes:
    """Return the secret of the data folder, made with the first question, private to the user.

    Where the folder cannot be written it is another one in every run: only the memo suffers.
    """
    path = folder / FILE
    if kept := _read(path):
        return kept
    made = secrets.token_bytes(_LENGTH)
    with suppress(OSError):
        write_private(path, made, put=keep_first)
        if kept := _read(path):
            return kept
        write_private(path, made)
    return made


def is_temporary(name: str) -> bool:
    """Tell whether a file's name is that of a secret that an older version left half written."""
    beside, _, number = name.partition(".")
    return beside == FILE and number.isdecimal()


def _read(path: Path) -> bytes:
    """Return the secret; empty where there is none, or what is there is broken."""
    with suppress(OSError):
        kept = path.read_bytes()
        return kept if len(kept) == _LENGTH else b""
    return b""
