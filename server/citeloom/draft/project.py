"""A project: its .tex files in reading order, its .bib files, and what is wrong with either."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from citeloom.draft.building.bibliographies import BibliographyReader, unread
from citeloom.draft.document import Bibliography, Document, Source
from citeloom.draft.files import Files
from citeloom.draft.flow import Flow, flow_of
from citeloom.draft.library import Library
from citeloom.draft.paths import is_made
from citeloom.draft.root import root_of
from citeloom.draft.sources import Sources
from citeloom.draft.tree import Tree
from citeloom.keeping.paths import leads_elsewhere
from citeloom.problem import Place, Problem, Severity
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation, CitedKey, Input
from citeloom_latex.tex.inputs import INPUTS, PICTURES

DISTRIBUTED = frozenset(
    {"binhex", "dehyphn-x-max", "epsf", "glyphtounicode", "pst-node", "ushyphex", "xy"}
)
"""Files of every TeX distribution that documents ``\\input`` by name."""


Stretches = tuple[tuple[Document, Span], ...]
"""Ranges of files in reading order."""


@dataclass(frozen=True)
class Project:
    """A project, read at one moment.

    ``documents`` are its .tex, .sty and .cls files by path, ``targets`` the files that their inputs
    name, by (file, start of the command). ``problems`` are those found in reading it: files that
    are missing, unreadable or doubtful.
    """

    root: Path
    documents: Mapping[Path, Document]
    targets: Mapping[tuple[Path, int], Path]
    library: Library
    flow: Flow
    problems: tuple[Problem, ...]

    @property
    def bibliographies(self) -> tuple[Bibliography, ...]:
        return self.library.bibliographies

    @cached_property
    def is_guessed(self) -> bool:
        """Whether no file names the .bib files, which are those beside the root."""
        return any(problem.rule == "guessed-bib" for problem in self.problems)

    @property
    def entries(self) -> Sequence[ResolvedEntry]:
        """All entries of the .bib files, in order, duplicates included."""
        return self.library.entries

    @property
    def entry_of(self) -> Mapping[str, ResolvedEntry]:
        """The entry of each key; the first one where there are several."""
        return self.library.entry_of

    def source(self, path: Path) -> Source | None:
        """Return the .tex or .bib file at a path; None if it is not of the project."""
        if path in self.documents:
            return self.documents[path]
        return next((bib for bib in self.bibliographies if bib.path == path), None)

    def entry(self, key: str) -> ResolvedEntry | None:
        """Return the entry that a citation key means, or None.

        BibTeX does not tell upper from lower case in keys; biber does.
        """
        found = self.entry_of.get(key)
        if found is None and not self._case_counts:
            found = self.library.entry_of_lower_key.get(key.lower())
        return found

    def files_of(self, entries: Iterable[ResolvedEntry]) -> tuple[Path, ...]:
        """Return the .bib files that the values of entries may come from, each once.

        What an entry inherits may come from any of them.
        """
        found: dict[Path, None] = {}
        for entry in entries:
            files = self.bibliographies if entry.inherited else (self.bibliographies[entry.file],)
            found.update(dict.fromkeys(bib.path for bib in files))
        return tuple(found)

    def citations_of(self, key: str) -> Iterator[tuple[Document, Citation, CitedKey]]:
        """Yield the citations of a key, in upper or lower case, in all files of the project."""
        for document in self.documents.values():
            for citation, cited in document.cited_keys.citations_of(key):
                yield document, citation, cited

    @cached_property
    def times_cited(self) -> Mapping[str, int]:
        """How often each key, in lower case, is cited."""
        return Counter(key for document in self.documents.values() for key in document.cited_keys)

    @cached_property
    def _case_counts(self) -> bool:
        return any(
            package.name == "biblatex" and "backend=bibtex" not in package.options
            for document in self.documents.values()
            for package in document.facts.packages
        )

    @cached_property
    def bibitem_keys(self) -> frozenset[str]:
        """The keys of a bibliography that is written by hand."""
        return frozenset(
            item.key for document in self.documents.values() for item in document.facts.bibitems
        )

    @cached_property
    def titles(self) -> tuple[Stretches, ...]:
        """The title of each file that has one; where it takes in other files, these too."""
        found = ((document, document.facts.title) for document in self.documents.values())
        return tuple(self._followed(document, span) for document, span in found if span)

    @cached_property
    def abstracts(self) -> tuple[Stretches, ...]:
        """The abstract of each file that has one, like ``titles``."""
        found = ((document, document.facts.abstract) for document in self.documents.values())
        return tuple(self._followed(document, span) for document, span in found if span)

    def is_abstract(self, document: Document, span: Span) -> bool:
        """Tell whether a range of a file stands in an abstract."""
        return any(
            part.contains(span)
            for stretches in self.abstracts
            for other, part in stretches
            if other is document
        )

    def _followed(self, document: Document, span: Span) -> Stretches:
        """Return a part of a file with what it takes in, up to where that begins a section."""
        found: list[tuple[Document, Span]] = []
        for piece in flow_of(document, self.documents, self.targets, span).pieces:
            part = piece.span
            headings = () if piece.document is document else piece.document.facts.sections
            ends = (it.start for it in headings if it.level <= 1 and part.holds(it.start))
            end = next(ends, None)
            found.append((piece.document, part if end is None else Span(part.start, end)))
            if end is not None:
                break
        return tuple(found)

    @property
    def folder(self) -> Path:
        """The folder that LaTeX runs in."""
        return self.root.parent


def read_project(
    path: Path,
    files: Files,
    *,
    commands: Sequence[str] = (),
    bib_folders: Sequence[Path] = (),
) -> Project:
    """Read the project that a .tex file belongs to; a .bib file is a project of its own.

    Parameters
    ----------
    path
        Any .tex file of the project, or a .bib file.
    files
        The files of the disk or the editor.
    commands
        Names of further cite commands.
    bib_folders
        Further folders to look for .bib files in, beside the project's own.
    """
    sources = Sources.over(files)
    return read_root(root_of(path, sources), sources, commands=commands, bib_folders=bib_folders)


def read_root(
    root: Path,
    files: Files,
    *,
    commands: Sequence[str] = (),
    bib_folders: Sequence[Path] = (),
) -> Project:
    """Read the project with this root, as ``read_project`` does."""
    return _ProjectReader(root, Sources.over(files), commands, bib_folders).read()


def bibliography_alone(path: Path, files: Files) -> Project:
    """Return a .bib file that belongs to no draft as a project without documents."""
    sources = Sources.over(files)
    library = sources.library((sources.bib(path),))
    return Project(path, {}, {}, library, Flow(()), ())


class _ProjectReader:
    """Reads a project file by file; a file that cannot be read becomes a problem."""

    def __init__(
        self, root: Path, files: Sources, commands: Sequence[str], bib_folders: Sequence[Path]
    ) -> None:
        self.root = root
        self.files = files
        self.bib_folders = bib_folders
        self.tree = Tree(root, files, commands)
        self.documents = self.tree.documents
        self.problems: list[Problem] = []

    def read(self) -> Project:
        self._add_tex_problems()
        targets = self.tree.targets
        flow = flow_of(self.documents[self.root], self.documents, targets)
        reader = BibliographyReader(
            self.root, self.files, self.tree, self.bib_folders, self._why_missing
        )
        bibliographies = reader.read()
        self.problems += reader.problems
        self._add_size_problems(flow)
        library = self.files.library(bibliographies)
        problems = tuple(dict.fromkeys(self.problems))
        return Project(self.root, self.documents, targets, library, flow, problems)

    def _add_tex_problems(self) -> None:
        """Add the problems of the .tex files."""
        for document in self.documents.values():
            if note := self.files.note(document.path):
                self._add_problem(Severity.NOTE, "encoding", note, document, None)
        for document, command in self.tree.missing:
            if document.path.suffix == ".tex" and not _may_be_missing(command, document):
                name = self.tree.expand_macros(command.directory or command.path)
                message = f"\\{command.command} of '{command.path}': {self._why_missing(name)}"
                self._add_problem(
                    Severity.WARNING, "missing-input", message, document, command.span.start
                )
        for document, asking, error in self.tree.unread:
            name = asking.path if isinstance(asking, Input) else asking.name
            place = document.place(asking.span.start)
            self.problems.append(unread(error, place, asking.command, name, self.root.parent))

    def _why_missing(self, name: str) -> str:
        if leads_elsewhere(name, self.root.parent):
            return "files on other machines and devices are not read"
        return "the file does not exist"

    def _add_size_problems(self, flow: Flow) -> None:
        """Add where the project takes in more than is read."""
        if flow.stopped:
            document, command = flow.stopped
            message = (
                f"\\{command.command} of '{command.path}': the draft includes files too often; the "
                "rest is left out"
            )
            start = command.span.start
            self._add_problem(Severity.WARNING, "too-large", message, document, start)
        if self.tree.stopped:
            document, span = self.tree.stopped
            message = "the draft names too many files; the rest are skipped"
            self._add_problem(Severity.WARNING, "too-large", message, document, span.start)

    def _add_problem(
        self,
        severity: Severity,
        rule: str,
        message: str,
        source: Document | Bibliography,
        offset: int | None,
    ) -> None:
        place = Place(source.path) if offset is None else source.place(offset)
        self.problems.append(Problem(severity, rule, message, place))


def _may_be_missing(command: Input, document: Document) -> bool:
    # A macro of the author's own may change the path in ways that its definition does not show.
    # A picture may stand beside its source, in place of that.
    if command.command not in INPUTS - PICTURES or is_made(command.path + command.directory):
        return True
    if Path(command.path).stem in DISTRIBUTED:
        return True
    before = document.text[max(0, command.span.start - 200) : command.span.start]
    return "IfFileExists" in before.rpartition("\n")[2]
