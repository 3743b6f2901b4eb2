"""Which of several roots an author works with, as the files of other tools say."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from citeloom.draft.building.outputs import newest_output
from citeloom.draft.building.tool_files import (
    LATEXMK_FILES,
    TEXLAB_FILES,
    quoted_strings,
    small_text,
)
from citeloom.draft.files import Files

_DEFAULT_FILES = re.compile(r"^[ \t]*@default_files\s*=\s*(?:\(([^()]*)\)|qw\s*\(([^()]*)\))", re.M)

BY_LATEXMK = "latexmkrc names it"
BY_TEXLAB = "texlab's root file lies beside it"
BY_OUTPUT = "it was built last"
BY_SIZE = "it includes most files"
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
