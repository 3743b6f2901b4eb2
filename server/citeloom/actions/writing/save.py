"""Save text to a file of the user, and never overwrite one unasked."""

from pathlib import Path

from citeloom.keeping.atomic import write_atomically
from citeloom.problem import InputError, Place


def check_free(path: Path, *, force: bool) -> None:
    """Refuse a file that exists or a folder that does not, before any work is done.

    Raises
    ------
    InputError
        If the file is not to be written there.
    """
    if path.is_dir():
        raise InputError("is a folder", Place(path), "name a file in it")
    if path.exists() and not force:
        raise InputError("already exists", Place(path), "use --force to overwrite it")
    if not path.parent.is_dir():
        raise InputError("its folder does not exist", Place(path), "create the folder first")


def save(text: str, path: Path, *, force: bool) -> None:
    """Write a file atomically; one that is there already only with ``force``."""
    check_free(path, force=force)
    write_atomically(path, text.encode("utf-8"))
