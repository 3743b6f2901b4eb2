"""The files of waiting texts: whole or set aside, bounded, each server's own."""

import logging
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.actions.user.data import clear
from citeloom.actions.user.data_files import data_files
from citeloom.actions.writing.anchor import Anchor
from citeloom.actions.writing.stored import waiting_files
from citeloom.actions.writing.stored.waiting_files import WaitingFiles
from citeloom.actions.writing.waiting import SectionText, WaitingText, WovenSentences
from citeloom.methods.result import Usage
from citeloom.papers.paper import Paper
from citeloom.placing.record import Origin
from citeloom.settings import UserSettings

RELATED = Anchor(("Related Work",), 0, 1, unique=True, alone=True)


def text_of(root: Path, number: int, inserted: tuple[str, ...] = ()) -> WaitingText:
    nothing = WovenSentences(())
    origin = Origin("extractive", 0, "")
    text = WaitingText(root, nothing, (f"text {number}",), origin, (), False, Usage())
    return replace(text, id=f"{number:032x}", inserted=inserted)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "main.tex").touch()
    return tmp_path / "main.tex"


def titles(files: WaitingFiles) -> list[str]:
    return [text.title for text in files.texts()]


def test_two_servers_see_each_others_texts_and_lose_none(tmp_path: Path, root: Path) -> None:
    one, two = WaitingFiles(tmp_path / "waiting"), WaitingFiles(tmp_path / "waiting")
    assert one.put(text_of(root, 1)) and two.put(text_of(root, 2))
    assert sorted(titles(one)) == sorted(titles(two)) == ["text 1", "text 2"]
    one.put(text_of(root, 1, inserted=("abc",)))
    assert [text.inserted for text in two.texts() if text.title == "text 1"] == [("abc",)]
    one.remove(f"{1:032x}")
    assert titles(two) == ["text 2"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_nobody_else_can_read_them(tmp_path: Path, root: Path) -> None:
    WaitingFiles(tmp_path / "waiting").put(text_of(root, 1))
    (path,) = (tmp_path / "waiting").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"id": "1"}'], ids=str)
def test_a_broken_file_is_set_aside_with_a_word_in_the_log(
    tmp_path: Path, root: Path, caplog: pytest.LogCaptureFixture, data: bytes
) -> None:
    files = WaitingFiles(tmp_path / "waiting")
    files.put(text_of(root, 1))
    broken = tmp_path / "waiting" / f"{2:032x}.json"
    broken.write_bytes(data)
    with caplog.at_level(logging.WARNING, "citeloom"):
        assert titles(files) == ["text 1"]
    assert "is set aside" in caplog.text and str(broken) in caplog.text
    assert broken.with_suffix(".broken").read_bytes() == data and not broken.exists()
    caplog.clear()
    assert titles(files) == ["text 1"] and not caplog.text, "it is said once"


def test_texts_that_were_inserted_give_way_first_then_the_oldest(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_files, "MOST", 3)
    files = WaitingFiles(tmp_path / "waiting")
    for number in (1, 2, 3):
        files.put(text_of(root, number, inserted=("abc",) * (number == 2)))
    files.put(text_of(root, 4))
    assert titles(files) == ["text 1", "text 3", "text 4"]
    files.put(text_of(root, 5))
    assert titles(files) == ["text 3", "text 4", "text 5"]


def test_a_text_goes_with_its_draft_but_not_with_a_disk_that_is_away(
    tmp_path: Path, root: Path
) -> None:
    files = WaitingFiles(tmp_path / "waiting")
    files.put(text_of(root, 1))
    files.put(text_of(tmp_path / "stick/main.tex", 2))
    files.remove_gone()
    assert titles(files) == ["text 1", "text 2"]
    root.unlink()
    files.remove_gone()
    assert titles(files) == ["text 2"]


def test_what_cannot_be_written_is_told_in_the_log(
    tmp_path: Path, root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "waiting").touch()
    assert not WaitingFiles(tmp_path / "waiting").put(text_of(root, 1))
    assert "kept in memory only" in caplog.text


def test_they_are_shown_and_cleared_with_the_users_data(root: Path) -> None:
    context = Context()
    user: UserSettings = context.user
    WaitingFiles(user.waiting).put(text_of(root, 1))
    (user.waiting / f"{2:032x}.broken").touch()
    (shown,) = (file for file in data_files(user) if file.path == user.waiting)
    assert shown.what == (
        "1 text waiting in an editor, kept in case you undo the insertion, 1 that could not be read"
    )
    clear(context)
    assert not any(user.waiting.iterdir())


def test_papers_that_come_with_a_text_keep_their_keys(tmp_path: Path, root: Path) -> None:
    paper = Paper("doi:10.1/x", keys=("tree2020",), title="Trees", year=2020)
    section = SectionText(RELATED, (), (), (), "", (), brought=(paper,))
    files = WaitingFiles(tmp_path / "waiting")
    files.put(replace(text_of(root, 1), content=section))
    (text,) = WaitingFiles(tmp_path / "waiting").texts()
    assert isinstance(text.content, SectionText)
    assert text.content.brought == (paper,)
