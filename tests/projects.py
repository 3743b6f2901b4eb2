"""Small projects for tests: several files in one string.

%! main.tex
\\section{Related Work}
%! refs.bib
@misc{a, title = {T}}
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SHARED = TESTS.parent.parent / "shared" / "data"


def sample(name: str) -> str:
    """Return one of `texts`, where those stand that are long: fixture strings, and other files."""
    return (TESTS / "texts" / f"{name}.txt").read_text(encoding="utf-8")


def project_files(fixture: str) -> dict[str, str]:
    """Return the files of a fixture string by name."""
    parts = re.split(r"(?m)^[ \t]*%! ([^\n]+)\n", fixture)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def make_project(folder: Path, fixture: str) -> Path:
    """Write the files of a fixture string into a folder; return its main.tex."""
    for name, text in project_files(fixture).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return folder / "main.tex"


def link(path: Path, target: Path) -> None:
    """Make a link; skip the test where the system makes none."""
    try:
        path.symlink_to(target, target_is_directory=target.is_dir())
    except OSError:
        pytest.skip("this system makes no links")
