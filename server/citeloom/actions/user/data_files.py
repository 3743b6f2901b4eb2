"""The small files in the data folder: agreements, a secret, previews, what a library says."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.suggesting import dismissed
from citeloom.actions.user import fetch_agreement, outside_agreement, sending_agreement
from citeloom.draft import kept_indexes
from citeloom.keeping.atomic import is_temporary
from citeloom.keeping.private import BROKEN, remove_file
from citeloom.models.quoting import SECRET_FILE
from citeloom.papers.libraries.acl.files import AnthologyFiles
from citeloom.papers.libraries.index_files import index_files
from citeloom.papers.libraries.zotero.library import COPIES
from citeloom.papers.source_names import LIBRARIES, source_name
from citeloom.plural import number_of
from citeloom.settings import UserSettings, user_file


@dataclass(frozen=True)
class DataFile:
    """A file or folder, what it holds in words, and the files to remove with it."""

    path: Path
    what: str
    files: tuple[Path, ...]


def data_files(user: UserSettings) -> tuple[DataFile, ...]:
    """Return the small files that exist.

    Raises
    ------
    OSError
        If the folder cannot be read.
    """
    folder = user.data_folder
    if not folder.is_dir():
        return ()
    left = tuple(path for path in sorted(folder.iterdir()) if is_temporary(path.name))
    copies = tuple(sorted(folder.glob(f"{COPIES}*/*")))
    previews = tuple(sorted(user.previews.glob("*/*")))
    named = (
        (fetch_agreement.FILE, "your answer about looking papers up"),
        (sending_agreement.FILE, "the model that you agreed to for each project"),
        (outside_agreement.FILE, "files outside its folder that each project may use"),
        (dismissed.FILE, "suggested papers that you dismissed, by project"),
        (SECRET_FILE, "a random key that marks quoted texts for a language model"),
    )
    found = [
        DataFile(path, what, (path,)) for name, what in named if (path := folder / name).exists()
    ]
    found += [
        DataFile(path, f"copied from {source_name(name)}", (*folder.glob(f"{path.name}*"),))
        for name in LIBRARIES
        for path in index_files(folder, name)
    ]
    if files := AnthologyFiles(folder).all:
        size = sum(path.stat().st_size for path in files) / 1e6
        said = f"the ACL Anthology's file of papers with abstracts, {size:.1f} MB"
        found.append(DataFile(files[0], said, files))
    if previews:
        said = f"{number_of(len(previews), 'preview')} of texts waiting in an editor"
        found.append(DataFile(user.previews, said, previews))
    if indexes := kept_indexes.index_files(user.bib_indexes):
        size = sum(path.stat().st_size for path in indexes) / 1e6
        said = f"{number_of(len(indexes), 'index', 'indexes')} of large .bib files, {size:.1f} MB"
        found.append(DataFile(user.bib_indexes, said, indexes))
    if texts := tuple(sorted(user.waiting.glob("*"))):
        broken = sum(path.suffix == BROKEN for path in texts)
        many = len(texts) - broken
        what = number_of(many, "text")
        said = f"{what} waiting in an editor, kept in case you undo the insertion"
        aside = f", {broken} that could not be read" if broken else ""
        found.append(DataFile(user.waiting, f"{said}{aside}", texts))
    if texts := tuple(sorted(user.evaluation.glob("*/*"))):
        said = f"{number_of(len(texts), 'text')} that methods wrote for evaluations"
        found.append(DataFile(user.evaluation, said, texts))
    if copies:
        said = "copies of Zotero's database left by a killed program"
        found.append(DataFile(folder, said, copies))
    if left:
        found.append(DataFile(folder, number_of(len(left), "half-written file"), left))
    return tuple(found)


def remove(file: DataFile) -> None:
    """Remove what a file or folder holds.

    Raises
    ------
    OSError
        If it cannot be removed.
    """
    for path in file.files:
        remove_file(path)


def files_that_stay(user: UserSettings) -> tuple[str, ...]:
    """Name the user's own files, which are never removed."""
    turns = user.data_folder / "turns"
    stays = [
        f"{turns}: the times of the last requests to each service, so that requests do not come "
        "too fast"
    ] * turns.is_dir()
    if (config := user_file()).exists():
        stays.append(f"{config}: your settings")
    return tuple(stays)
