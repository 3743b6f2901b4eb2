"""What every action works in: the files, the settings and the store."""

from dataclasses import dataclass, field
from pathlib import Path

from citeloom.draft.files import DiskFiles, Files
from citeloom.draft.project import Project, read_project
from citeloom.draft.root import root_of
from citeloom.settings import ProjectSettings, UserSettings, project_settings, user_settings


@dataclass(frozen=True)
class Context:
    """Where an action reads from and what it keeps things in."""

    files: Files = field(default_factory=DiskFiles)
    user: UserSettings = field(default_factory=user_settings)


@dataclass(frozen=True)
class Opened:
    """A project with the settings that its authors share."""

    project: Project
    settings: ProjectSettings


def open_project(path: Path, context: Context) -> Opened:
    """Read the project that a .tex file belongs to, or a .bib file alone.

    Raises
    ------
    InputError
        If the file or the project's settings cannot be read.
    """
    root = path if path.suffix.lower() == ".bib" else root_of(path, context.files)
    settings = project_settings(root.parent)
    project = read_project(
        path,
        context.files,
        commands=settings.cite_commands,
        bib_folders=context.user.bib_folders,
    )
    return Opened(project, settings)
