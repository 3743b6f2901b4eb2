"""The root of a project: the .tex file that LaTeX is run on."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from citeloom.draft.document import Document
from citeloom.draft.files import Files
from citeloom.draft.paths import find_file
from citeloom.draft.room import TEX_TOGETHER, Room
from citeloom.draft.sources import Sources
from citeloom.draft.tree import Tree
from citeloom.keeping.paths import normal_path
from citeloom.problem import InputError
from citeloom_latex.tex.facts import TexFacts

PARENTS_SEARCHED = 3

_MOST_ROOTS = 200
"""Roots around a file whose inputs are followed in search of it."""


def root_of(path: Path, files: Files) -> Path:
    """Return the root of the project that ``path`` belongs to.

    It is what ``% !TEX root`` or a ``subfiles`` class names; else the file itself if it has a
    document class; else the file, beside it or up to three folders above, that includes it;
    else the file itself.

    Raises
    ------
    InputError
        If ``path`` cannot be read.
    """
    path, sources = normal_path(path), Sources.over(files)
    facts = sources.tex(path).facts
    named = _named_root(path, facts, files)
    if named is not None:
        return named
    if _is_root(facts):
        return path
    room = Room(TEX_TOGETHER)  # One for all, so that many roots take no longer than a large one.
    others = (
        candidate
        for candidate in _beside(path, sources)
        if candidate.path != path and _is_root(candidate.facts)
    )
    for candidate in islice(others, _MOST_ROOTS):
        if _includes(candidate, path, sources, room):
            return candidate.path
    return path


def roots_around(path: Path, files: Files) -> Iterator[Path]:
    """Yield the roots of projects in the folder of a file and up to three folders above."""
    sources = Sources.over(files)
    for candidate in _beside(path, sources):
        if _is_root(candidate.facts):
            yield candidate.path


def _beside(path: Path, sources: Sources) -> Iterator[Document]:
    """Yield the .tex files beside a file and in the folders above, while there is room for them."""
    room = Room(TEX_TOGETHER)
    for folder in (path.parent, *list(path.parents)[1 : PARENTS_SEARCHED + 1]):
        for candidate in sources.files_in(folder, ".tex"):
            try:
                room.check(candidate)
                document = sources.tex(candidate)
            except InputError:
                continue
            room.take(document.text)
            yield document


def _named_root(path: Path, facts: TexFacts, files: Files) -> Path | None:
    names = [comment.value for comment in facts.magic_comments if comment.name == "root"]
    names += [
        package.options[0]
        for package in facts.packages
        if package.command == "documentclass" and package.name == "subfiles" and package.options
    ]
    found = (find_file(files, name, ".tex", (path.parent,)) for name in names)
    return next((root for root in found if root is not None), None)


def _is_root(facts: TexFacts) -> bool:
    return any(package.command == "documentclass" for package in facts.packages)


def _includes(candidate: Document, wanted: Path, sources: Sources, room: Room) -> bool:
    try:
        return wanted in Tree(candidate.path, sources, room=room).targets.values()
    except InputError:
        return False
