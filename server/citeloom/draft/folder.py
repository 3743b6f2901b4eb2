"""The folder of a project: what lies outside of it is not written, and not sent, unasked."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from citeloom.draft.project import Project
from citeloom.keeping.paths import is_repository, leads_elsewhere, normal_path
from citeloom.problem import OutsideError


@dataclass(frozen=True)
class ProjectFolder:
    """A project's folder, and what its user lets it use outside of that.

    Paths are judged by what they lead to, so a link out of the folder is outside of it.

    Parameters
    ----------
    path
        The folder, resolved.
    allowed
        Files and folders elsewhere, resolved, that count as the project's.
    """

    path: Path
    allowed: frozenset[Path] = frozenset()

    def holds(self, path: Path) -> bool:
        """Tell whether a file, which need not exist, is the project's."""
        if leads_elsewhere(str(path), self.path):
            return False
        try:
            target = path.resolve()
        except (OSError, RuntimeError):  # Links that lead to each other.
            return False
        return any(_is_below(target, place) for place in (self.path, *self.allowed))

    def outside(self, paths: Iterable[Path]) -> tuple[Path, ...]:
        """Return the paths that are not the project's, each once."""
        return tuple(path for path in dict.fromkeys(paths) if not self.holds(path))

    def check(self, paths: Iterable[Path], done: str) -> None:
        """Refuse paths that are not the project's; ``done`` is what is not done with them.

        Raises
        ------
        OutsideError
            If there are such paths.
        """
        if outside := self.outside(paths):
            raise OutsideError(self.path, outside, done)

    def check_written(self, path: Path) -> None:
        """Refuse a path where something is being written, as ``check`` does."""
        self.check((path,), "written")


def folder_of_project(project: Project, named: Path, opened: Sequence[Path]) -> Path:
    """Return a project's folder: the one that is open, else the repository, else the root's own.

    Parameters
    ----------
    named
        The file by which the user named the project. It counts in place of a root that does not
        include it: a ``% !TEX root`` alone makes no other project the user's.
    opened
        The folders that are open in an editor.
    """
    named = normal_path(named)
    start = project.root if project.source(named) is not None else named
    return _around(start, opened).resolve()


def _around(file: Path, opened: Sequence[Path]) -> Path:
    """Return the outermost open folder around a file, else the innermost repository."""
    around = [folder for folder in file.parents if not _holds_home(folder)]
    for folder in reversed(around):
        if any(folder == other or _is_same(folder, other) for other in opened):
            return folder
    for folder in around:
        if is_repository(folder):
            return folder
    return file.parent


def _holds_home(folder: Path) -> bool:
    """Tell whether all of a user's files lie in a folder; such a folder is no project's."""
    try:
        # A path that somebody made up may have thousands of folders that are not there.
        return folder.is_dir() and Path.home().resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False


def _is_below(target: Path, place: Path) -> bool:
    if target.is_relative_to(place):
        return True
    # Other names of one folder: upper and lower case, composed and decomposed signs, drives.
    return any(_is_same(folder, place) for folder in (target, *target.parents))


def _is_same(path: Path, other: Path) -> bool:
    with suppress(OSError):
        first, second = path.stat(), other.stat()
        # Some file systems give no numbers.
        return first.st_ino != 0 and os.path.samestat(first, second)
    return False
