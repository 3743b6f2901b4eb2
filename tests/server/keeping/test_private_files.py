"""Files that nobody but the user can open, at no moment."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from citeloom.keeping.atomic import is_temporary, write_atomically
from citeloom.keeping.held import HeldFolder
from citeloom.keeping.private import (
    keep_first,
    make_private_folder,
    open_private,
    read_private_json,
    remove_file,
    write_private,
    write_private_json,
)
from citeloom.problem import InputError

POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def _no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@POSIX
@pytest.mark.usefixtures("_no_umask")
def test_a_folder_and_the_missing_ones_above_it_are_private(tmp_path: Path) -> None:
    own = mode(tmp_path)
    make_private_folder(tmp_path / "data" / "full-texts")
    assert mode(tmp_path / "data") == mode(tmp_path / "data" / "full-texts") == 0o700
    assert mode(tmp_path) == own


@POSIX
@pytest.mark.usefixtures("_no_umask")
def test_a_private_file_is_private_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "data" / "kept"
    seen: list[int] = []

    def put(folder: HeldFolder, temporary: str, name: str) -> None:
        seen.append(folder.mode(temporary) or 0)
        folder.replace(temporary, name)

    write_private(path, b"1", put=put)
    write_private(path, b"2", 0o400, put=put)
    assert seen == [0o600, 0o400]
    assert (mode(path), path.read_bytes()) == (0o400, b"2")
    assert [file.name for file in path.parent.iterdir()] == ["kept"]


@POSIX
@pytest.mark.usefixtures("_no_umask")
def test_a_private_file_of_the_author_is_never_open_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    real = os.fsync

    def looked_at(descriptor: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", looked_at)
    write_private(tmp_path / "main.tex", b"text", 0o600)
    assert modes[0] == 0o600


@POSIX
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_a_new_file_is_private_until_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mask: int
) -> None:
    modes: list[int] = []
    real = os.fsync

    def looked_at(descriptor: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", looked_at)
    before = os.umask(mask)
    try:
        write_atomically(tmp_path / "new.tex", b"text")
    finally:
        os.umask(before)
    assert modes[0] == 0o600
    assert mode(tmp_path / "new.tex") == 0o666 & ~mask
    assert [file.name for file in tmp_path.iterdir()] == ["new.tex"]


@POSIX
@pytest.mark.usefixtures("_no_umask")
def test_a_log_is_private_and_keeps_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "data" / "log"
    for line in (b"1\n", b"2\n"):
        descriptor = open_private(path, os.O_WRONLY | os.O_APPEND)
        os.write(descriptor, line)
        os.close(descriptor)
    assert (mode(path), mode(path.parent), path.read_bytes()) == (0o600, 0o700, b"1\n2\n")


def test_of_two_who_write_at_once_the_first_wins(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    write_private(path, b"first", put=keep_first)
    write_private(path, b"second", put=keep_first)
    assert path.read_bytes() == b"first"
    assert [file.name for file in tmp_path.iterdir()] == ["secret"]


def test_the_first_is_kept_without_links_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", no_links)
    write_private(tmp_path / "secret", b"first", put=keep_first)
    assert (tmp_path / "secret").read_bytes() == b"first"


def test_what_cannot_be_written_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.json"
    write_private_json(path, {"old": True})

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"kept\.json: error: cannot be written: No space left"):
        write_private_json(path, {"old": False})
    assert read_private_json(path) == {"old": True}
    assert [file.name for file in tmp_path.iterdir()] == ["kept.json"]


@pytest.mark.parametrize("data", [b"", b"{", b"\xff"])
def test_a_broken_file_of_json_holds_nothing(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "kept.json"
    assert read_private_json(path) is None
    path.write_bytes(data)
    assert read_private_json(path) is None


def test_a_file_that_is_read_only_or_gone_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "preview.tex"
    write_private(path, b"text", 0o400)
    remove_file(path)
    remove_file(path)
    assert not path.exists()


def test_half_written_files_are_known_by_their_names() -> None:
    assert is_temporary(f".citeloom-{'0' * 16}.tmp")
    assert not is_temporary("citeloom.tmp")
