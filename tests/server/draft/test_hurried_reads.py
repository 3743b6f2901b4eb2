"""A thread that must not wait reads no large .bib file; others read it."""

import errno
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

import pytest

from citeloom.draft import files, readings, sources
from citeloom.draft.files import Files, KeptDiskFiles
from citeloom.draft.sources import Sources
from citeloom.problem import InputError, UnreadError


@pytest.fixture
def bib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a .bib file that counts as a large one."""
    monkeypatch.setattr(readings, "LARGE", 10)
    path = tmp_path / "refs.bib"
    path.write_text("@misc{ash, title = {Ash Trees}}\n", "utf-8")
    return path


@pytest.fixture
def hurried() -> Iterator[Sources]:
    """Return sources that this thread asks within ``at_once``."""
    found = Sources(KeptDiskFiles())
    with found.at_once():
        yield found


def unread(sources: Sources, bib: Path) -> UnreadError:
    with pytest.raises(UnreadError) as caught:
        sources.bib(bib)
    return caught.value


def test_whoever_must_not_wait_hurries_no_other_thread(bib: Path) -> None:
    found = Sources(Files())
    with ThreadPoolExecutor(1) as threads, found.at_once():
        unread(found, bib)
        read = threads.submit(found.bib, bib).result()
    assert found.bib(bib) is read


def test_not_even_the_bytes_of_a_large_file_are_waited_for(
    bib: Path, hurried: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(path: Path, most: int) -> NoReturn:
        raise AssertionError(path)

    with monkeypatch.context() as patch:
        patch.setattr(files, "read_file", slow)
        asked = unread(hurried, bib)
        assert asked.text == unread(hurried, bib).text
    asked.read()
    assert [*hurried.bib(bib).facts.entries.keys()] == ["ash"]


def test_a_file_that_has_changed_since_is_another(bib: Path, hurried: Sources) -> None:
    first = unread(hurried, bib)
    bib.write_text("@misc{ash, title = {Ash Trees}}\n@misc{elm}\n", "utf-8")
    second = unread(hurried, bib)
    assert first.text != second.text
    second.read()
    assert len(hurried.bib(bib).facts.entries) == 2


def test_a_file_whose_reading_fails_says_so_and_is_tried_again_by_another_thread(
    bib: Path, hurried: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, tries = 100.0, list[Path]()

    def broken(path: Path, most: int) -> NoReturn:
        tries.append(path)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(sources, "monotonic", lambda: now)
    with monkeypatch.context() as patch:
        patch.setattr(files, "read_file", broken)
        unread(hurried, bib).read()
        for _ in range(2):
            with pytest.raises(InputError, match="Input/output error"):
                hurried.bib(bib)
        now += 2 * sources.SECONDS_FAILED
        again = unread(hurried, bib)
        assert tries == [bib]
    again.read()
    assert len(hurried.bib(bib).facts.entries) == 1


def test_a_file_that_failed_and_has_changed_is_tried_at_once(
    bib: Path, hurried: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "monotonic", lambda: 0.0)
    asked = unread(hurried, bib)
    bib.write_bytes(b"\0" * 50)
    asked.read()
    bib.write_text("@misc{ash, title = {Ash Trees}}\n@misc{elm}\n", "utf-8")
    unread(hurried, bib).read()
    assert len(hurried.bib(bib).facts.entries) == 2


def test_whoever_asks_while_it_is_looked_through_waits_for_the_same(
    bib: Path, hurried: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = unread(hurried, bib)
    asked: list[object] = []

    def ask_meanwhile(self: object) -> None:
        with hurried.at_once():
            asked.append(unread(hurried, bib).text)

    monkeypatch.setattr("citeloom_latex.bib.facts.BibFacts.look_through", ask_meanwhile)
    with ThreadPoolExecutor(1) as threads:
        threads.submit(first.read).result()
    assert asked == [first.text]
    assert len(hurried.bib(bib).facts.entries) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no time of the last change of a status")
def test_a_text_of_the_same_size_and_time_is_read_anew(bib: Path) -> None:
    kept, status = KeptDiskFiles(), bib.stat()
    assert b"Ash" in kept.read(bib)
    while bib.stat().st_ctime_ns == status.st_ctime_ns:
        bib.write_text(bib.read_text("utf-8").replace("Ash", "Elm"), "utf-8")
        os.utime(bib, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (bib.stat().st_size, bib.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    assert b"Elm" in kept.read(bib)
