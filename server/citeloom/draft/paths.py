"""From a path as LaTeX has it to the file that it means."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from citeloom.draft.files import Files

_MOST_ROUNDS, _LONGEST = 8, 1000
_MACRO = re.compile(r"\\([A-Za-z@]+)(?:\{\}|[ \t]+)?")


def expanded(name: str, constants: Mapping[str, str]) -> str:
    """Return a name with what the macros in it stand for, as far as that is known.

    ``constants`` are those macros, which may stand for one another; those that do so without end
    stay in the name.
    """
    for _ in range(_MOST_ROUNDS):
        if "\\" not in name or len(name) > _LONGEST:
            break
        name = _MACRO.sub(lambda found: constants.get(found[1], found[0]), name)
    return name


def find(files: Files, name: str, suffix: str, folders: Iterable[Path]) -> Path | None:
    """Return the file that ``name`` means, with or without its suffix, in the first such folder.

    A name that is made by macros (it has a backslash or ``#``) means no file that could be known.
    """
    name = name.strip().strip('"')
    if not name or "\\" in name or "#" in name or "\0" in name:
        return None
    named = name if name.lower().endswith(suffix) else name + suffix
    for folder in folders:
        for candidate in dict.fromkeys((named, name)):
            path = _inside(folder.absolute(), candidate)
            if files.is_file(path):
                return path
    return None


@lru_cache(maxsize=4096)
def _inside(folder: Path, name: str) -> Path:
    return normal(folder / Path(name).expanduser())


def normal(path: Path) -> Path:
    """Return the path made absolute, ``..`` taken out, links left as they are."""
    parts: list[str] = []
    path = path.absolute()
    for part in path.parts:
        if part == ".." and len(parts) > 1:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return Path(*parts)
