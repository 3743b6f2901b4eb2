"""Removes our marks from a text and our folder from a project; the written text stays."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.keeping.atomic import WriteError, is_temporary
from citeloom.keeping.folders import entries_in
from citeloom.keeping.reading import LARGEST_RECORD, read_file
from citeloom.placing.folding import split_lines
from citeloom.placing.marks import mark_lines
from citeloom.placing.sidecar import NOTES, OUTLINE_NAME, RECORD_NAME, folder_of


@dataclass(frozen=True, slots=True)
class RemovedFolder:
    """The files removed from a project's folder of records, and those that are not ours."""

    removed: tuple[Path, ...]
    foreign: tuple[Path, ...]


def strip_marks(text: str) -> str:
    """Return ``text`` without the lines of our marks, whether they pair up or not."""
    kept = []
    at = 0
    for line in mark_lines(text):
        kept.append(text[at : line.start])
        at = line.end
    return "".join(kept) + text[at:]


def remove_folder(root: Path) -> RemovedFolder:
    """Remove our files from the folder beside the root .tex file, and the folder if it is empty.

    Raises
    ------
    WriteError
        If a file of ours cannot be removed.
    """
    folder = folder_of(root)
    removed: list[Path] = []
    foreign: list[Path] = []
    try:
        for entry in entries_in(folder) if folder.is_dir() else ():
            path = folder / entry.name
            if _is_ours(path):
                path.unlink()
                removed.append(path)
            else:
                foreign.append(path)
        if folder.is_dir() and not folder.is_symlink() and not foreign:
            folder.rmdir()
    except OSError as error:
        raise WriteError(folder, error.strerror or str(error)) from error
    return RemovedFolder(tuple(removed), tuple(foreign))


def _is_ours(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    if path.name in NOTES:
        text = read_file(path, LARGEST_RECORD).decode("utf-8", "replace")
        return split_lines(text) == split_lines(NOTES[path.name])
    names = (RECORD_NAME, OUTLINE_NAME)
    return any(name.fullmatch(path.name) for name in names) or is_temporary(path.name)
