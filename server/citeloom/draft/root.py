"""The root of a project: the .tex file that LaTeX is run on."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path

from citeloom.draft.building.outputs import newest_output
from citeloom.draft.building.tool_files import (
    LATEXMK_FILES,
    TEXLAB_FILES,
    quoted_strings,
    small_text,
)
from citeloom.draft.document import Document
from citeloom.draft.files import Files
from citeloom.draft.paths import find_file
from citeloom.draft.size_limits import TEX_TOGETHER, Room
from citeloom.draft.sources import Sources
from citeloom.draft.tree import Tree
from citeloom.keeping.paths import normal_path, within_repository
from citeloom.problem import InputError
from citeloom_latex.tex.facts import TexFacts

_DEFAULT_FILES = re.compile(r"^[ \t]*@default_files\s*=\s*(?:\(([^()]*)\)|qw\s*\(([^()]*)\))", re.M)

BY_LATEXMK = "latexmkrc names it"
BY_TEXLAB = "texlab's root file is beside it"
BY_OUTPUT = "it was built last"
BY_SIZE = "it includes the most files"
BY_NAME = "it comes first"


@dataclass(frozen=True)
class Fit:
    """A root that includes a file; ``size`` is the number of its files."""

    path: Path
    size: int


def ranked(fits: Sequence[Fit], part: Path, files: Files) -> tuple[list[Path], str]:
    """Return the roots, the one that the author works with first, and what says so.

    The folders of ``part`` and those above are looked at for files of other tools.
    """
    if len(fits) < 2:
        return [fit.path for fit in fits], ""
    folders = (part.parent, *list(part.parents)[1:4])
    by_latexmk = {fit.path: _place_in_latexmk(fit.path, folders, files) for fit in fits}
    by_texlab = {
        fit.path: int(not any(files.is_file(fit.path.parent / name) for name in TEXLAB_FILES))
        for fit in fits
    }
    by_output = {fit.path: -newest_output(fit.path, part, files) for fit in fits}
    by_size = {fit.path: -fit.size for fit in fits}
    reasons: Sequence[tuple[str, dict[Path, int]]] = (
        (BY_LATEXMK, by_latexmk),
        (BY_TEXLAB, by_texlab),
        (BY_OUTPUT, by_output),
        (BY_SIZE, by_size),
    )
    order = sorted(fits, key=lambda fit: [places[fit.path] for _, places in reasons])
    first, second = order[0].path, order[1].path
    why = next((why for why, places in reasons if places[first] != places[second]), BY_NAME)
    return [fit.path for fit in order], why


def _place_in_latexmk(root: Path, folders: Iterable[Path], files: Files) -> int:
    """Return which of latexmk's default files a root is; a large number for none."""
    for folder in folders:
        for name in LATEXMK_FILES:
            named = list(_default_files(small_text(files, folder / name)))
            for number, pattern in enumerate(named):
                if _matches(root, folder, pattern) or _matches(root, folder, f"{pattern}.tex"):
                    return number
            if named:
                return len(named)
    return 0


def _default_files(text: str) -> Iterator[str]:
    for found in _DEFAULT_FILES.finditer(text):
        yield from quoted_strings(found[1]) if found[1] is not None else found[2].split()


def _matches(root: Path, folder: Path, pattern: str) -> bool:
    """Tell whether a path matches a pattern seen from a folder."""
    try:
        name = root.relative_to(folder).as_posix()
    except ValueError:
        return False
    return fnmatchcase(name, pattern.removeprefix("./"))


PARENTS_SEARCHED = 3

_MOST_ROOTS = 200
"""Roots around a file whose inputs are followed in search of it."""

_CLASSES = frozenset({"documentclass", "documentstyle"})
_TAKES_DOCUMENTS = re.compile(rb"docmute|standalone|subfiles|\{combine\}")
"""What a text must name that takes in files which are documents of their own."""


@dataclass(frozen=True)
class RootChoice:
    """The root that a file is read with.

    ``others`` are further ones that take it in, and ``why`` says why they were not chosen.
    """

    path: Path
    others: tuple[Path, ...] = ()
    why: str = ""


def root_of(path: Path, files: Files) -> Path:
    """Return the root of the project that ``path`` belongs to; see ``choose_root``."""
    return choose_root(path, files).path


def choose_root(path: Path, files: Files) -> RootChoice:
    """Find the root of the project that ``path`` belongs to.

    It is what ``% !TEX root`` or a ``subfiles`` class names; else the file itself if it begins a
    document; else a file in its folder, up to three folders above or in one beside those, that
    begins a document and takes it in; else the file itself. What begins a document has its class
    and its body, or takes in what has them.
    """
    path, sources = normal_path(path), Sources.over(files)
    facts = sources.tex(path).facts
    named = _named_root(path, facts, files)
    if named is not None:
        return RootChoice(named)
    is_whole = facts.document is not None and not _may_be_taken_in(path, facts, sources)
    if is_whole and (_has_class(facts) or _class_in(Tree(path, sources))):
        return RootChoice(path)
    fits, doubtful = _roots_with(path, sources)
    if fits:
        (first, *others), why = ranked(fits, path, files)
        return RootChoice(first, tuple(others), why)
    if facts.document is None and not _has_class(facts) and doubtful:
        return RootChoice(doubtful)
    return RootChoice(path)


def roots_around(path: Path, files: Files) -> Iterator[Path]:
    """Yield the roots of projects in the folders where ``choose_root`` looks for them.

    Those that begin a document come first.
    """
    doubtful = []
    for candidate in documents_around(path, Sources.over(files)):
        if candidate.facts.document is not None:
            yield candidate.path
        elif _has_class(candidate.facts):
            doubtful.append(candidate.path)
    yield from doubtful


def _roots_with(path: Path, sources: Sources) -> tuple[list[Fit], Path | None]:
    """Return the roots that take a file in, and a file that does so without being a document."""
    room = Room(TEX_TOGETHER)  # One for all, so that many roots take no longer than a large one.
    kept: list[list[Document]] = []
    doubtful: Path | None = None
    left = _MOST_ROOTS
    for is_start in (_starts_document, _takes_in_files):
        read = iter(tuple(kept)) if kept else _documents_around(path, sources)
        for documents in map(list, read):
            if is_start is _starts_document:
                kept.append(documents)
            fits = []
            for candidate in documents:
                if candidate.path == path or not is_start(candidate.facts) or not left:
                    continue
                left -= 1
                tree = _tree_with(candidate, path, sources, room)
                if tree is None:
                    continue
                if _class_in(tree) and _body_in(tree):
                    fits.append(Fit(candidate.path, len(tree.documents)))
                elif is_start is _starts_document:
                    doubtful = doubtful or candidate.path
            if fits:
                return fits, doubtful
    return [], doubtful


def documents_around(path: Path, sources: Sources) -> Iterator[Document]:
    """Yield the .tex files in the folders where ``choose_root`` looks for roots."""
    return chain.from_iterable(_documents_around(path, sources))


def _documents_around(path: Path, sources: Sources) -> Iterator[Iterable[Document]]:
    """Yield the .tex files of a file's folder and of those above; then those of others there.

    They are read while there is room for them.
    """
    room = Room(TEX_TOGETHER)
    above = [path.parent, *list(path.parents)[1 : PARENTS_SEARCHED + 1]]
    yield _read_each(_tex_files(above, sources), sources, room)
    own = within_repository(above) or above[:2]
    below = (folder for above_it in own for folder in sources.folders_in(above_it))
    beside = (folder for folder in below if folder not in above)
    yield _read_each(_tex_files(beside, sources), sources, room)


def _tex_files(folders: Iterable[Path], sources: Sources) -> Iterator[Path]:
    return (name for folder in folders for name in sources.files_in(folder, ".tex"))


def _read_each(paths: Iterable[Path], sources: Sources, room: Room) -> Iterator[Document]:
    """Yield the files that can be read, while there is room for them."""
    for path in paths:
        try:
            room.check(path)
            document = sources.tex(path)
        except InputError:
            continue
        room.take(len(document.text))
        yield document


def _named_root(path: Path, facts: TexFacts, files: Files) -> Path | None:
    # A comment holds no macros: a backslash in it separates folders, as on Windows.
    names = [
        comment.value.replace("\\", "/")
        for comment in facts.magic_comments
        if comment.name == "root"
    ]
    names += [
        package.options[0]
        for package in facts.packages
        if package.command == "documentclass" and package.name == "subfiles" and package.options
    ]
    found = (find_file(files, name, ".tex", (path.parent,)) for name in names)
    return next((root for root in found if root is not None), None)


def _has_class(facts: TexFacts) -> bool:
    return any(package.command in _CLASSES for package in facts.packages)


def _starts_document(facts: TexFacts) -> bool:
    return facts.document is not None or _has_class(facts)


def _takes_in_files(facts: TexFacts) -> bool:
    return bool(facts.inputs) and not _starts_document(facts)


def _class_in(tree: Tree) -> bool:
    return any(_has_class(document.facts) for document in tree.documents.values())


def _body_in(tree: Tree) -> bool:
    return any(document.facts.document is not None for document in tree.documents.values())


def _may_be_taken_in(path: Path, facts: TexFacts, sources: Sources) -> bool:
    """Tell whether a document of its own may also be a part of another one.

    LaTeX allows that where certain packages are loaded.
    """
    if any(package.name == "standalone" for package in facts.packages):
        return True
    room = Room(TEX_TOGETHER)
    for folder in (path.parent, *list(path.parents)[1 : PARENTS_SEARCHED + 1]):
        for other in sources.files_in(folder, ".tex"):
            if other == path:
                continue
            try:
                room.check(other)
                data = sources.read(other)
            except (InputError, OSError):
                continue
            room.take(len(data))
            if _TAKES_DOCUMENTS.search(data):
                return True
    return False


def _tree_with(candidate: Document, wanted: Path, sources: Sources, room: Room) -> Tree | None:
    """Return the inputs of a file if ``wanted`` is among them."""
    try:
        tree = Tree(candidate.path, sources, room=room)
    except InputError:
        return None
    return tree if wanted in tree.documents or wanted in tree.targets.values() else None
