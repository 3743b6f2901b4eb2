"""The folder ``.citeloom`` beside the root file: one small file for each result in the project."""

import re
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from citeloom.keeping.atomic import WriteError, anywhere, write_atomically
from citeloom.keeping.held import held_folder
from citeloom.keeping.reading import LARGEST_RECORD, read_file
from citeloom.placing.folding import RESULT_ID, fold
from citeloom.placing.record import Record
from citeloom.placing.record_json import RecordFormatError, record_from_json, record_to_json
from citeloom.problem import InputError, Place
from citeloom.settings import OUTLINE
from citeloom.visible import shorten

_SIDES: dict[bytes, tuple[int, ...]] = {
    b"<<<<<<<": (0,),
    b"|||||||": (),
    b"=======": (1,),
    b">>>>>>>": (0, 1),
}
"""The versions that the lines after a conflict mark belong to. No line of a record begins so."""


def is_unmerged(data: bytes) -> bool:
    """Tell whether a merge has left conflict marks in a record's file."""
    return any(line[:7] in _SIDES for line in data.splitlines())


def merged_record(data: bytes, result_id: str, text: str) -> Record:
    """Return the version whose sentences stand in a text, with those of the other that do, too.

    Git takes the records that two branches have written in the place of one for the same file under
    two names, so that either may be in the file of either: ``result_id`` is that of the file.

    Raises
    ------
    RecordFormatError
        If no version can be read.
    """
    versions: tuple[list[bytes], list[bytes]] = ([], [])
    sides: tuple[int, ...] = (0, 1)
    for line in data.splitlines(keepends=True):
        if line[:7] in _SIDES:
            sides = _SIDES[line[:7]]
        else:
            for side in sides:
                versions[side].append(line)
    records: list[Record] = []
    for version in versions:
        with suppress(RecordFormatError):
            records.append(record_from_json(b"".join(version)))
    if not records:
        raise RecordFormatError("a merge left two versions in it, and neither is complete")
    folded = fold(text)
    standing = [
        {key: it for it in record.sentences() if (key := fold(it.latex)) in folded}
        for record in records
    ]
    _, _, best = max(
        (len(found), record.id == result_id, -number)
        for number, (record, found) in enumerate(zip(records, standing, strict=True))
    )
    record = records[-best]
    own = {fold(it.latex) for it in record.sentences()}
    others = [it for found in standing for key, it in found.items() if key not in own]
    return replace(record, id=result_id, earlier=(*record.earlier, *others))


FOLDER = ".citeloom"
NOTE = "README.md"
NOTE_TEXT = """\
# Where the marked paragraphs come from

Citeloom wrote the paragraphs between `% citeloom:begin` and `% citeloom:end` in this project's
LaTeX files. Each file here belongs to the marks with its name. It says how the text was made and
which sentences of the cited papers stand behind each sentence.

Commit this folder, so that your co-authors have it. With it Citeloom can tell what you have
changed between the marks, and keeps that. `citeloom strip MAIN.tex` takes marks and folder away
before a submission; the text stays.
"""
"""Its words stay the same: by them `strip` knows that no author wrote it."""

NOTES = {NOTE: NOTE_TEXT, ".gitattributes": "# A merge takes each record whole.\n*.json -merge\n"}
"""The files of the folder that are the same in every project, by name."""

_LONGEST_SHOWN = 500

OUTLINE_NAME = re.compile(rf"{RESULT_ID}\{OUTLINE}")
RECORD_NAME = re.compile(rf"{RESULT_ID}\.json")


class SidecarError(InputError):
    """The record cannot be read; it stays as it is."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(why, Place(path))


def folder_of(root: Path) -> Path:
    """Return the folder of records of the project with this root .tex file."""
    return root.parent / FOLDER


def record_path(folder: Path, result_id: str) -> Path:
    """Return the path of a result's record."""
    name = f"{result_id}.json"
    if not RECORD_NAME.fullmatch(name):
        raise ValueError(f"{result_id!r} is not a result id")
    return folder / name


def outline_path(folder: Path, result_id: str) -> Path:
    """Return the path of the outline of a result, once its author edits it."""
    return record_path(folder, result_id).with_suffix(OUTLINE)


def record_files(folder: Path, result_ids: Iterable[str]) -> tuple[Path, ...]:
    """Return all files that writing these records may write."""
    return (
        *(record_path(folder, result_id) for result_id in result_ids),
        *map(folder.joinpath, NOTES),
    )


def read_record(folder: Path, result_id: str, text: str = "") -> Record | None:
    """Read the record of a result; return None if there is none.

    ``text`` is what stands between its marks: by it one of the two versions is chosen that a merge
    of two branches may have left in the file.

    Raises
    ------
    SidecarError
        If the record cannot be read, is broken or comes from a newer version.
    """
    path = record_path(folder, result_id)
    try:
        data = read_file(path, LARGEST_RECORD)
        if is_unmerged(data):
            return merged_record(data, result_id, text)
        record = record_from_json(data)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SidecarError(path, f"it cannot be read: {error.strerror}") from None
    except RecordFormatError as error:
        raise SidecarError(
            path, f"{shorten(str(error), _LONGEST_SHOWN)}; restore the file, or delete it"
        ) from None
    if record.id != result_id:
        other = shorten(record.id, _LONGEST_SHOWN)
        raise SidecarError(path, f"it is the record of another result, {other}")
    return record


def is_left_by_merge(folder: Path, result_id: str) -> bool:
    """Tell whether a merge of two branches has left both versions in a record's file."""
    with suppress(OSError):
        return is_unmerged(read_file(record_path(folder, result_id), LARGEST_RECORD))
    return False


def write_record(
    folder: Path, record: Record, draft: Path, allow: Callable[[Path], None] = anywhere
) -> None:
    """Write a record, and the folder's notes if missing; an equal record is not written again.

    Parameters
    ----------
    draft
        The file that the text is for: who cannot read it cannot read what is written here.
    allow
        As of ``write_atomically``.

    Raises
    ------
    SidecarError
        If the file of that name is broken or comes from a newer version.
    WriteError
        If the folder or the file cannot be written.
    """
    path = record_path(folder, record.id)
    if read_record(folder, record.id) != record or is_left_by_merge(folder, record.id):
        _make(folder, mode := _mode_beside(draft), allow)
        write_atomically(path, record_to_json(record), mode, allow=allow)
    _write_notes(folder, draft, allow)


def _write_notes(folder: Path, draft: Path, allow: Callable[[Path], None]) -> None:
    for name, text in NOTES.items():
        if not (folder / name).exists():
            write_atomically(folder / name, text.encode(), _mode_beside(draft), allow=allow)


def write_outline(path: Path, text: str, draft: Path, allow: Callable[[Path], None]) -> None:
    """Write an outline to be edited, and the folder if it is missing; the rest as for a record.

    Raises
    ------
    WriteError
        If the folder or the file cannot be written.
    """
    _make(path.parent, mode := _mode_beside(draft), allow)
    write_atomically(path, text.encode("utf-8", "replace"), mode, allow=allow)
    _write_notes(path.parent, draft, allow)


def remove_record(folder: Path, result_id: str, allow: Callable[[Path], None] = anywhere) -> None:
    """Remove the record of a result, if it is there; ``allow`` as of ``write_atomically``.

    Raises
    ------
    WriteError
        If it cannot be removed.
    """
    path = record_path(folder, result_id)
    try:
        remove_file_in(folder, path.name, allow)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise WriteError(path, error.strerror or str(error), "cannot be removed") from error


def remove_file_in(folder: Path, name: str, allow: Callable[[Path], None]) -> None:
    """Remove a file of a folder that is held meanwhile; raise OSError if that fails."""
    with held_folder(folder.resolve()) as held:
        allow(held.path / name)
        held.remove(name)


def _mode_beside(draft: Path) -> int | None:
    """Return the permissions of what is written of a draft; None where it cannot be looked at."""
    try:
        return stat.S_IMODE(draft.stat().st_mode) & 0o666 | 0o600
    except OSError:
        return None


def _make(folder: Path, mode: int | None, allow: Callable[[Path], None]) -> None:
    """Make the folder; whoever may read a file of that mode may list it, and nobody else."""
    mode = 0o700 if mode is None else mode | (mode & 0o444) >> 2
    try:
        with held_folder(folder.parent.resolve()) as held:
            allow(held.path / folder.name)
            held.make(folder.name, mode)
    except FileExistsError:
        if not folder.is_dir():
            raise WriteError(folder, "it is not a folder") from None
    except OSError as error:
        raise WriteError(folder, error.strerror or str(error)) from error
