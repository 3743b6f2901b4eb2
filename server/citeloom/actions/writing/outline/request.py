"""The outline that a request to write follows."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citeloom.actions.writing.outline.keys import OutlineKeys, UnknownKeyError
from citeloom.actions.writing.outline.lines import LineKind, outline_lines
from citeloom.actions.writing.outline.reading import ReadOutline, read_outline
from citeloom.draft.project import Project
from citeloom.keeping.reading import LARGEST_SETTINGS, read_file
from citeloom.methods import registry
from citeloom.methods.port import Method
from citeloom.papers.paper import Paper
from citeloom.problem import InputError, Place, Problem
from citeloom_latex.file_encoding import decode


@dataclass(frozen=True)
class OutlineText:
    """An outline as its author left it, and the file that problems name."""

    text: str
    path: Path


def outline_in_file(path: Path) -> OutlineText:
    """Read an outline from a file.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        return OutlineText(decode(read_file(path, LARGEST_SETTINGS)).text, path)
    except OSError as error:
        raise InputError(error.strerror or str(error), Place(path)) from None


def outline_methods() -> str:
    """Return the names of the methods that write by an outline, in words."""
    return " or ".join(method.name for method in registry.METHODS if method.has_outline)


def outline_method(name: str) -> str:
    """Return the name of a method if it writes by an outline, else of the first that does."""
    known = [method.name for method in registry.METHODS if method.has_outline]
    return name if name in known or not known else known[0]


def check_outline_method(method: Method[Any]) -> None:
    """Refuse a method that writes by no taxonomy.

    Raises
    ------
    InputError
        If it is one.
    """
    if not method.has_outline:
        advice = f"choose the method {outline_methods()}"
        raise InputError(f"'{method.name}' cannot follow an outline", advice=advice)


def key_in_line(line: str, project: Project) -> str:
    """Return the key of the project's entry that a line of an outline names; empty for others."""
    known = OutlineKeys([Paper(key, (key,)) for key in project.entry_of])
    for own in outline_lines(line):
        if own.kind is LineKind.PAPER and own.content:
            with suppress(UnknownKeyError):
                return known.papers_of(own.content)[0]
    return ""


def keys_in_outline(outline: OutlineText, project: Project) -> Iterator[str]:
    """Yield the keys of the project's entries that an outline names, but for what it leaves out."""
    known = OutlineKeys([Paper(key, (key,)) for key in project.entry_of])
    for line in outline_lines(outline.text):
        if line.kind is LineKind.LEFT_OUT:
            return
        if line.kind is LineKind.PAPER and line.content:
            try:
                yield from known.papers_of(line.content)
            except UnknownKeyError:
                continue  # It is a problem when the outline is read.


def checked_outline(
    outline: OutlineText, papers: Sequence[Paper], problems: list[Problem]
) -> ReadOutline:
    """Read the outline of these papers; ``problems`` gets what it leaves out.

    Raises
    ------
    InputError
        If it is not clear what its author means; the details are all of its errors.
    """
    found = read_outline(outline.text, papers, outline.path)
    if found.errors:
        first = found.errors[0]
        more = len(found.errors) - 1
        also = f" (and {more} further error{'s' if more > 1 else ''})" if more else ""
        details = "\n".join(map(str, found.errors)) if more else ""
        raise InputError(f"{first.message}{also}", first.place, first.advice, details)
    problems += found.problems
    return found
