"""Indexes of .bib files between runs: never believed where they are wrong, never in the way."""

import errno
import os
import stat
import subprocess
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NoReturn

import pytest

from citeloom.actions.context import Context, context_over, open_project
from citeloom.draft import kept_indexes
from citeloom.draft.files import Files
from citeloom.draft.kept_indexes import KeptIndexes, index_files
from citeloom.draft.sources import Sources
from citeloom.keeping import atomic
from citeloom.settings import UserSettings
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.lined import LinedText

ENTRIES = [
    *(f"@article{{k{number}, title={{Title {number}}}, crossref={{k0}}}}" for number in range(9)),
    "@string{s = {of a string}}",
    "@misc(odd, title = s # { and more})",
    "@misc{broken, title = {never closed",
    "@misc{last, year = 2020}",
]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_indexes, "SMALLEST", 0)
    monkeypatch.setattr("citeloom_latex.bib.scan.PART", 40)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data/bib-indexes"


@pytest.fixture
def bib(tmp_path: Path) -> Path:
    path = tmp_path / "a.bib"
    path.write_text("\n".join(ENTRIES), "utf-8")
    return path


def read(bib: Path, folder: Path) -> object:
    """Read a .bib as another process would; it must be as if there were no index."""
    found = Sources(Files(), indexes=KeptIndexes(folder)).bib(bib)
    afresh = scan_bib(found.text)
    assert found.facts == afresh
    assert found.facts.problems == afresh.problems and found.facts.strings == afresh.strings
    return found


def is_taken(bib: Path, folder: Path) -> bool:
    """Tell whether a .bib is read by its index alone."""

    def scanned(text: str) -> NoReturn:
        raise AssertionError(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept_indexes, "read_parts", scanned)
        try:
            Sources(Files(), indexes=KeptIndexes(folder)).bib(bib)
        except AssertionError:
            return False
    return True


def only(folder: Path) -> Path:
    (found,) = folder.iterdir()
    return found


def test_the_next_run_reads_by_the_index(bib: Path, folder: Path) -> None:
    assert not is_taken(bib, folder)
    read(bib, folder)
    assert is_taken(bib, folder)
    read(bib, folder)


def test_a_small_file_has_none(bib: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_indexes, "SMALLEST", 1_000)
    read(bib, folder)
    assert not folder.exists()


def test_a_text_of_the_same_size_and_time_is_another(bib: Path, folder: Path) -> None:
    read(bib, folder)
    status = bib.stat()
    changed = bib.read_text("utf-8").replace("{k1,", "k1{,")
    bib.write_text(changed, "utf-8")
    os.utime(bib, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (bib.stat().st_size, bib.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    assert not is_taken(bib, folder)
    read(bib, folder)
    assert is_taken(bib, folder)


def test_a_file_that_was_only_touched_is_the_same(bib: Path, folder: Path) -> None:
    read(bib, folder)
    os.utime(bib, (1, 1))
    assert is_taken(bib, folder)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_files_in_any_encoding(bib: Path, folder: Path, encoding: str) -> None:
    bib.write_text(bib.read_text("utf-8") + "\n@misc{é, note = {ü}}\r\n", encoding)
    read(bib, folder)
    assert is_taken(bib, folder)
    read(bib, folder)


def test_an_open_text_takes_the_index_of_its_file(bib: Path, folder: Path) -> None:
    read(bib, folder)
    text = bib.read_text("utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept_indexes, "read_parts", None)
        opened = context_over({bib: LinedText(text)}, user_of(folder))
        found = open_project(bib, opened).project.bibliographies[0]
    assert found.facts == scan_bib(text)


def test_no_damaged_index_is_taken(bib: Path, folder: Path) -> None:
    read(bib, folder)
    file = only(folder)
    whole = file.read_bytes()
    damaged = [whole[:length] for length in range(0, len(whole), 7)]
    damaged += [
        whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        for place in range(0, len(whole), 7)
    ]
    damaged += [b"", whole + b"\0\0\0\0", whole * 2]
    for content in damaged:
        file.write_bytes(content)
        assert not is_taken(bib, folder)
    read(bib, folder)
    assert file.read_bytes() == whole


def test_an_index_of_another_version_of_the_reader_is_not_taken(
    bib: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(kept_indexes, "_readers", lambda: b"older")
        read(bib, folder)
        assert is_taken(bib, folder)
    assert not is_taken(bib, folder)
    read(bib, folder)
    assert is_taken(bib, folder)


def test_an_index_of_another_file_is_not_taken(bib: Path, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.bib"
    other.write_text("@misc{other}" * 20, "utf-8")
    read(bib, folder)
    first = only(folder)
    read(other, folder)
    (second,) = set(folder.iterdir()) - {first}
    second.replace(first)
    assert not is_taken(bib, folder)
    read(bib, folder)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_else_can_read_it(bib: Path, folder: Path) -> None:
    read(bib, folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(only(folder).stat().st_mode) == 0o600


def test_an_index_holds_no_word_of_the_file(bib: Path, folder: Path) -> None:
    read(bib, folder)
    kept = only(folder).read_bytes()
    assert not any(word in kept for word in (b"Title", b"k0", b"odd", b"string", b"a.bib"))


def test_a_full_disk_is_no_obstacle(
    bib: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(atomic.os, "fsync", full)
    read(bib, folder)
    assert [*folder.iterdir()] == []


def test_a_folder_that_cannot_be_made_is_no_obstacle(bib: Path, folder: Path) -> None:
    folder.parent.parent.joinpath("data").write_text("a file", "utf-8")
    read(bib, folder)
    read(bib, folder)


def test_a_folder_in_the_place_of_an_index_is_no_obstacle(bib: Path, folder: Path) -> None:
    read(bib, folder)
    file = only(folder)
    file.unlink()
    file.mkdir()
    read(bib, folder)


READER = """
import os, sys
from hashlib import sha256
from pathlib import Path
from citeloom.draft import kept_indexes
from citeloom.draft.files import Files
from citeloom.draft.sources import Sources
kept_indexes.SMALLEST = 0
if sys.argv[3] == "killed":
    os.fsync = lambda descriptor: os._exit(9)
for _ in range(int(sys.argv[4])):
    indexes = kept_indexes.KeptIndexes(Path(sys.argv[2]))
    found = Sources(Files(), indexes=indexes).bib(Path(sys.argv[1]))
    print(sha256(" ".join(found.facts.entries.keys()).encode()).hexdigest())
"""


def process(bib: Path, folder: Path, how: str, times: int = 1) -> "subprocess.Popen[str]":
    program = [sys.executable, "-c", READER, str(bib), str(folder), how, str(times)]
    return subprocess.Popen(program, stdout=subprocess.PIPE, text=True)


def test_a_killed_writer_leaves_the_index_as_it_was(bib: Path, folder: Path) -> None:
    read(bib, folder)
    before = only(folder).read_bytes()
    bib.write_text(bib.read_text("utf-8") + "\n@misc{new}", "utf-8")
    with process(bib, folder, "killed") as killed:
        assert killed.wait() == 9
    half = [path for path in folder.iterdir() if path.suffix == ".tmp"]
    assert len(half) == 1 and index_files(folder)[1:] == (half[0],)
    assert index_files(folder)[0].read_bytes() == before
    read(bib, folder)
    assert is_taken(bib, folder) and half[0].exists()
    os.utime(half[0], (0, 0))
    bib.write_text("@misc{again}", "utf-8")
    read(bib, folder)
    assert not half[0].exists()


@pytest.fixture
def _large(bib: Path) -> None:
    bib.write_text("\n".join(f"@misc{{k{number}, x = {{y}}}}" for number in range(2_000)), "utf-8")


@pytest.mark.usefixtures("_large")
def test_two_processes_at_once(bib: Path, folder: Path) -> None:
    keys = " ".join(f"k{number}" for number in range(2_000))
    expected = sha256(keys.encode()).hexdigest()
    running = [process(bib, folder, "whole", 20) for _ in range(2)]
    # Both write again and again while the other reads.
    while any(other.poll() is None for other in running):
        for file in index_files(folder):
            with suppress(OSError):
                file.unlink()
    for other in running:
        printed, _ = other.communicate()
        assert other.returncode == 0 and set(printed.split()) == {expected}
    read(bib, folder)
    assert is_taken(bib, folder)


def user_of(folder: Path) -> UserSettings:
    return UserSettings(data_folder=folder.parent)


def test_the_oldest_are_dropped(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_indexes, "MOST_INDEXES", 2)
    paths = [tmp_path / f"{name}.bib" for name in "abc"]
    for age, path in enumerate(paths[:2]):
        path.write_text(f"@misc{{{path.stem}}}", "utf-8")
        before = {*folder.glob("*")}
        read(path, folder)
        (new,) = {*folder.iterdir()} - before
        os.utime(new, (1_000 + age, 1_000 + age))
    assert is_taken(paths[0], folder)  # And is the latest used from now on.
    paths[2].write_text("@misc{c}", "utf-8")
    read(paths[2], folder)
    assert [is_taken(path, folder) for path in paths] == [True, False, True]


def test_all_together_are_bounded(bib: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_indexes, "MOST_BYTES", 10)
    read(bib, folder)
    assert [*folder.iterdir()] == []


def test_a_server_writes_when_nobody_waits(bib: Path, folder: Path) -> None:
    context = context_over({}, user_of(folder))
    open_project(bib, context)
    assert not folder.exists()
    context.write_indexes()
    assert is_taken(bib, folder)


def test_a_file_that_changes_before_its_index_is_written(bib: Path, folder: Path) -> None:
    context = context_over({}, user_of(folder))
    open_project(bib, context)
    status = bib.stat()
    bib.write_text(bib.read_text("utf-8").replace("{k1,", "k1{,"), "utf-8")
    os.utime(bib, ns=(status.st_atime_ns, status.st_mtime_ns))
    context.write_indexes()
    assert len(index_files(folder)) == 1 and not is_taken(bib, folder)
    read(bib, folder)


def test_a_command_writes_at_once(bib: Path, folder: Path) -> None:
    open_project(bib, Context(user=user_of(folder)))
    assert is_taken(bib, folder)
