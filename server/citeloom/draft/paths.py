"""From a path as LaTeX writes it to the file that it means."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from citeloom.draft.files import Files
from citeloom.keeping.paths import path_named

_MOST_ROUNDS, _LONGEST = 8, 1000
_MOST_CHOICES = 100
_CHOICE = re.compile(r"\{([^{}]*)\}")
_MACRO = re.compile(r"\\([A-Za-z@]+)(?:\{\}|[ \t]+)?")


def expand_macros(name: str, constants: Mapping[str, str]) -> str:
    """Return a name with its known macros replaced by their values.

    ``constants`` are the values by macro, which may hold further macros. Macros that expand without
    end stay in the name.
    """
    for _ in range(_MOST_ROUNDS):
        if "\\" not in name or len(name) > _LONGEST:
            break
        name = _MACRO.sub(lambda found: constants.get(found[1], found[0]), name)
    return name


def is_made(name: str) -> bool:
    """Tell whether a name is put together by macros that are not known."""
    return any(sign in name for sign in "\\#")


def expanded_braces(name: str) -> list[str]:
    """Return the names that a pattern with braces stands for: ``refs{1,2}`` for two."""
    names = [name]
    for _ in range(_MOST_ROUNDS):
        if len(names) > _MOST_CHOICES:
            break
        names = [expanded for known in names for expanded in _first_choice(known)]
    return names[:_MOST_CHOICES]


def _first_choice(name: str) -> list[str]:
    found = _CHOICE.search(name)
    if not found:
        return [name]
    before, after = name[: found.start()], name[found.end() :]
    return [f"{before}{part}{after}" for part in found[1].split(",")[:_MOST_CHOICES]]


def find_file(
    files: Files, name: str, suffix: str, folders: Iterable[Path], directory: str = ""
) -> Path | None:
    """Return the file that ``name`` means, with or without its suffix, in the first such folder.

    ``directory`` is a name too, of a folder seen from ``folders``. What is on another machine than
    those is not looked at.

    Where there is none, it gives a pipe or device of that name, which is an error to read.
    A name with a backslash or ``#`` is made by macros that are not known, so it gives None.
    """
    name = name.strip().strip('"')
    if not name or is_made(name):
        return None
    special = None
    named = name if name.lower().endswith(suffix) else name + suffix
    for folder in folders:
        for candidate in dict.fromkeys((named, name)):
            path = path_named(folder, directory, candidate)
            if path is None:
                continue
            if files.is_file(path):
                return path
            if special is None and files.is_special(path):
                special = path
    return special
