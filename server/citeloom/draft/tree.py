"""The .tex files that a root includes, directly or through others."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from citeloom.draft.building.tex_paths import Part
from citeloom.draft.document import Document
from citeloom.draft.paths import expand_macros, find_file
from citeloom.draft.size_limits import TEX_TOGETHER, Room
from citeloom.draft.sources import Sources
from citeloom.keeping.paths import within_repository
from citeloom.problem import InputError
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Input, Package, Wrapper

_MOST_ABOVE = 3
_MOST_ROUNDS = 6
"""How deep macros of different files may stand for one another: each round finds one more level."""

_MOST_NAMES = 5_000
"""Names of files of one kind that are looked for: each costs questions to the disk."""


class Tree:
    """A root and all that it includes, with the project's own styles and classes.

    Macros of any of these files count in all of them: those that cite, those that read a file
    (``\\newcommand{\\chapterfile}[1]{\\input{chapters/#1}}``) and those that stand for a part of
    a path. Raises InputError where the root cannot be read.
    """

    def __init__(
        self,
        root: Path,
        sources: Sources,
        commands: Sequence[str] = (),
        room: Room | None = None,
    ) -> None:
        self.documents: dict[Path, Document] = {}
        """The files by path, the root first."""
        self.targets: dict[tuple[Path, int], Path] = {}
        """The file that each input names, by (file, start of its command)."""
        self.missing: list[tuple[Document, Input]] = []
        """The inputs that name no file."""
        self.unread: list[tuple[Document, Input | Package, InputError]] = []
        """The files that could not be read, each with the command that asks for it."""
        self.stopped: tuple[Document, Span] | None = None
        """The first name that was not looked for, because there are too many."""
        self._room = room or Room(TEX_TOGETHER)
        self._found: dict[tuple[str, str, tuple[Path, ...], str], Path | None] = {}
        self.folders: tuple[Path, ...] = (root.parent,)
        """The folders that LaTeX may run in."""
        self._parts: dict[str, tuple[Part, ...]] = {}
        self._asked: Counter[str] = Counter()
        self._root = root
        self._sources = sources
        self._commands = commands
        self._wrappers: tuple[Wrapper, ...] = ()
        self._short_verbs = ""
        self._constants: dict[str, str] = {"jobname": root.stem}
        self._read()

    def expand_macros(self, name: str) -> str:
        """Return a path with the project's macros in it replaced by their values."""
        return expand_macros(name, self._constants) if "\\" in name else name

    def find(
        self,
        name: str,
        suffix: str,
        folders: tuple[Path, ...],
        document: Document,
        span: Span,
        directory: str = "",
    ) -> Path | None:
        """Return the file that a name means which stands in a document; see ``find_file``."""
        asked = name, suffix, folders, directory
        if asked not in self._found:
            if self._asked[suffix] >= _MOST_NAMES:
                self.stopped = self.stopped or (document, span)
                return None
            self._asked[suffix] += 1
            found = find_file(self._sources, name, suffix, folders, directory)
            self._found[asked] = found or self._find_beyond(name, suffix, directory)
        return self._found[asked]

    def _find_beyond(self, name: str, suffix: str, directory: str) -> Path | None:
        """Return a file on the paths that the user or the project has set for TeX."""
        if directory:
            return None
        paths, root = self._sources.tex_paths, self._root
        if suffix not in self._parts:
            self._parts[suffix] = paths.named_parts(suffix, root, self._sources)
        return paths.find(name, suffix, root, self._sources, self._parts[suffix])

    def _read(self) -> None:
        self._add(self._root)
        facts = self.documents[self._root].facts
        if facts.document is None and not facts.packages:
            # A part whose root is not known: LaTeX runs in a folder above, if anywhere.
            own = self._root.parent
            above = [*own.parents][:_MOST_ABOVE]
            with_drafts = [it for it in above if any(self._sources.files_in(it, ".tex"))]
            self.folders = tuple(within_repository([own, *above]) or [own, *with_drafts])
        for _ in range(_MOST_ROUNDS):
            self._follow()
            found = {
                wrapper.name: wrapper
                for doc in self.documents.values()
                for wrapper in doc.facts.wrappers
            }
            wrappers, short_verbs = tuple(found.values()), self._declared_short_verbs()
            if wrappers == self._wrappers and short_verbs == self._short_verbs:
                return
            self._wrappers, self._short_verbs = wrappers, short_verbs
            for path in self.documents:
                self._add(path)
        self._follow()

    def _add(self, path: Path) -> None:
        if path not in self.documents:
            self._room.check(path)
        document = self._sources.tex(path, self._commands, self._wrappers, self._short_verbs)
        if path not in self.documents:
            self._room.take(len(document.text))
            for name, value in document.constants.items():
                self._constants.setdefault(name, value)
        self.documents[path] = document

    def _declared_short_verbs(self) -> str:
        """Return the short verbs of all files: those that the preamble or a style declares."""
        declaring = (
            document.facts
            for document in self.documents.values()
            if document.facts.document is not None or not document.facts.sections
        )
        return "".join(sorted({sign for facts in declaring for sign in facts.short_verbs}))

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
            folders = self.folders
            path = self.find(package.name, suffix, folders, document, package.span)
            if path is not None and path.suffix == suffix:
                yield package, path

    def _inputs(self, document: Document) -> Iterator[tuple[Input, Path]]:
        for command in document.facts.inputs:
            directory = self.expand_macros(command.directory)
            folders = (*self.folders, document.path.parent)
            name = self.expand_macros(command.path)
            path = self.find(name, ".tex", folders, document, command.span, directory)
            if path is None:
                if not self.stopped:
                    self.missing.append((document, command))
            else:
                self.targets[document.path, command.span.start] = path
                yield command, path
