"""The .bib files of a draft: those named by it, read by a build of it, or beside it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from citeloom.draft.building.outputs import named_bibliographies
from citeloom.draft.document import Bibliography, Document
from citeloom.draft.paths import expanded_braces, is_made
from citeloom.draft.size_limits import BIB_TOGETHER, Room
from citeloom.draft.sources import Sources
from citeloom.draft.tree import Tree
from citeloom.problem import InputError, Place, Problem, Severity
from citeloom.visible import first_of
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import BibliographyFile
from citeloom_latex.tex.inputs import REFSECTIONS

_MOST_NAMED = 10
_STRINGS_ALONE = frozenset({"IEEEabrv", "IEEEfull"})
"""Files of TeX distributions that hold names of journals and no entries."""

_WILD = re.compile(r"[*?\[{]")


class BibliographyReader:
    """Reads the .bib files of a draft; one that cannot be read becomes a problem.

    ``why_missing`` says why there is no file of a name.
    """

    def __init__(
        self,
        root: Path,
        files: Sources,
        tree: Tree,
        bib_folders: Sequence[Path],
        why_missing: Callable[[str], str],
    ) -> None:
        self.problems: list[Problem] = []
        self._root = root
        self._files = files
        self._tree = tree
        self._bib_folders = bib_folders
        self._why_missing = why_missing
        self._found: dict[tuple[Path, str], Bibliography] = {}
        self._room = Room(BIB_TOGETHER)

    def read(self) -> tuple[Bibliography, ...]:
        named = made = False
        documents, expand = self._tree.documents.values(), self._tree.expand_macros
        labels = {
            expand(bib.label) for document in documents for bib in document.facts.bibliographies
        }
        for document in documents:
            for bibliography in document.facts.bibliographies:
                name = expand(bibliography.path)
                if "://" in name or (name in labels and bibliography.command in REFSECTIONS):
                    continue
                if is_made(name):
                    made = True
                    continue
                named = True
                self._add_named(name, document, bibliography)
        if made or not named:
            self._add_built()
        cites = any(document.facts.citations for document in self._tree.documents.values())
        if not named and not self._found and cites:
            self._guess()
        return tuple(self._found.values())

    def _add_named(self, name: str, document: Document, asking: BibliographyFile) -> None:
        place = document.place(asking.span.start)
        path = self._path_of(name, document, asking)
        if path is not None:
            self._add(path, place, asking)
        elif self._tree.stopped or self._add_embedded(name):
            return
        elif paths := list(self._matching(name, document, asking)):
            for matching in paths:
                self._add(matching, place, asking)
        elif distributed := self._distributed(name):
            self._add(distributed, place, asking)
        elif name.removesuffix(".bib") not in _STRINGS_ALONE:
            message = (
                f"\\{asking.command} of '{asking.path}': "
                f"{self._why_missing(name)}, so keys cannot be checked"
            )
            self.problems.append(Problem(Severity.ERROR, "missing-bib", message, place))

    def _path_of(self, name: str, document: Document, asking: BibliographyFile) -> Path | None:
        folders = (*self._tree.folders, document.path.parent, *self._bib_folders)
        return self._tree.find(name, ".bib", folders, document, asking.span)

    def _distributed(self, name: str) -> Path | None:
        """Return a .bib file that belongs to the user's TeX, which is asked for plain names."""
        if "/" in name or _WILD.search(name):
            return None
        paths = self._files.tex_paths
        parts = paths.distributed_parts(self._root)
        return paths.find(name, ".bib", self._root, self._files, parts)

    def _matching(self, name: str, document: Document, asking: BibliographyFile) -> Iterator[Path]:
        """Yield the files that a pattern means, as biblatex's option ``glob`` reads it."""
        if not _WILD.search(name):
            return
        for pattern in expanded_braces(name):
            if _WILD.search(pattern):
                parts = PurePosixPath(pattern)
                folder = self._root.parent / parts.parent
                for beside in self._files.files_in(folder, ".bib"):
                    if PurePosixPath(beside.name).match(parts.name):
                        yield beside
            elif (path := self._path_of(pattern, document, asking)) is not None:
                yield path

    def _add_embedded(self, name: str) -> bool:
        """Add the file of this name that a text holds in itself; tell whether there is one."""
        wanted = {name, f"{name}.bib"}
        for document in self._tree.documents.values():
            for embedded, bibliography in document.embedded_bibliographies.items():
                if self._tree.expand_macros(embedded) in wanted:
                    self._found.setdefault((document.path, embedded), bibliography)
                    return True
        return False

    def _add_built(self) -> None:
        """Add the .bib files that a build of the draft has read."""
        for name in named_bibliographies(self._root, self._files):
            folders = (self._root.parent, *self._bib_folders)
            root = self._tree.documents[self._root]
            path = self._tree.find(name, ".bib", folders, root, Span(0, 0))
            if path is not None:
                self._add(path)

    def _guess(self) -> None:
        for path in self._files.files_in(self._root.parent, ".bib"):
            self._add(path)
        if self._found:
            names = first_of([path.name for path, _ in self._found], _MOST_NAMED)
            message = f"no \\bibliography or \\addbibresource names a .bib file; using {names}"
            self.problems.append(Problem(Severity.NOTE, "guessed-bib", message, Place(self._root)))

    def _add(
        self, path: Path, place: Place | None = None, asking: BibliographyFile | None = None
    ) -> None:
        if (path, "") in self._found:
            return
        try:
            self._room.check(path)
            bib = self._found[path, ""] = self._files.bib(path)
            self._room.take(len(bib.characters))
        except InputError as error:
            if place is None or asking is None:
                self.problems.append(replace(error.problem, rule="unread-bib"))
            else:
                problem = unread(error, place, asking.command, asking.path, self._root.parent)
                self.problems.append(replace(problem, rule="unread-bib"))
            return
        if note := self._files.note(path):
            self.problems.append(Problem(Severity.NOTE, "encoding", note, Place(path)))


def unread(error: InputError, place: Place, command: str, name: str, folder: Path) -> Problem:
    """Return the problem of a file that cannot be read, at the command that asks for it."""
    problem = error.problem
    file = problem.place.file if problem.place else None
    if file is not None and file.is_relative_to(folder):
        file = file.relative_to(folder)
    message = f"\\{command} of '{name}': {file} {problem.message}"
    return replace(problem, rule="input", message=message, place=place)
