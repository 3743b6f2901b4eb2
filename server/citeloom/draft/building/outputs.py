"""What LaTeX, BibTeX and biber wrote beside a root when they built it."""

import re
from collections.abc import Iterator
from pathlib import Path

from citeloom.draft.building.tool_files import (
    LATEXMK_FILES,
    WORKSHOP_SETTINGS,
    setting,
    small_text,
)
from citeloom.draft.files import Files
from citeloom.keeping.paths import path_named

_USUAL_FOLDERS = ("", "build", "out", "output", "_build", ".aux")
_BIB_DATA = re.compile(r"^\\bibdata\{([^{}\r\n]*)\}", re.MULTILINE)
_DATA_SOURCE = re.compile(r'<bcf:datasource type="file"[^<>\r\n]*>([^<>\r\n]*)</bcf:datasource>')
_OUT_FOLDER = re.compile(r"^[ \t]*\$(?:out|aux)_dir\s*=\s*[\"']([^\"'\r\n$]*)[\"']", re.MULTILINE)


def output_files(root: Path, suffix: str, files: Files) -> Iterator[Path]:
    """Yield the files that a build of a root may have left, those beside it first."""
    for folder in dict.fromkeys(_output_folders(root, files)):
        path = path_named(root.parent, folder, root.stem + suffix)
        if path is not None and files.is_file(path):
            yield path


def newest_output(root: Path, part: Path, files: Files) -> int:
    """Return when a root was built last, in nanoseconds; 0 if no build is seen.

    A list of the files that the build read (.fls) counts only where it names ``part``.
    """
    newest = 0
    names_part = re.compile(rf"^INPUT (?:.*[/\\])?{re.escape(part.name)}\r?$", re.MULTILINE)
    for suffix in (".fls", ".aux"):
        for path in output_files(root, suffix, files):
            if suffix == ".fls" and not names_part.search(small_text(files, path)):
                continue
            try:
                newest = max(newest, path.stat().st_mtime_ns)
            except OSError:
                continue
        if newest:
            break
    return newest


def _output_folders(root: Path, files: Files) -> Iterator[str]:
    yield from _USUAL_FOLDERS
    for name in LATEXMK_FILES:
        for found in _OUT_FOLDER.finditer(small_text(files, root.parent / name)):
            yield found[1]
    settings = small_text(files, root.parent / WORKSHOP_SETTINGS)
    named = setting(settings, "latex-workshop.latex.outDir")
    if named.startswith("%DIR%/"):
        yield named.removeprefix("%DIR%/")


def named_bibliographies(root: Path, files: Files) -> tuple[str, ...]:
    """Return the names of the .bib files that the last build of a root read."""
    for suffix, pattern in ((".bcf", _DATA_SOURCE), (".aux", _BIB_DATA)):
        for path in output_files(root, suffix, files):
            found = pattern.findall(small_text(files, path))
            names = [name.strip() for listed in found for name in listed.split(",")]
            if any(names):
                return tuple(dict.fromkeys(name for name in names if name))
    return ()


def built_references(root: Path, files: Files) -> Path | None:
    """Return the .bbl file that a build of a root left; None without one."""
    return next(output_files(root, ".bbl", files), None)
