"""The memo: limited in size and age, shared by processes, never in the way."""

import sqlite3
import threading
from pathlib import Path

from citeloom.models.memo import Completion, Memo


def test_an_answer_comes_back(tmp_path: Path) -> None:
    with Memo(tmp_path / "m") as memo:
        memo.put("q", Completion("text é", 3, 4, model="stand-in-2"))
        assert memo.get("q") == Completion("text é", 3, 4, model="stand-in-2")
        assert memo.get("other") is None


def test_what_is_too_old_is_forgotten(tmp_path: Path) -> None:
    with Memo(tmp_path / "m") as memo:
        memo.put("q", Completion("text"))
    with Memo(tmp_path / "m", days=0) as memo:
        assert memo.get("q") is None
        memo.sweep()
        assert memo.count() == 0


def test_what_was_used_longest_ago_goes_first(tmp_path: Path) -> None:
    with Memo(tmp_path / "m", megabytes=0.0105) as memo:
        for number in range(10):
            memo.put(f"q{number}", Completion("x" * 2000))
        memo.get("q0")
        memo.sweep()
        assert memo.count() == 4
        assert memo.get("q0") is not None
        assert memo.get("q1") is None


def test_a_broken_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "m"
    path.write_bytes(b"this is no database, whatever its name says" * 100)
    with Memo(path) as memo:
        assert "damaged" in memo.problem
        memo.put("q", Completion("text"))
        assert memo.get("q") == Completion("text")


def test_without_a_usable_file_nothing_is_remembered(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Memo(tmp_path / "file" / "m") as memo:
        assert "cannot be saved" in memo.problem
        memo.put("q", Completion("text"))
        assert memo.get("q") is None


def test_clear_takes_the_text_from_the_disk(tmp_path: Path) -> None:
    with Memo(tmp_path / "m") as memo:
        memo.put("q", Completion("unmistakable words"))
        memo.clear()
    assert (tmp_path / "m").exists()
    assert all(b"unmistakable" not in one.read_bytes() for one in tmp_path.iterdir())


def test_many_may_write_at_once(tmp_path: Path) -> None:
    def write(number: int) -> None:
        with Memo(tmp_path / "m") as memo:
            for one in range(20):
                memo.put(f"{number}.{one}", Completion("text"))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Memo(tmp_path / "m") as memo:
        assert memo.count() == 80
    with sqlite3.connect(tmp_path / "m") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_there_may_be_no_file() -> None:
    with Memo(None) as memo:
        memo.put("q", Completion("text"))
        assert memo.get("q") is None
        assert memo.problem == ""
