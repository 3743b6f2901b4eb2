"""The folders in which TeX looks for files that do not lie beside the draft."""

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock, Thread
from time import monotonic

from citeloom.draft.building.tool_files import LATEXMK_FILES, small_text
from citeloom.draft.files import Files
from citeloom.draft.paths import is_made
from citeloom.keeping.folders import entries_in, is_folder_itself
from citeloom.keeping.paths import path_named, within_repository

_MOST_FOLDERS = 3_000
_SECONDS = 5
_SECONDS_OF_A_WALK = 60
"""For how long the files below a folder count as they were seen: an author makes new ones."""

_VARIABLES = {".bib": "BIBINPUTS", ".tex": "TEXINPUTS", ".sty": "TEXINPUTS", ".cls": "TEXINPUTS"}
_BY_LATEXMK = re.compile(
    r"""\$ENV\{\s*['"]?(\w+)['"]?\s*\}\s*\.?=\s*['"]([^'"\r\n]*)['"]"""
    r"""|ensure_path\(\s*['"](\w+)['"]\s*,([^()\r\n]*)\)"""
)
_QUOTED = re.compile(r"""['"]([^'"\r\n]*)['"]""")


@dataclass(frozen=True)
class Part:
    """A part of a path, as it is written; ``of_user`` is one that no project has written."""

    text: str
    of_user: bool


class TexPaths:
    """Finds files by ``BIBINPUTS``, ``TEXINPUTS`` and what ``kpsewhich`` says.

    Where it does not wait, ``kpsewhich`` is asked in a thread, and counts once it has answered.
    """

    def __init__(self, *, waits: bool = True) -> None:
        self._waits = waits

    def named_parts(self, suffix: str, root: Path, files: Files) -> tuple[Part, ...]:
        """Return the parts of the path that the user's environment and latexmkrc name.

        Last come the folders of its repository above the root, as LaTeX may run in one of them. A
        repository that is a TeX tree, as packages keep theirs, has its .bib files there.
        """
        variable = _VARIABLES[suffix]
        of_user = os.environ.get(variable, "").split(os.pathsep)
        of_project = (
            part
            for name in LATEXMK_FILES
            for part in _parts_in(small_text(files, root.parent / name), variable)
        )
        own = within_repository([*root.parents])
        tree = [f"{folder / 'bibtex/bib'}//" for folder in own[-1:]] if suffix == ".bib" else []
        return (
            *(Part(part, of_user=True) for part in of_user if part),
            *(Part(part, of_user=False) for part in (*of_project, *map(str, own[1:]), *tree)),
        )

    def find(
        self, name: str, suffix: str, root: Path, files: Files, parts: Sequence[Part]
    ) -> Path | None:
        """Return the file that a name means in these parts of the path; None without one.

        What a root's latexmkrc says is read as text, and below a folder that it names is looked
        only in the repository, or in the root's folder.
        """
        if is_made(name) or not name.strip():
            return None
        name = name.strip().strip('"')
        for part in parts:
            written = os.path.expandvars(part.text) if part.of_user else part.text
            folder = path_named(root.parent, written.rstrip("/\\") or written)
            if folder is None:
                continue
            below = part.text.endswith(("//", "\\\\"))
            if below and not part.of_user:
                own = within_repository([*root.parents]) or (root.parent,)
                below = folder.is_relative_to(own[-1])
            if path := _find_in(folder, name, suffix, below=below, files=files):
                return path
        return None

    def distributed_parts(self, root: Path) -> tuple[Part, ...]:
        """Return the parts of the path for .bib files that ``kpsewhich`` names."""
        answer = _answer(_program(root.parent), waits=self._waits)
        return tuple(Part(part, of_user=True) for part in answer)


def _parts_in(text: str, variable: str) -> Iterator[str]:
    for found in _BY_LATEXMK.finditer(text):
        if variable in (found[1], found[3]):
            values = [found[2]] if found[1] else _QUOTED.findall(found[4])
            # Such a file is for one system, or has the separator of most.
            yield from (part for value in values for part in re.split(r"[:;]", value) if part)


def _find_in(folder: Path, name: str, suffix: str, *, below: bool, files: Files) -> Path | None:
    named = name if name.lower().endswith(suffix) else name + suffix
    for candidate in dict.fromkeys((named, name)):
        path = path_named(folder, candidate)
        if path is not None and files.is_file(path):
            return path
        if below:
            path = _files_below(folder, suffix, _period()).get(candidate)
            if path is not None and files.is_file(path):
                return path
    return None


def _period() -> int:
    """Return the number of the period that a walk through folders counts for."""
    return int(monotonic() // _SECONDS_OF_A_WALK)


@lru_cache(maxsize=64)
def _files_below(folder: Path, suffix: str, _: int) -> Mapping[str, Path]:
    """Return the files with a suffix in a folder and below it, the nearest of each name."""
    found: dict[str, Path] = {}
    waiting = [folder]
    for current in waiting:  # The loop adds to it.
        try:
            entries = entries_in(current)
        except OSError:
            continue
        for entry in entries:
            if is_folder_itself(entry):
                if len(waiting) < _MOST_FOLDERS and not entry.name.startswith("."):
                    waiting.append(current / entry.name)
            elif entry.name.lower().endswith(suffix):
                found.setdefault(entry.name, current / entry.name)
    return found


def _program(project: Path) -> str | None:
    """Return the user's ``kpsewhich``: none that lies in a project, or in the current folder."""
    own = (within_repository([project, *project.parents]) or (project,))[-1]
    name = "kpsewhich.exe" if sys.platform == "win32" else "kpsewhich"
    for part in os.environ.get("PATH", "").split(os.pathsep):
        folder = Path(part)
        if not folder.is_absolute() or folder == Path.cwd() or folder.is_relative_to(own):
            continue
        program = folder / name
        if program.is_file() and os.access(program, os.X_OK):
            return str(program)
    return None


_answers: dict[str, Sequence[str]] = {}
_asked: dict[str, Thread] = {}
_lock = Lock()


def _answer(program: str | None, *, waits: bool) -> Sequence[str]:
    """Return the parts of the path for .bib files; a program is asked once in a process."""
    if program is None:
        return ()
    with _lock:
        if program not in _asked:
            _asked[program] = Thread(target=_ask, args=(program,), daemon=True)
            _asked[program].start()
    if waits:
        _asked[program].join(_SECONDS)
    return _answers.get(program, ())


def _ask(program: str) -> None:
    import subprocess

    # Not in the project's folder, so that nothing there can be taken for a part of TeX.
    try:
        answered = subprocess.run(
            [program, "-show-path=bib"],
            cwd=Path(program).parent,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, subprocess.SubprocessError):
        return
    parts = answered.stdout.decode("utf-8", "replace").strip().split(os.pathsep)
    _answers[program] = [part.removeprefix("!!") for part in parts if part.strip("./!")]
