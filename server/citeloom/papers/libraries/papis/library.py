"""The papis libraries that the user names, as items."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from citeloom.extras import MissingExtraError, import_library
from citeloom.keeping.paths import normal_path, path_named
from citeloom.keeping.reading import read_file
from citeloom.papers.fulltext.local import is_pdf
from citeloom.papers.libraries.library_error import LibraryError
from citeloom.papers.libraries.papis.info import (
    InfoError,
    info_values,
    names_of_files,
    paper_of_info,
)
from citeloom.papers.libraries.papis.info_files import INFO, info_files, is_inside
from citeloom.papers.libraries.port import LibraryItem, UnreadItem

SOURCE = "papis"
EXTRA = "papis"

LARGEST_INFO = 2_000_000
"""Bytes of one file that are read; 3,000 authors with their affiliations have some 900,000."""

MOST_BYTES = 200_000_000
"""Bytes of all files of a library that are read."""


@dataclass(frozen=True)
class PapisLibraries:
    """The papers of some folders, each a library of papis."""

    folders: Sequence[Path]
    name: str = SOURCE

    @property
    def place(self) -> Path:
        return self.folders[0]

    @property
    def paths(self) -> Sequence[Path]:
        return self.folders

    def state(self) -> str:
        """Return a text that changes with the files; empty where no folder is there."""
        if not any(folder.is_dir() for folder in self.folders):
            return ""
        digest = sha256()
        for folder in self.folders:
            digest.update(f"{folder}\n".encode(errors="surrogatepass"))
            for found in info_files(folder):
                digest.update(_state(found).encode(errors="surrogatepass"))
        return f"1 {digest.hexdigest()}"

    def may_read(self, file: Path) -> bool:
        """Tell whether a file is a PDF in one of the folders, also where links lead."""
        return any(is_inside(file, folder) for folder in self.folders) and is_pdf(file)

    def read(self) -> Iterator[LibraryItem | UnreadItem]:
        """Yield the papers in the order of their folders, and what is left out.

        Raises
        ------
        LibraryError
            If the library for YAML is not installed.
        """
        try:
            yaml = import_library("yaml", EXTRA, "a papis library")
        except MissingExtraError:
            raise LibraryError(
                f"it needs PyYAML, which is not installed (Citeloom's extra '{EXTRA}' has it)"
            ) from None
        for folder in self.folders:
            if folder.is_dir():
                yield from _read_folder(folder, yaml)


def _state(found: Path | UnreadItem) -> str:
    if isinstance(found, UnreadItem):
        return f"{found}\n"
    try:
        status = found.stat()
    except OSError:
        return f"{found}\n"
    return f"{found} {status.st_mtime_ns} {status.st_size}\n"


def _read_folder(top: Path, yaml: ModuleType) -> Iterator[LibraryItem | UnreadItem]:
    left, has_any = MOST_BYTES, False
    for info in info_files(top):
        has_any = True
        if isinstance(info, UnreadItem):
            yield info
            continue
        try:
            if info.is_symlink() and not is_inside(info, top):
                raise InfoError("it is a link that leads out of the library")
            data = read_file(info, LARGEST_INFO)
            left -= len(data)
            if left < 0:
                yield UnreadItem(top, f"more than {MOST_BYTES // 1_000_000} MB of {INFO}")
                return
            values = info_values(data.decode("utf-8-sig"), yaml)
        except UnicodeDecodeError:
            yield UnreadItem(info, "it is not in UTF-8")
        except (InfoError, OSError) as error:
            yield UnreadItem(info, getattr(error, "strerror", None) or str(error))
        else:
            paper = paper_of_info(values)
            if paper.title:
                yield LibraryItem(paper, tuple(_files(info.parent, names_of_files(values), top)))
    if not has_any:
        yield UnreadItem(top, f"no folder in it has an {INFO}, as those of papis have")


def _files(folder: Path, names: Sequence[str], top: Path) -> Iterator[Path]:
    for name in names:
        path = path_named(folder, name)
        if path is not None and path.is_relative_to(normal_path(top)):
            yield path
