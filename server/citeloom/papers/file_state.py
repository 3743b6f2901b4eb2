"""The state of a file that something was read from."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FileState:
    """A file of a project, and the state that it was read in."""

    path: str
    state: str

    @property
    def is_current(self) -> bool:
        """Whether the file is there and has not changed since."""
        return file_state(Path(self.path)) == self

    def __str__(self) -> str:
        return f"{self.state}|{self.path}"

    @classmethod
    def of_text(cls, text: str) -> "FileState":
        """Read a state in the form that ``str`` gives."""
        state, _, path = text.partition("|")
        return cls(path, state)


def file_state(path: Path) -> FileState | None:
    """Return a file in its present state; None where there is none."""
    try:
        found = path.resolve()
        stat = found.stat()
    except (OSError, RuntimeError, ValueError):
        return None
    return FileState(str(found), f"{stat.st_mtime_ns}-{stat.st_size}")
