"""A project as an agent is given it: nothing that stands outside of its folder."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from citeloom.actions.agents.quoting import Quoting
from citeloom.actions.context import (
    Context,
    Opened,
    context_over,
    open_project,
    project_folder,
)
from citeloom.actions.keys.undefined import no_entry
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.own_libraries import named_libraries, own_libraries
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.draft.folder import ProjectFolder
from citeloom.draft.project import Project
from citeloom.models.quoting import installation_secret
from citeloom.papers.libraries.completing import OwnLibraries
from citeloom.problem import InputError, Place
from citeloom.settings import user_settings
from citeloom_latex.bib.resolve import ResolvedEntry

GIVEN = "given to an agent"
"""What is not done with files outside of a project, as an `OutsideError` says it."""

MOST_READERS = 4
"""Projects of which the papers are kept."""


@dataclass(frozen=True)
class AgentProject:
    """A project, the file that it was named by, its folder, and what an action works in.

    ``reader`` reads the papers of all its entries, ``cited_reader`` those that the draft cites, as
    a fetch and the check see them: each keeps what it has read. ``libraries`` are the user's own,
    where he lets agents search them; None else.

    An agent sends what it is given to its model. So it is given what a language model may be sent
    of the project: nothing of files outside of its folder that the user has not allowed.
    """

    named: Path
    opened: Opened
    folder: ProjectFolder
    context: Context
    reader: PaperReader
    cited_reader: PaperReader
    libraries: OwnLibraries | None = None

    @property
    def project(self) -> Project:
        return self.opened.project

    @cached_property
    def quoting(self) -> Quoting:
        return Quoting(installation_secret(self.context.user.data_folder))

    @cached_property
    def outside(self) -> frozenset[Path]:
        """The project's files outside of its folder."""
        project = self.project
        files = (*project.documents, *(bib.path for bib in project.bibliographies))
        return frozenset(self.folder.outside(files))

    def is_given(self, entry: ResolvedEntry) -> bool:
        """Tell whether an entry stands in the project's folder."""
        return not self.outside or self.outside.isdisjoint(self.project.files_of((entry,)))

    def entry(self, key: str) -> ResolvedEntry:
        """Return the entry of a key.

        Raises
        ------
        InputError
            If there is none; as OutsideError if it stands outside of the project's folder.
        """
        entry = self.project.entry(key)
        if entry is None:
            raise no_entry(self.project, key)
        self.folder.check(self.project.files_of((entry,)), GIVEN)
        return entry

    @cached_property
    def entries(self) -> tuple[ResolvedEntry, ...]:
        """All entries with a key in the project's folder, each key once."""
        found = self.project.entry_of.items()
        return tuple(
            entry for key, entry in found if key == entry.entry.key and self.is_given(entry)
        )

    @cached_property
    def known(self) -> tuple[PaperKnowledge, ...]:
        """What is known of the papers of all entries; two entries may be of one paper."""
        return self.reader.read(self.entries, [])

    def known_of(self, entries: Iterable[ResolvedEntry]) -> tuple[PaperKnowledge, ...]:
        """Return what is known about the papers of some entries."""
        return self.reader.look(tuple(entries))

    def shown_path(self, path: Path) -> str:
        """Return a path from the project's folder."""
        try:
            return path.resolve().relative_to(self.folder.path).as_posix()
        except (OSError, RuntimeError, ValueError):
            return path.name


class AgentProjects:
    """The projects in some folders; what was read of them is kept for the next question.

    Parameters
    ----------
    folders
        An agent may name files in these alone.
    with_libraries
        Whether the user lets agents search his own libraries.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        *,
        with_libraries: bool = False,
    ) -> None:
        self._folders = tuple(folders)
        self._with_libraries = with_libraries
        self._libraries: OwnLibraries | None = None
        self._context: Context | None = None
        self._readers: dict[Path, tuple[PaperReader, PaperReader]] = {}

    def project(self, name: str) -> AgentProject:
        """Read the project of a file, with the user's settings as they are now.

        Raises
        ------
        InputError
            If there is no folder, or the file or its project lies elsewhere or cannot be read.
        """
        if not self._folders:
            raise InputError(
                "no project folder was given",
                advice="name the project's folder when you start the server",
            )
        path, context = _path_in(name, self._folders), self._fresh_context()
        opened = open_project(path, context)
        root = opened.project.root
        if _folder_of(root, self._folders) is None:
            raise InputError(
                "belongs to a project outside the folder agents may read",
                Place(path),
            )
        folder = project_folder(opened.project, path, context)
        readers = self._readers_of(root, context)
        return AgentProject(path, opened, folder, context, *readers, self._libraries)

    def _fresh_context(self) -> Context:
        user = user_settings()
        if self._context is None or self._context.user != user:
            self._context = context_over({}, user, self._folders)
            self._libraries = named_libraries(user) if self._with_libraries else None
            self._forget(0)
        return self._context

    def _readers_of(self, root: Path, context: Context) -> tuple[PaperReader, PaperReader]:
        if root not in self._readers:
            self._forget(MOST_READERS - 1)
            store, libraries = context.user.store, own_libraries(context.user)
            self._readers[root] = (
                PaperReader(store, root, libraries),
                PaperReader(store, root, libraries),
            )
        return self._readers[root]

    def _forget(self, kept: int) -> None:
        """Close the oldest readers, beyond so many."""
        while len(self._readers) > kept:
            for reader in self._readers.pop(next(iter(self._readers))):
                reader.close()


def _path_in(name: str, folders: Sequence[Path]) -> Path:
    """Return the file of a name; the first that there is where it is no whole path."""
    if "\0" in name or not name.strip():
        raise InputError("not a valid file name", advice="name a .tex file of the project")
    named = Path(name)
    paths = [named] if named.is_absolute() else [folder / named for folder in folders]
    inside = [path for path in paths if _folder_of(path, folders) is not None]
    if not inside:
        raise InputError(
            "is outside the folder agents may read",
            Place(named),
            "give the path of a project file, relative to that folder",
        )
    # A name that no file can have is none that is there; `Path.exists` may raise for it.
    return next((path for path in inside if os.path.exists(path)), inside[0])  # noqa: PTH110


def _folder_of(path: Path, folders: Sequence[Path]) -> Path | None:
    """Return the folder that holds a file, by what its path leads to."""
    return next((folder for folder in folders if ProjectFolder(folder).holds(path)), None)
