"""The memo keeps to its size on the disk, is shown and cleared."""

from pathlib import Path

import pytest

from citeloom.cli.main import main as citeloom
from citeloom.models.memo import Completion, Memo, read_memo


def test_a_memo_that_is_closed_keeps_to_its_limits(tmp_path: Path) -> None:
    path = tmp_path / "memo.sqlite"
    for run in range(5):
        with Memo(path, megabytes=0.2) as memo:
            for number in range(20):
                memo.put(f"{run}.{number}", Completion("x" * 10_000))
    assert path.stat().st_size < 300_000
    found = read_memo(path)
    assert found is not None
    assert 10 < found.answers <= 20


def test_what_is_too_old_leaves_the_disk_when_something_new_comes(tmp_path: Path) -> None:
    path = tmp_path / "memo.sqlite"
    with Memo(path) as memo:
        memo.put("old", Completion("unmistakable words"))
    with Memo(path, days=0) as memo:
        memo.put("new", Completion("others"))
    assert path.exists()
    assert all(b"unmistakable" not in one.read_bytes() for one in tmp_path.iterdir())


def test_answers_that_were_cut_off_are_kept_as_that(tmp_path: Path) -> None:
    with Memo(tmp_path / "m") as memo:
        memo.put("q", Completion("half", cut_off=True))
        assert memo.get("q") == Completion("half", cut_off=True)


def test_data_shows_and_clears_the_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], own_data_folder: Path
) -> None:
    def run(command: str) -> str:
        monkeypatch.setattr("sys.argv", ["citeloom", "data", command])
        with pytest.raises(SystemExit) as left:
            citeloom()
        assert not left.value.code
        return capsys.readouterr().out

    assert "answers" not in run("show")
    path = own_data_folder / "memo.sqlite"
    with Memo(path) as memo:
        memo.put("q", Completion("unmistakable words"))
    assert f"{path}: 1 model answers, 0." in run("show")
    assert f"removed: {path}: 1 model answers" in run("clear")
    assert b"unmistakable" not in path.read_bytes()
