"""The installation's secret, with which the tags around quoted texts are made."""

import secrets
from contextlib import suppress
from pathlib import Path

from citeloom.keeping.private import keep_first, write_private
from citeloom.keeping.reading import LARGEST_RECORD, read_file

FILE = "secret"
_LENGTH = 32


def installation_secret(folder: Path) -> bytes:
    """Return the secret of the data folder, which is private to the user; make it if it is missing.

    If the folder cannot be written, each run has another secret, and the memo finds nothing.
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


def _read(path: Path) -> bytes:
    """Return the secret; empty if there is none or it is broken."""
    with suppress(OSError):
        kept = read_file(path, LARGEST_RECORD)
        return kept if len(kept) == _LENGTH else b""
    return b""
