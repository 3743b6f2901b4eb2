"""Problems of a project, and the errors that end an action."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Self

from citeloom_latex.spans import Span


class Severity(StrEnum):
    """How much a problem matters."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Remedy(StrEnum):
    """What mends a problem, if a terminal and an editor do that in different ways.

    The words fit everywhere; the command line names its options instead (``cli.remedies``).
    """

    CHOOSE_SECTION = "name the section by its heading or its number"
    ADD_SECTION = "add \\section{Related Work} where it belongs, or name a section"
    NAME_SECTION = "name the section"
    WRITE = "write it"
    WRITE_FIRST = "write one first"
    NAME_KEYS = "cite papers in the draft, or name their keys"
    INCLUDE_WRITTEN = "name those to write about again"
    LEAVE_OUT = "leave the paper out"
    CLOSE = "fix it there, or move it out of the marks"
    RESTORE_RECORD = (
        "put the new text below it or in its place, restore its file in .citeloom, or weave in new "
        "references"
    )
    REVISE = "rewrite it alone"
    CHOOSE_PAPER = "choose the right one by its quick fix, or add its DOI"
    FETCH = "fetch it, or add an 'abstract' field"
    WITHOUT_ABSTRACTS = (
        "fetch them, or write with the method 'extractive', which makes an outline from titles"
    )
    NAME_RETRACTED = "name its key to write about it"
    FETCH_ALL = "fetch them; without abstracts, an outline is written from titles"
    ALLOW_OUTSIDE = "allow it for this project"
    USE_NO_MODEL = "'extractive' needs no model"
    NAME_MODEL = "set one in your config.toml"
    SET_MODEL = "set one in your config.toml, or use the method 'extractive', which needs none"


RULES = frozenset(
    {
        "ambiguous",
        "broken-entry",
        "broken-mark",
        "corrected",
        "differs",
        "duplicate-key",
        "encoding",
        "guessed-bib",
        "input",
        "judged-by-model",
        "misattributed",
        "misplaced-citation",
        "missing-bib",
        "missing-input",
        "no-abstract",
        "no-bibliography",
        "not-asked",
        "not-found",
        "not-in-related-work",
        "not-in-source",
        "outline",
        "published-since",
        "retracted",
        "same-paper",
        "stale",
        "store",
        "too-large",
        "undefined-key",
        "unread-bib",
        "unsupported",
        "unused-key",
        "verbatim",
        "wrong-identifier",
    }
)
"""The kinds of problems, as settings name them; ``docs/configuration.md`` explains each."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is: a file and a line in it (from 1; 0 for the whole file).

    ``span`` is the exact range of the file's text, where that is known.
    """

    file: Path
    line: int = 0
    span: Span | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else str(self.file)


def short_places(places: Sequence[Place]) -> list[str]:
    """Return places by the names of their files; with folders where names are the same."""
    files = {place.file for place in places}
    if len({file.name for file in files}) == len(files):
        return [str(Place(Path(place.file.name), place.line)) for place in places]
    return [str(place) for place in places]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong: ``rule`` names its kind, ``advice`` says what would mend it.

    Each program puts a ``Remedy`` into its own words. ``details`` are lines to be read below the
    message, where there is room for them: a difference.
    """

    severity: Severity
    rule: str
    message: str
    place: Place | None = None
    advice: str = ""
    details: str = ""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        advice = f" ({self.advice})" if self.advice else ""
        return f"{where}{self.severity}: {self.message}{advice}"


class InputError(Exception):
    """Wrong use or input: nothing was written. The message says where, what, and what to do.

    Another process receives it as an ``InputError`` or a ``ServiceError``, so that it needs no
    library of the part that raised it.
    """

    def __init__(
        self, message: str, place: Place | None = None, advice: str = "", details: str = ""
    ) -> None:
        super().__init__(message)
        self.problem = Problem(Severity.ERROR, "input", message, place, advice, details)

    def __reduce__(self) -> tuple[type, tuple[str, Place | None, str, str]]:
        kind = ServiceError if isinstance(self, ServiceError) else InputError
        problem = self.problem
        return kind, (problem.message, problem.place, problem.advice, problem.details)

    def __str__(self) -> str:
        return str(self.problem)

    def at(self, place: Place) -> Self:
        """Add the place to this error, which was raised where the file was not known; return it."""
        self.problem = replace(self.problem, place=place)
        return self


class OutsideError(InputError):
    """Files outside of a project's folder are not used as the project's, unless its user allows it.

    Parameters
    ----------
    folder
        The project's folder.
    paths
        The files or folders.
    done
        What is not done with them (``written``).
    """

    def __init__(self, folder: Path, paths: Sequence[Path], done: str) -> None:
        self.folder, self.paths, self.done = folder, tuple(paths), done
        *others, last = map(_with_target, self.paths)
        names = f"{', '.join(others)} and {last}" if others else last
        lies, are = ("lie", "are") if others else ("lies", "is")
        message = f"{names} {lies} outside the project in {folder} and {are} not {done}"
        super().__init__(message, advice=Remedy.ALLOW_OUTSIDE)

    def __reduce__(self) -> tuple[type, tuple[Path, tuple[Path, ...], str]]:  # type: ignore[override]
        return OutsideError, (self.folder, self.paths, self.done)


class ServiceError(InputError):
    """A service failed: the input is right, and a later try may help."""


class UnreadError(Exception):
    """A large file was not read, as its reader has no time for that now.

    Parameters
    ----------
    path
        The file.
    text
        The text that it holds now: the same value for whoever would read the same text.
    read
        Reads it, in any thread; after that it is there at once.
    """

    def __init__(self, path: Path, text: object, read: Callable[[], object]) -> None:
        super().__init__(f"{path} is not read yet")
        self.path = path
        self.text = text
        self.read = read


def _with_target(path: Path) -> str:
    """Return a path, with what it leads to where that is another one."""
    try:
        target = path.resolve()
    except (OSError, RuntimeError):
        return str(path)
    return str(path) if target == path else f"{path} (which is {target})"
