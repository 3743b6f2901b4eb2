"""A placement into the author's file and its record beside it: the only place that writes them."""

from collections.abc import Collection, Sequence
from pathlib import Path

from citeloom.keeping.atomic import WriteError, write_atomically
from citeloom.placing.marks import find_marks
from citeloom.placing.place import Placement
from citeloom.placing.record import Record
from citeloom.placing.sidecar import record_path, remove_record, write_record
from citeloom_latex.decode import decode, encode
from citeloom_latex.edit import Edit

__all__ = ["WriteError", "write_edit", "write_placement", "write_with_records"]


def write_placement(
    path: Path,
    placement: Placement,
    *,
    expected: bytes,
    folder: Path,
    in_use: Collection[str] = (),
) -> None:
    """Write a result's record and its text, then remove the record of the one that it replaced.

    In this order no text ever stands without its record, wherever it is interrupted.

    Parameters
    ----------
    path
        The author's file.
    placement
        What to do with it.
    expected
        The bytes that the placement was made for.
    folder
        The project's folder of records.
    in_use
        Result ids in the marks of the project's other files; their records stay.

    Raises
    ------
    WriteError
        If the file has changed since it was read, or cannot be written; it is as it was.
    SidecarError
        If a record of that name is there that cannot be read; nothing was written.
    """
    write_with_records(
        path,
        placement.edit,
        (placement.record,),
        (placement.replaced,) if placement.replaced else (),
        expected=expected,
        folder=folder,
        in_use=in_use,
    )


def write_with_records(
    path: Path,
    edit: Edit | None,
    records: Sequence[Record],
    replaced: Sequence[str],
    *,
    expected: bytes,
    folder: Path,
    in_use: Collection[str] = (),
) -> None:
    """Write records and the text that they belong to, as ``write_placement`` does.

    Parameters
    ----------
    edit
        The change of the file, or None if it stays as it is.
    replaced
        Ids of results that no longer stand there; their records go if they stand nowhere else.
    """
    _check(path, expected)
    new = [one for one in records if not record_path(folder, one.id).exists()]
    for record in records:
        write_record(folder, record)
    if edit is None:
        return
    try:
        write_edit(path, edit, expected)
    except WriteError:
        for record in new:
            remove_record(folder, record.id)
        raise
    left = {block.id for block in find_marks(decode(path.read_bytes()).text)}
    for old in replaced:
        if old not in left | set(in_use):
            remove_record(folder, old)


def write_edit(path: Path, edit: Edit, expected: bytes) -> None:
    """Make an edit in a file; all bytes outside of it stay.

    Parameters
    ----------
    path
        The file.
    edit
        The change, in code points of the file's text.
    expected
        The bytes that the edit was made for.

    Raises
    ------
    WriteError
        If the file has changed since it was read, its encoding has no place for the new text, or
        it cannot be written; it is as it was.
    """
    old = decode(expected)
    try:
        new = encode(edit.applied_to(old.text), old.encoding)
    except UnicodeEncodeError as error:
        missing = error.object[error.start : error.end]
        why = f"it is read as {old.encoding}, which cannot write '{missing}'; save it as UTF-8"
        raise WriteError(path, why) from None
    if encode(old.text, old.encoding) != expected:
        raise WriteError(path, f"not all of its bytes can be read as {old.encoding}")
    write_atomically(path, new, check=lambda: _check(path, expected))


def _check(path: Path, expected: bytes) -> None:
    try:
        found = path.read_bytes()
    except OSError as error:
        raise WriteError(path, error.strerror or str(error)) from error
    if found != expected:
        raise WriteError(path, "it has changed since it was read; run the command again")
