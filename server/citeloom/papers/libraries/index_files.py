"""The files that keep what the user's libraries say."""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from citeloom.keeping.database import remove_database

MOST_INDEXES = 4
"""Indexes that are kept of one kind of library: programs may be given different ones."""

_DIGITS = 12


def index_file(data_folder: Path, name: str, paths: Sequence[Path] = ()) -> Path:
    """Return the file that keeps what a library says, one for each choice of the user's files."""
    written = "\n".join(map(str, paths)).encode(errors="surrogatepass")
    of_paths = f"-{sha256(written).hexdigest()[:_DIGITS]}" if paths else ""
    return data_folder / f"library-{name}{of_paths}.sqlite"


def index_files(data_folder: Path, name: str) -> tuple[Path, ...]:
    """Return the files that keep what libraries of a name say or have said."""
    return tuple(sorted(data_folder.glob(f"library-{name}*.sqlite")))


def files_of_index(path: Path) -> tuple[Path, ...]:
    """Return an index and what a killed program has left beside it."""
    return tuple(sorted(path.parent.glob(f"{path.name}*")))


def remove_old_indexes(path: Path, name: str) -> None:
    """Remove the oldest indexes of libraries of a name, but for the one at a path."""
    found = []
    for file in index_files(path.parent, name):
        with suppress(OSError):  # Another program removes them, too, or has one open.
            if file != path:
                found.append((file.stat().st_mtime_ns, file))
    for _, file in sorted(found, reverse=True)[MOST_INDEXES - 1 :]:
        with suppress(OSError):
            remove_database(file)
