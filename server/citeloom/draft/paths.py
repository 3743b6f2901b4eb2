"""From a path as LaTeX has it to the file that it means."""

from collections.abc import Iterable
from pathlib import Path

from citeloom.draft.files import Files


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
            path = normal(folder / Path(candidate).expanduser())
            if files.is_file(path):
                return path
    return None


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
