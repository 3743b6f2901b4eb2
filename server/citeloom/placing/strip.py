"""Removes our marks from a text and our folder from a project; the written text stays."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from citeloom.keeping.atomic import WriteError, anywhere, is_temporary
from citeloom.keeping.folders import entries_in
from citeloom.keeping.held import held_folder
from citeloom.keeping.reading import LARGEST_RECORD, read_file
from citeloom.placing.folding import split_lines
from citeloom.placing.marks import mark_lines
from citeloom.placing.sidecar import (
    NOTES,
    OUTLINE_NAME,
    RECORD_NAME,
    folder_of,
    remove_file_in,
)
from citeloom_latex.edit import Edit


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """The files in a project's folder of records that are ours, and those that are not."""

    ours: tuple[Path, ...]
    foreign: tuple[Path, ...]


def mark_edits(text: str) -> tuple[Edit, ...]:
    """Return the edits that take the lines of our marks out, whether they pair up or not."""
    return tuple(Edit(line, "") for line in mark_lines(text))


def folder_files(root: Path) -> FolderFiles:
    """Return the contents of the folder beside the root .tex file.

    Raises
    ------
    WriteError
        If it cannot be read.
    """
    folder = folder_of(root)
    try:
        paths = [folder / it.name for it in (entries_in(folder) if folder.is_dir() else ())]
        ours = tuple(path for path in paths if _is_ours(path))
    except OSError as error:
        raise WriteError(folder, error.strerror or str(error)) from error
    return FolderFiles(ours, tuple(path for path in paths if path not in ours))


def remove_folder(root: Path, allow: Callable[[Path], None] = anywhere) -> FolderFiles:
    """Remove our files from the folder beside the root .tex file, and the folder if it is empty.

    Raises
    ------
    WriteError
        If a file of ours cannot be removed.
    """
    folder, files = folder_of(root), folder_files(root)
    try:
        for path in files.ours:
            remove_file_in(folder, path.name, allow)
        if folder.is_dir() and not folder.is_symlink() and not files.foreign:
            with held_folder(folder.parent.resolve()) as held:
                held.remove_folder(folder.name)
    except OSError as error:
        raise WriteError(folder, error.strerror or str(error)) from error
    return files


def _is_ours(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    if path.name in NOTES:
        text = read_file(path, LARGEST_RECORD).decode("utf-8", "replace")
        return split_lines(text) == split_lines(NOTES[path.name])
    names = (RECORD_NAME, OUTLINE_NAME)
    return any(name.fullmatch(path.name) for name in names) or is_temporary(path.name)
