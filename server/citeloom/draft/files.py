"""The files that a draft is read from: those on the disk and those open in an editor."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from threading import Lock
from time import monotonic, time_ns
from typing import NamedTuple

from citeloom.draft.size_limits import LARGEST_KEPT
from citeloom.keeping.folders import entries_in, is_folder_itself, names_in
from citeloom.keeping.reading import (
    LARGEST_TEXT,
    UnreadFileError,
    is_regular,
    is_special,
    read_file,
)
from citeloom.problem import InputError, Place
from citeloom_latex.file_encoding import Decoded, decode, is_binary
from citeloom_latex.lined import LinedText

MOST_BESIDE = 1_000
"""Files of a kind in a folder that are looked through without anybody naming them."""

MOST_FOLDERS = 50
"""The same of folders in a folder."""

_MOST_LISTED = 200
"""Folders of which is kept what they hold."""

_SETTLED = 3_000_000_000
"""Nanoseconds after which another change of a folder surely has another time."""

_SECONDS_LISTED = 30.0
"""How long a listing counts: some disks and shares do not change the time of a folder."""


class Files:
    """The files that a project is read from: as they lie on the disk."""

    def read(self, path: Path) -> bytes:
        """Return a file's bytes, or raise OSError."""
        return read_file(path, LARGEST_TEXT)

    def unread_state(self, path: Path, least: int) -> object:
        """Return the state of a file of so many bytes or more that is not kept; None if it is.

        Any two states differ. None, too, for a file that is smaller or cannot be read, and where
        nothing is kept: whoever asks waits for each file.
        """
        return None

    def edited_text(self, path: Path) -> LinedText | None:
        """Return the text of a document that is open in an editor; None for any other file."""
        return None

    def is_file(self, path: Path) -> bool:
        return is_regular(path)

    def is_special(self, path: Path) -> bool:
        """Tell whether there is a pipe, a socket or a device, which is not read."""
        return is_special(path)

    def files_in(self, folder: Path, suffix: str) -> Sequence[Path]:
        """Return the files of a folder with that suffix, sorted; none if it cannot be listed.

        Of very many, the first ``MOST_BESIDE``.
        """
        try:
            return _files_in(folder, suffix)
        except OSError:
            return ()

    def folders_in(self, folder: Path) -> Sequence[Path]:
        """Return the folders in a folder, less hidden ones and links; none if it cannot be listed.

        Of very many, the first ``MOST_FOLDERS``.
        """
        try:
            return _folders_in(folder)
        except OSError:
            return ()

    def forget_listings(self, paths: Sequence[Path]) -> None:
        """Forget what the folders around files hold: they may be new there, or gone."""


def _files_in(folder: Path, suffix: str) -> Sequence[Path]:
    return [folder / name for name in names_in(folder, suffix)[:MOST_BESIDE]]


def _folders_in(folder: Path) -> Sequence[Path]:
    names = (
        entry.name
        for entry in entries_in(folder)
        if not entry.name.startswith(".") and is_folder_itself(entry)
    )
    return [folder / name for name in islice(names, MOST_FOLDERS)]


@dataclass(frozen=True, slots=True)
class _Listing:
    """What a folder holds: as long as its stamp is the same and it is not too old."""

    stamp: tuple[int, ...]
    at: float
    paths: Sequence[Path]


class _Stamp(NamedTuple):
    """What changes with a file; the last two change even where a program sets the times back."""

    size: int
    changed: int
    status_changed: int
    number: int


def _stamp(status: os.stat_result) -> _Stamp:
    return _Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


class KeptDiskFiles(Files):
    """Files of the disk; their bytes are kept until their size or a time of theirs changes.

    Beyond ``LARGEST_KEPT`` bytes the oldest are forgotten. What a folder holds is kept for a while,
    until its times change or somebody says that it has. Several threads may ask together.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[Path, tuple[_Stamp, bytes]] = {}
        self._size = 0
        self._listed: dict[tuple[Path, str], _Listing] = {}
        self._forgotten = 0

    def unread_state(self, path: Path, least: int) -> object:
        try:
            stamp = _stamp(path.stat())
        except OSError:
            return None
        kept = self._kept.get(path)
        return None if stamp.size < least or (kept and kept[0] == stamp) else stamp

    def read(self, path: Path) -> bytes:
        stamp = _stamp(path.stat())
        kept = self._kept.get(path)
        if kept is not None and kept[0] == stamp:
            return kept[1]
        data = super().read(path)
        with self._lock:
            before = self._kept.pop(path, None)
            self._kept[path] = (stamp, data)
            self._size += len(data) - (len(before[1]) if before else 0)
            while self._size > LARGEST_KEPT and len(self._kept) > 1:
                self._size -= len(self._kept.pop(next(iter(self._kept)))[1])
        return data

    def files_in(self, folder: Path, suffix: str) -> Sequence[Path]:
        return self._list(folder, suffix, lambda: _files_in(folder, suffix))

    def folders_in(self, folder: Path) -> Sequence[Path]:
        return self._list(folder, "/", lambda: _folders_in(folder))

    def forget_listings(self, paths: Sequence[Path]) -> None:
        around = {folder for path in paths for folder in (path, *path.parents)}
        with self._lock:
            self._forgotten += 1
            self._listed = {it: kept for it, kept in self._listed.items() if it[0] not in around}

    def _list(
        self, folder: Path, what: str, listing: Callable[[], Sequence[Path]]
    ) -> Sequence[Path]:
        now = monotonic()
        try:
            status = folder.stat()
        except OSError:
            return ()
        stamp = (status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev)
        with self._lock:
            forgotten = self._forgotten
            kept = self._listed.pop((folder, what), None)
            if kept is not None and kept.stamp == stamp and now - kept.at < _SECONDS_LISTED:
                self._listed[folder, what] = kept
                return kept.paths
        try:
            paths = listing()
        except UnreadFileError:
            paths = ()  # It holds too much, which takes long to find out.
        except OSError:
            return ()  # The user may allow it, or the disk come back, and its times stay.
        is_settled = max(status.st_mtime_ns, status.st_ctime_ns) < time_ns() - _SETTLED
        with self._lock:
            # What was listed while somebody said that it has changed may be what was before.
            if is_settled and forgotten == self._forgotten:
                while len(self._listed) >= _MOST_LISTED:
                    del self._listed[next(iter(self._listed))]
                self._listed[folder, what] = _Listing(stamp, now, paths)
        return paths


class OverlaidFiles(Files):
    """Files of the disk, some of them hidden by the texts of open documents."""

    def __init__(self, texts: Mapping[Path, LinedText], disk: Files) -> None:
        self._texts = texts
        self._disk = disk

    def read(self, path: Path) -> bytes:
        text = self._texts.get(path)
        # Decoding takes the mark off again; without it, decoding would take a U+FEFF of the text.
        return self._disk.read(path) if text is None else text.text.encode("utf-8-sig")

    def unread_state(self, path: Path, least: int) -> object:
        return None if path in self._texts else self._disk.unread_state(path, least)

    def edited_text(self, path: Path) -> LinedText | None:
        return self._texts.get(path) or self._disk.edited_text(path)

    def is_file(self, path: Path) -> bool:
        return path in self._texts or self._disk.is_file(path)

    def is_special(self, path: Path) -> bool:
        return path not in self._texts and self._disk.is_special(path)

    def files_in(self, folder: Path, suffix: str) -> Sequence[Path]:
        found = self._disk.files_in(folder, suffix)
        own = [it for it in self._texts if it.parent == folder and it.suffix.lower() == suffix]
        return sorted({*found, *own}) if own else found

    def folders_in(self, folder: Path) -> Sequence[Path]:
        return self._disk.folders_in(folder)

    def forget_listings(self, paths: Sequence[Path]) -> None:
        self._disk.forget_listings(paths)


def read_text(files: Files, path: Path) -> Decoded:
    """Return a file's text.

    Raises
    ------
    InputError
        If the file is missing, unreadable, too large or not a text.
    """
    return decode(read_data(files, path))


def read_data(files: Files, path: Path) -> bytes:
    """Return the bytes of a text file.

    Raises
    ------
    InputError
        If the file is missing, unreadable, too large or not a text.
    """
    place = Place(path)
    try:
        data = files.read(path)
    except FileNotFoundError:
        raise InputError("the file does not exist", place, "check its name and folder") from None
    except IsADirectoryError:
        raise InputError("is a folder", place, "name the main .tex file in it") from None
    except UnreadFileError as error:
        raise InputError(error.strerror, place) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot be read: {reason}", place, "check its permissions") from None
    if is_binary(data):
        raise InputError("is not a text file", place, "name a LaTeX or BibTeX file")
    return data
