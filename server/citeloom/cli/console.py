"""Messages to the person at the terminal: standard error, plain text, no markup."""

import sys
from collections.abc import Iterable
from pathlib import Path

from citeloom.cli.remedies import in_a_terminal
from citeloom.problem import Place, Problem


def message(text: str) -> None:
    """Print a line on standard error."""
    print(text, file=sys.stderr)  # noqa: T201


def output(text: str) -> None:
    """Print the command's answer on standard output."""
    print(text)  # noqa: T201


def messages(problems: Iterable[Problem]) -> None:
    """Print problems, one a line, on standard error."""
    for problem in problems:
        message(worded(problem))


def worded(problem: Problem) -> str:
    """Return a problem as a line, its file as seen from the current folder."""
    problem = in_a_terminal(problem)
    place = problem.place
    near = None if place is None else Place(shown(place.file), place.line)
    return str(Problem(problem.severity, problem.rule, problem.message, near, problem.advice))


def shown(path: Path) -> Path:
    """Return a path as seen from the current folder, where it lies below it."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path


class ShownProgress:
    """Progress as a status line, where standard error is a terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        """Show the stage and how far it is."""
        if self._shown:
            count = f" {done}/{total}" if total else ""
            print(f"\r\033[K{name}{count} ...", end="", file=sys.stderr, flush=True)  # noqa: T201

    def clear(self) -> None:
        """Take the status line away."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)  # noqa: T201
