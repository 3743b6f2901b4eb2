"""What folders hold is kept, but no longer than it is true, and for several threads."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lsprotocol import types

from citeloom.draft import files, sources
from citeloom.draft.files import Files, KeptDiskFiles
from citeloom.draft.sources import Sources
from citeloom.keeping.folders import names_in
from citeloom.lsp.session import Session

LONG_AGO = (1_000_000_000, 1_000_000_000)
FIRST, SECOND = "a.tex", "b.tex"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with one file, whose times are those of a disk that does not change them."""
    folder = tmp_path / "draft"
    folder.mkdir()
    (folder / FIRST).touch()
    stat = Path.stat
    times = {"st_mtime_ns": LONG_AGO[0] * 10**9, "st_ctime_ns": LONG_AGO[0] * 10**9}
    status = os.stat_result([*stat(folder)][:10], times)
    monkeypatch.setattr(
        Path,
        "stat",
        lambda path, **how: status if path == folder else stat(path, **how),
    )
    return folder


def names(kept: files.Files, folder: Path) -> list[str]:
    return [path.name for path in kept.files_in(folder, ".tex")]


def test_a_listing_that_was_refused_is_tried_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = [PermissionError(1, "Operation not permitted")]

    def names_if_allowed(folder: Path, suffix: str) -> list[str]:
        if refused:
            raise refused.pop()
        return names_in(folder, suffix)

    monkeypatch.setattr(files, "names_in", names_if_allowed)
    kept = KeptDiskFiles()
    assert names(kept, folder) == []
    assert names(kept, folder) == names(Files(), folder) == [FIRST]


def test_a_folder_whose_times_stay_is_listed_again_after_a_while(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(files, "monotonic", lambda: now)
    kept = KeptDiskFiles()
    assert names(kept, folder) == [FIRST]
    (folder / SECOND).touch()
    assert names(kept, folder) == [FIRST]
    now += files._SECONDS_LISTED
    assert names(kept, folder) == [FIRST, SECOND]


@pytest.mark.parametrize("is_opened", [True, False])
def test_a_file_that_the_editor_tells_of_is_seen(folder: Path, is_opened: bool) -> None:
    session = Session()
    held = session.context.files
    assert names(held, folder) == [FIRST]
    assert held.folders_in(folder.parent) == [folder]
    new = folder / SECOND
    new.touch()
    if is_opened:
        session.opened(types.TextDocumentItem(new.as_uri(), "latex", 1, ""))
        session.closed(new.as_uri())
    else:
        session.disk_changed([new])
    assert names(session.context.files, folder) == [FIRST, SECOND]


def test_what_was_listed_while_a_change_was_told_is_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptDiskFiles()

    def names_before_a_change(folder: Path, suffix: str) -> list[str]:
        monkeypatch.setattr(files, "names_in", names_in)
        found = names_in(folder, suffix)
        (folder / SECOND).touch()
        kept.forget_listings([folder / SECOND])
        return found

    monkeypatch.setattr(files, "names_in", names_before_a_change)
    names(kept, folder)
    assert names(kept, folder) == [FIRST, SECOND]


def test_a_folder_that_another_one_replaces_is_listed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_SETTLED", -(10**18))
    kept, folder = KeptDiskFiles(), tmp_path / "draft"
    for name in (FIRST, SECOND):
        other = tmp_path / name.removesuffix(".tex")
        other.mkdir()
        (other / name).touch()
        os.utime(other, LONG_AGO)
        if folder.exists():
            folder.rename(tmp_path / "away")
        other.rename(folder)
        assert names(kept, folder) == [name]


def test_several_threads_ask_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_MOST_LISTED", 2)
    monkeypatch.setattr(files, "LARGEST_KEPT", 30)
    monkeypatch.setattr(sources, "LARGEST_KEPT", 30)
    folders = [tmp_path / str(number) for number in range(5)]
    for folder in folders:
        folder.mkdir()
        (folder / FIRST).write_text(folder.name * 20)
    monkeypatch.setattr(files, "_SETTLED", -(10**18))
    kept = KeptDiskFiles()
    over = Sources(kept)

    def ask(first: int) -> None:
        for number in range(200):
            folder = folders[(first + number) % len(folders)]
            assert names(over, folder) == [FIRST]
            assert over.folders_in(folder) == []
            assert over.tex(folder / FIRST).text == folder.name * 20

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            for asked in [threads.submit(ask, first) for first in range(4)]:
                asked.result()
    finally:
        sys.setswitchinterval(interval)
    assert kept._size == sum(len(data) for _, data in kept._kept.values())
    assert len(kept._listed) <= 2
