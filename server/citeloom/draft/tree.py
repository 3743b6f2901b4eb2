"""The .tex files that a root includes, directly or through others."""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from citeloom.draft.document import Document
from citeloom.draft.paths import expand_macros, find_file
from citeloom.draft.sources import Sources
from citeloom.problem import InputError
from citeloom_latex.tex.facts import Input, Package, Wrapper

_MOST_ROUNDS = 6
"""How deep macros of different files may stand for one another: each round finds one more level."""


class Tree:
    """A root and all that it includes, with the project's own styles and classes.

    Macros of any of these files count in all of them: those that cite, those that read a file
    (``\\newcommand{\\chapterfile}[1]{\\input{chapters/#1}}``) and those that stand for a part of
    a path. Raises InputError where the root cannot be read.
    """

    def __init__(self, root: Path, sources: Sources, commands: Sequence[str] = ()) -> None:
        self.documents: dict[Path, Document] = {}
        """The files by path, the root first."""
        self.targets: dict[tuple[Path, int], Path] = {}
        """The file that each input names, by (file, start of its command)."""
        self.missing: list[tuple[Document, Input]] = []
        """The inputs that name no file."""
        self.unread: list[tuple[Document, Input | Package, InputError]] = []
        """The files that could not be read, each with the command that asks for it."""
        self._root = root
        self._sources = sources
        self._commands = commands
        self._wrappers: tuple[Wrapper, ...] = ()
        self._constants: dict[str, str] = {}
        self._read()

    def expand_macros(self, name: str) -> str:
        """Return a path with the project's macros in it replaced by their values."""
        return expand_macros(name, self._constants) if "\\" in name else name

    def _read(self) -> None:
        self._add(self._root)
        for _ in range(_MOST_ROUNDS):
            self._follow()
            found = {
                wrapper.name: wrapper
                for doc in self.documents.values()
                for wrapper in doc.facts.wrappers
            }
            wrappers = tuple(found.values())
            if wrappers == self._wrappers:
                return
            self._wrappers = wrappers
            for path in self.documents:
                self._add(path)
        self._follow()

    def _add(self, path: Path) -> None:
        document = self._sources.tex(path, self._commands, self._wrappers)
        if path not in self.documents:
            for name, value in document.constants.items():
                self._constants.setdefault(name, value)
        self.documents[path] = document

    def _follow(self) -> None:
        self.missing.clear()
        self.unread.clear()
        waiting = list(self.documents)
        seen = set(waiting)
        for path in waiting:  # The loop adds to it.
            document = self.documents[path]
            asked: Iterator[tuple[Input | Package, Path]] = chain(
                self._styles(document), self._inputs(document)
            )
            for command, found in asked:
                if found in seen:
                    continue
                seen.add(found)
                try:
                    self._add(found)
                except InputError as error:
                    self.unread.append((document, command, error))
                else:
                    waiting.append(found)

    def _styles(self, document: Document) -> Iterator[tuple[Package, Path]]:
        for package in document.facts.packages:
            is_class = package.command.lower().endswith("class")
            suffix = ".cls" if is_class else ".sty"
            path = find_file(self._sources, package.name, suffix, (self._root.parent,))
            if path is not None and path.suffix == suffix:
                yield package, path

    def _inputs(self, document: Document) -> Iterator[tuple[Input, Path]]:
        for command in document.facts.inputs:
            directory = self.expand_macros(command.directory)
            folders = (self._root.parent, document.path.parent)
            name = self.expand_macros(command.path)
            path = find_file(self._sources, name, ".tex", folders, directory)
            if path is None:
                self.missing.append((document, command))
            else:
                self.targets[document.path, command.span.start] = path
                yield command, path
