"""Prints messages on standard error and answers on standard output, as plain text."""

import sys
from collections.abc import Iterable
from pathlib import Path
from shutil import get_terminal_size

from citeloom.cli.remedies import for_a_terminal
from citeloom.problem import Place, Problem


def print_message(text: str) -> None:
    """Print a line on standard error."""
    print(text, file=sys.stderr)  # noqa: T201


def print_answer(text: str) -> None:
    """Print the command's answer on standard output."""
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
        self._shown = sys.stderr.isatty()
        self._stage = ""

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        """Show the stage and how far it is."""
        self._stage = f"{name}{f' {done}/{total}' if total else ''} ..."
        self._show(self._stage)

    def words(self, text: str) -> None:
        """Show the last words of a text that is being written, as far as they fit."""
        self._show(f"{self._stage} {text}"[: get_terminal_size().columns - 1])

    def _show(self, line: str) -> None:
        if self._shown:
            print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)  # noqa: T201

    def clear(self) -> None:
        """Remove the status line."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)  # noqa: T201
