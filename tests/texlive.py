"""Runs pdflatex and bibtex on a copy of a project, for the tests that ask a real TeX."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

PROGRAMS = ("pdflatex", "bibtex")
SECONDS_PER_RUN = 120

_TEX_ERROR = re.compile(r"^(?:! |\S+:\d+: )(.+)$", re.MULTILINE)
_UNDEFINED_CITATION = re.compile(r"Warning: Citation [`'](.+?)' .*undefined")
_UNDEFINED_REFERENCE = re.compile(r"Warning: Reference [`'](.+?)' .*undefined")
_BIBTEX_WARNING = re.compile(r"^Warning--(.+)$", re.MULTILINE)
_BIBTEX_ERROR = re.compile(
    r"^(?:.*---(?:line \d+ of|while reading) file.*|(?:I found no|I couldn't|A bad cross).*)$",
    re.MULTILINE,
)

Test = TypeVar("Test", bound=Callable[..., object])


@dataclass(frozen=True)
class CompileLog:
    """What TeX and BibTeX had to say about a project.

    The undefined citations and references are those of the last run, in order and without repeats.
    """

    pdf: Path | None
    errors: tuple[str, ...] = ()
    undefined_citations: tuple[str, ...] = ()
    undefined_references: tuple[str, ...] = ()
    bibtex_errors: tuple[str, ...] = ()
    bibtex_warnings: tuple[str, ...] = ()


def needs_tex(test: Test) -> Test:
    """Mark a test `tex`, and skip it where there is no pdflatex or bibtex."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    skip = pytest.mark.skipif(bool(missing), reason=f"not on PATH: {', '.join(missing)}")
    marked: Test = pytest.mark.tex(skip(test))
    return marked


def needs_engine(engine: str) -> Any:
    """Return an engine as a parameter of tests, which are skipped where there is none."""
    return pytest.param(engine, marks=[pytest.mark.tex, _skips_without(engine)])


def _skips_without(engine: str) -> Any:
    return pytest.mark.skipif(shutil.which(engine) is None, reason=f"not on PATH: {engine}")


@dataclass(frozen=True)
class EngineLog:
    """The log of one run of an engine, its errors, and the files it read in its folder."""

    text: str
    errors: tuple[str, ...]
    read_here: tuple[str, ...]


def compile_alone(engine: str, main: Path) -> EngineLog:
    """Run an engine once in the folder of `main`; TeX may read and write there alone."""
    options = ("-interaction=nonstopmode", "-file-line-error", "-no-shell-escape", "-recorder")
    _run((engine, *options, main.name), main.parent)
    text = _text(main.with_suffix(".log"))
    listed = _text(main.with_suffix(".fls"))
    read = dict.fromkeys(re.findall(r"^INPUT (.+)$", listed, re.MULTILINE))
    here = tuple(path for path in read if (main.parent / path).parent == main.parent)
    of_main = re.compile(rf"^(?:! |(?:\./)?{re.escape(main.name)}:\d+: )(.+)$", re.MULTILINE)
    return EngineLog(text, _found(of_main, text), here)


def compile_project(main: Path, build: Path) -> CompileLog:
    """Compile a copy of the folder of `main` in `build`: pdflatex, bibtex, pdflatex, pdflatex.

    The first error of pdflatex ends the compilation. TeX may read and write below `build` alone
    and start no program.
    """
    shutil.copytree(main.parent, build, dirs_exist_ok=True)
    if not _pdflatex(main, build):
        return _log_of(main, build)
    bibtex = _run(("bibtex", main.stem), build)
    if _pdflatex(main, build):
        _pdflatex(main, build)
    log = _log_of(main, build)
    assert bibtex.returncode == 0 or log.bibtex_errors, bibtex.stdout
    return log


def _pdflatex(main: Path, build: Path) -> bool:
    options = ("-interaction=nonstopmode", "-halt-on-error", "-file-line-error", "-no-shell-escape")
    return _run(("pdflatex", *options, main.name), build).returncode == 0


def _run(command: tuple[str, ...], build: Path) -> "subprocess.CompletedProcess[str]":
    # TeX breaks the lines of its log at 79 characters, in the middle of a key, unless told not to.
    limits = {"openin_any": "p", "openout_any": "p", "max_print_line": "10000"}
    return subprocess.run(
        command,
        cwd=build,
        env={**os.environ, **limits},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=SECONDS_PER_RUN,
        check=False,
    )


def _log_of(main: Path, build: Path) -> CompileLog:
    pdf = build / f"{main.stem}.pdf"
    tex = _text(build / f"{main.stem}.log")
    bib = _text(build / f"{main.stem}.blg")
    return CompileLog(
        pdf=pdf if pdf.exists() else None,
        errors=_found(_TEX_ERROR, tex),
        undefined_citations=_found(_UNDEFINED_CITATION, tex),
        undefined_references=_found(_UNDEFINED_REFERENCE, tex),
        bibtex_errors=_found(_BIBTEX_ERROR, bib),
        bibtex_warnings=_found(_BIBTEX_WARNING, bib),
    )


def _text(log: Path) -> str:
    return log.read_text("utf-8", errors="replace") if log.exists() else ""


def _found(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(pattern.findall(text)))


def needs_biber(test: Test) -> Test:
    """Mark a test `tex`, and skip it where there is no biber."""
    skip = pytest.mark.skipif(shutil.which("biber") is None, reason="not on PATH: biber")
    marked: Test = pytest.mark.tex(skip(test))
    return marked


def run_biber(bib: Path) -> tuple[str, str]:
    """Read a .bib file by biber and write it anew; return the new text and all complaints."""
    output = bib.with_name("by-biber.bib")
    run = _run(("biber", "--tool", "--quiet", f"--output-file={output.name}", bib.name), bib.parent)
    return _text(output), run.stdout + run.stderr
