"""Prints messages on standard error and answers on standard output, as plain text.

What others have written (file names, titles, errors) reaches no terminal before it is visible.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import typer

from citeloom.cli.exit_codes import INTERRUPTED
from citeloom.cli.remedies import for_a_terminal
from citeloom.problem import InputError, Place, Problem
from citeloom.visible import visible_line, visible_lines


class VisibleStream:
    """A stream of text that writes only what is visible; nobody has to remember to ask for that.

    It has no ``buffer``: whoever asks for one would write beside it.
    """

    def __init__(self, beneath: TextIO) -> None:
        self.beneath = beneath

    def write(self, text: str) -> int:
        return self.beneath.write(visible_lines(text))

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self.beneath, name)


def guard_streams() -> None:
    """Let all that this process prints be visible: usage errors, warnings, logs and tracebacks too.

    Standard output that is no terminal is left alone: the LaTeX and the differences on it are
    files, whose every byte counts.
    """
    for stream in (sys.stdout, sys.stderr):
        # Windows consoles default to a code page that lacks most authors' names.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    sys.stderr = _guarded(sys.stderr)
    if sys.stdout.isatty():
        sys.stdout = _guarded(sys.stdout)


def _guarded(stream: TextIO) -> Any:
    return stream if isinstance(stream, VisibleStream) else VisibleStream(stream)


def print_message(line: str) -> None:
    """Print a line on standard error."""
    print(visible_line(line), file=sys.stderr)  # noqa: T201


def is_confirmed(sends: str) -> bool:
    """Ask whether what is said to be sent is sent."""
    return typer.confirm(visible_line(f"{sends[0].upper()}{sends[1:]}. Send this?"), err=True)


def check_agreed(sends: str, *, yes: bool) -> None:
    """Refuse to send what is said, unless its user has agreed, or agrees in a terminal."""
    if not yes and not (sys.stdin.isatty() and is_confirmed(sends)):
        raise InputError(f"{sends}; nothing was sent", advice="--yes agrees to that")


def print_details(problem: Problem) -> None:
    """Print what is to be read below a problem's message on standard error, if anything is."""
    if problem.details:
        print(visible_lines(problem.details), file=sys.stderr)  # noqa: T201


def print_answer(line: str) -> None:
    """Print a line of the command's answer on standard output."""
    print(visible_line(line))  # noqa: T201


def print_page(text: str) -> None:
    """Print an answer of several lines, to be read, or JSON, on standard output."""
    print(visible_lines(text))  # noqa: T201


def print_source(text: str) -> None:
    """Print what is meant for a file, LaTeX or a difference, on standard output.

    In a file or a pipe it is as it is; a terminal gets it visible, as ``guard_streams`` says.
    """
    print(text)  # noqa: T201


def print_messages(problems: Iterable[Problem]) -> None:
    """Print problems, one a line, on standard error."""
    for problem in problems:
        print_message(problem_line(problem))


def problem_line(problem: Problem) -> str:
    """Return a problem as a line, with the file's path from the current folder."""
    problem = for_a_terminal(problem)
    place = problem.place
    near = None if place is None else Place(short_path(place.file), place.line)
    return str(Problem(problem.severity, problem.rule, problem.message, near, problem.advice))


def short_path(path: Path) -> Path:
    """Return a path from the current folder if it lies below that, else the path as it is."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path


class ShownProgress:
    """Shows progress as a status line if standard error is a terminal."""

    def __init__(self) -> None:
        # Beneath what writes the signs of the status line out, too.
        self._stream = getattr(sys.stderr, "beneath", sys.stderr)
        self._shown = sys.stderr.isatty()

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        """Show the stage and how far it is."""
        if self._shown:
            count = f" {done}/{total}" if total else ""
            self._write(f"\r\033[K{visible_line(name)}{count} ...")

    def clear(self) -> None:
        """Remove the status line."""
        if self._shown:
            self._write("\r\033[K")

    def _write(self, text: str) -> None:
        print(text, end="", file=self._stream, flush=True)


@contextmanager
def shown_progress(interrupted: str) -> Iterator[ShownProgress]:
    """Show progress of what is done within; Ctrl-C ends the command with a message."""
    progress = ShownProgress()
    try:
        yield progress
    except KeyboardInterrupt:
        progress.clear()
        print_message(interrupted)
        raise typer.Exit(INTERRUPTED) from None
    finally:
        progress.clear()
