"""The context of every action: files, settings and store; and how it opens projects."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from citeloom.actions.user.outside_agreement import allowed_outside
from citeloom.draft.building.tex_paths import TexPaths
from citeloom.draft.document import Source
from citeloom.draft.files import Files, KeptDiskFiles, OverlaidFiles
from citeloom.draft.flow import FlowSection
from citeloom.draft.folder import ProjectFolder, folder_of_project
from citeloom.draft.kept_indexes import KeptIndexes
from citeloom.draft.project import Project, bibliography_alone, read_root
from citeloom.draft.root import RootChoice, choose_root, root_of, roots_around
from citeloom.draft.sources import Sources
from citeloom.draft.target import Target, related_work
from citeloom.problem import InputError, Problem
from citeloom.settings import (
    OUTLINE,
    ProjectSettings,
    UserSettings,
    project_settings,
    user_settings,
)
from citeloom_latex.lined import LinedText


@dataclass(frozen=True)
class Context:
    """The files that an action reads, and the user's settings with the folders it writes to.

    ``folders`` are those that are open in an editor. ``has_editor_models``: the editor can be asked
    for models of its own.
    """

    files: Sources = field(default_factory=lambda: Sources(Files()))
    user: UserSettings = field(default_factory=user_settings)
    folders: tuple[Path, ...] = ()
    has_editor_models: bool = False

    def __post_init__(self) -> None:
        if self.files.indexes is None:
            self.files.indexes = KeptIndexes(self.user.bib_indexes)

    def write_indexes(self) -> None:
        """Write the indexes of the large .bib files that were read."""
        if self.files.indexes is not None:
            self.files.indexes.write()


def context_over(
    texts: Mapping[Path, LinedText],
    user: UserSettings,
    folders: tuple[Path, ...] = (),
    *,
    disk: Files | None = None,
    has_editor_models: bool = False,
) -> Context:
    """Return a context in which some files differ from the disk.

    It remembers what it has read, reads no unchanged file twice, and waits for no other program.
    Indexes of large .bib files are written when ``write_indexes`` is called.
    """
    files = OverlaidFiles(texts, disk or KeptDiskFiles())
    indexes = KeptIndexes(user.bib_indexes, writes_later=True)
    sources = Sources(files, TexPaths(waits=False), indexes)
    return Context(sources, user, folders, has_editor_models)


@dataclass(frozen=True)
class DraftTask:
    """The input of a process that works on drafts: the unsaved texts, and the open folders."""

    texts: Mapping[Path, str]
    user: UserSettings
    folders: tuple[Path, ...]

    @property
    def context(self) -> Context:
        """A context with the unsaved texts."""
        texts = {path: LinedText(text) for path, text in self.texts.items()}
        return context_over(texts, self.user, self.folders)


def project_folder(project: Project, named: Path, context: Context) -> ProjectFolder:
    """Return the folder of a project that its user named by this file, and what may count to it."""
    folder = folder_of_project(project, named, context.folders)
    return ProjectFolder(folder, allowed_outside(context.user.data_folder, folder))


@dataclass(frozen=True)
class Opened:
    """A project, the settings that its authors share, and the problems of these settings."""

    project: Project
    settings: ProjectSettings
    problems: tuple[Problem, ...] = ()

    @cached_property
    def related_work(self) -> tuple[FlowSection, ...]:
        """The project's related-work sections."""
        return related_work(self.project.flow, self.settings.related_work_titles)

    @cached_property
    def written_sections(self) -> tuple[FlowSection, ...]:
        """The related-work sections; without one, those that a text between our marks stands in."""
        from citeloom.draft.section.marked_text import marked_texts

        sections = (text.section for text in marked_texts(self.project))
        return self.related_work or tuple(dict.fromkeys(filter(None, sections)))

    def meant_section(self, name: str = "", file: Path | None = None) -> Target | None:
        """Return the section that a user means; as `draft.section.meant_section.meant_target`."""
        # Imported late: who only reads a draft needs no records of texts.
        from citeloom.draft.section.meant_section import meant_target

        return meant_target(self.project, self.written_sections, name, file)

    def with_marked_text(self, target: Target) -> Target:
        """Return a section as it is to be written, where the text between our marks stands."""
        from citeloom.draft.section.meant_section import where_text_stands

        found = where_text_stands(self.project, self.written_sections, target, is_chosen=True)
        return found or target


def open_project(path: Path, context: Context) -> Opened:
    """Read the project that a .tex or .bib file belongs to.

    A .bib file that no .tex file around it uses is a project of its own.
    """
    return open_root(
        project_root(path, context.files, partial(open_root, context=context)), context
    )


def project_root(path: Path, files: Files, opened: Callable[[Path], Opened]) -> Path:
    """Return the root of the project that a .tex or .bib file belongs to.

    ``opened`` reads the project of a root. A .bib file that nobody uses is its own root.

    Raises
    ------
    InputError
        If the file cannot be read.
    """
    if path.suffix.lower() == OUTLINE:
        return _root_of_outline(path, files)
    if path.suffix.lower() != ".bib":
        return root_of(path, files)
    for root in roots_around(path, files):
        with suppress(InputError):
            if any(bib.path == path for bib in opened(root).project.bibliographies):
                return root_of(root, files)
    return path


def root_choice(path: Path, context: Context) -> RootChoice:
    """Return the root that a file is read with, and further ones that take it in."""
    if path.suffix.lower() == ".tex":
        return choose_root(path, context.files)
    opened = partial(open_root, context=context)
    return RootChoice(project_root(path, context.files, opened))


def _root_of_outline(path: Path, files: Files) -> Path:
    """Return the root that a comment in an outline names; else one whose folder it lies in."""
    named = root_of(path, files)
    return next(roots_around(path, files), path) if named == path else named


def open_root(root: Path, context: Context, *, lenient: bool = False) -> Opened:
    """Read the project with this root.

    With ``lenient``, settings of it that cannot be read are a problem, and the defaults are used.
    """
    problems: tuple[Problem, ...] = ()
    try:
        settings = project_settings(root.parent)
    except InputError as error:
        if not lenient:
            raise
        settings, problems = ProjectSettings(), (error.problem,)
    if root.suffix.lower() == ".bib":
        return Opened(bibliography_alone(root, context.files), settings, problems)
    project = read_root(
        root,
        context.files,
        commands=settings.cite_commands,
        bib_folders=context.user.bib_folders,
    )
    return Opened(project, settings, problems)


def read_apart(path: Path, opened: Opened, context: Context) -> Source:
    """Read a file that a project does not include, as if it were a part of it."""
    if path.suffix.lower() == ".bib":
        return context.files.bib(path)
    wrappers = {
        wrapper.name: wrapper
        for document in opened.project.documents.values()
        for wrapper in document.facts.wrappers
    }
    return context.files.tex(path, opened.settings.cite_commands, tuple(wrappers.values()))


def read_alone(path: Path, context: Context) -> Source:
    """Read a LaTeX file without anything of its project."""
    return context.files.tex(path)


def structure_of(paths: Iterable[Path], context: Context) -> object:
    """Return a comparable value of what decides which project some texts belong to."""
    found = []
    for path in paths:
        if path.suffix.lower() == ".bib":
            continue
        with suppress(InputError):
            facts = context.files.tex(path).facts
            inputs = tuple((included.path, included.directory) for included in facts.inputs)
            bibliographies = tuple(bibliography.path for bibliography in facts.bibliographies)
            classes = tuple(
                (package.name, package.options)
                for package in facts.packages
                if package.command == "documentclass"
            )
            magic = tuple((comment.name, comment.value) for comment in facts.magic_comments)
            begins = facts.document is not None
            found.append((path, inputs, bibliographies, classes, magic, begins))
    return found


def same_reading(opened: Opened, other: Opened) -> bool:
    """Tell whether two readings of a project found the same texts."""
    first, second = opened.project, other.project
    return (
        opened.settings == other.settings
        and opened.problems == other.problems
        and first.library is second.library
        and first.problems == second.problems
        and first.documents.keys() == second.documents.keys()
        and all(first.documents[path] is second.documents[path] for path in first.documents)
    )
