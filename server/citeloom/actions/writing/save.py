"""Save text to a file of the user's, never over another one unasked."""

from pathlib import Path

from citeloom.keeping.atomic import write_atomically
from citeloom.problem import InputError, Place


def check_free(path: Path, *, force: bool) -> None:
    """Refuse, before any work is done, a file that exists or a folder that does not.

    Raises
    ------
    InputError
        If the file is not to be written there.
    """
    if path.is_dir():
        raise InputError("is a folder", Place(path), "name a file in it")
    if path.exists() and not force:
        raise InputError("is there already", Place(path), "--force overwrites it")
    if not path.parent.is_dir():
        raise InputError("its folder does not exist", Place(path), "make the folder first")


def save(text: str, path: Path, *, force: bool) -> None:
    """Write a file in one step: it is whole or as it was.

    Raises
    ------
    InputError
        If the file exists (without ``force``) or cannot be written.
    """
    check_free(path, force=force)
    write_atomically(path, text.encode("utf-8"))
