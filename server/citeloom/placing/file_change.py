"""Writes a change of the author's file and the records that belong to it; nothing else does."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from citeloom.keeping.atomic import WriteError, anywhere, write_atomically
from citeloom.keeping.reading import LARGEST_TEXT, read_file
from citeloom.placing.marks import find_marks
from citeloom.placing.placement import Placement
from citeloom.placing.record import Record
from citeloom.placing.sidecar import record_path, remove_record, write_record
from citeloom_latex.edit import Edit
from citeloom_latex.file_encoding import decode, encode


@dataclass(frozen=True, slots=True)
class FileChange:
    """A change of one of the author's files, and the records that belong to it.

    ``edit`` is None if the file stays as it is; its records are still written. ``replaced`` are
    the ids of results that the change removes from the file.
    """

    path: Path
    edit: Edit | None
    records: tuple[Record, ...]
    replaced: tuple[str, ...] = ()


def change_of(path: Path, placement: Placement) -> FileChange:
    """Return the change that a placement makes in its file."""
    replaced = (placement.replaced,) if placement.replaced else ()
    return FileChange(path, placement.edit, (placement.record,), replaced)


def write_change(
    change: FileChange,
    *,
    expected: bytes,
    folder: Path,
    in_use: Collection[str] = (),
    allow: Callable[[Path], None] = anywhere,
) -> None:
    """Write the records and the text, then remove the records of replaced results.

    In this order, no interruption leaves a text without its record.

    Parameters
    ----------
    expected
        The file's bytes when the change was made.
    folder
        The project's folder of records.
    in_use
        Result ids in the marks of the project's other files, whose records are kept.
    allow
        As of ``write_atomically``, for all that is written.

    Raises
    ------
    WriteError
        If the file has changed since it was read, or cannot be written; it is as it was.
    SidecarError
        If a record of the same name cannot be read; nothing was written.
    """
    check_unchanged(change.path, expected)
    new = [record for record in change.records if not record_path(folder, record.id).exists()]
    for record in change.records:
        write_record(folder, record, change.path, allow)
    if change.edit is None:
        return
    try:
        write_edit(change.path, change.edit, expected, allow)
    except WriteError:
        for record in new:
            remove_record(folder, record.id, allow)
        raise
    left = {block.id for block in find_marks(decode(read_file(change.path, LARGEST_TEXT)).text)}
    for old in change.replaced:
        if old not in left | set(in_use):
            remove_record(folder, old, allow)


def write_edit(
    path: Path, edit: Edit, expected: bytes, allow: Callable[[Path], None] = anywhere
) -> None:
    """Make an edit in a file; no byte outside of it changes.

    Parameters
    ----------
    edit
        The change, in code points of the file's text.
    expected
        The file's bytes when the edit was made.
    allow
        As of ``write_atomically``.

    Raises
    ------
    WriteError
        If the file has changed since it was read, its encoding lacks a character of the new text,
        or it cannot be written; it stays as it was.
    """
    old = decode(expected)
    try:
        new = encode(edit.applied_to(old.text), old.encoding)
    except UnicodeEncodeError as error:
        missing = error.object[error.start : error.end]
        why = f"its encoding, {old.encoding}, has no '{missing}'; save it as UTF-8"
        raise WriteError(path, why) from None
    if encode(old.text, old.encoding) != expected:
        raise WriteError(path, f"not all of its bytes can be read as {old.encoding}")
    write_atomically(path, new, check=lambda: check_unchanged(path, expected), allow=allow)


def check_unchanged(path: Path, expected: bytes) -> None:
    """Make sure that a file still has these bytes.

    Raises
    ------
    WriteError
        If it has others, or cannot be read.
    """
    try:
        found = read_file(path, LARGEST_TEXT)
    except OSError as error:
        raise WriteError(path, error.strerror or str(error)) from error
    if found != expected:
        raise WriteError(path, "it has changed since it was read; run the command again")
