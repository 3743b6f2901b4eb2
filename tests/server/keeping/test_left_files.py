"""What killed programs leave half written beside the author's files, and who removes it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from citeloom.keeping.atomic import is_temporary, write_atomically

KILLED = """
import os, signal, sys
from pathlib import Path
from citeloom.keeping.atomic import write_atomically
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
write_atomically(Path(sys.argv[1]), b"new")
"""
NAME = f".citeloom-{'0' * 16}.tmp"


def make_old(path: Path) -> None:
    before = path.lstat().st_mtime - 3600
    os.utime(path, (before, before), follow_symlinks=False)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_the_next_that_writes_there_removes_what_a_killed_program_left(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    main.write_bytes(b"old")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(main)], check=False)
    assert killed.returncode == -signal.SIGKILL and main.read_bytes() == b"old"
    (left,) = (path for path in tmp_path.iterdir() if is_temporary(path.name))
    write_atomically(main, b"while another may still be at it")
    assert left.exists()
    make_old(left)
    write_atomically(main, b"new")
    assert names(tmp_path) == ["main.tex"] and main.read_bytes() == b"new"


@pytest.mark.parametrize("name", [NAME.upper(), f"{NAME}~", ".citeloom-0.tmp", "citeloom.tmp"])
def test_a_file_of_another_name_stays(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    make_old(tmp_path / name)
    write_atomically(tmp_path / "main.tex", b"text")
    assert names(tmp_path) == sorted([name, "main.tex"])


def test_a_folder_of_that_name_stays(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    make_old(tmp_path / NAME)
    write_atomically(tmp_path / "main.tex", b"text")
    assert names(tmp_path) == [NAME, "main.tex"]


def test_a_link_of_that_name_and_what_it_leads_to_stay(tmp_path: Path) -> None:
    (tmp_path / "other.tex").write_bytes(b"other")
    (tmp_path / NAME).symlink_to("other.tex")
    for name in (NAME, "other.tex"):
        make_old(tmp_path / name)
    write_atomically(tmp_path / "main.tex", b"text")
    assert names(tmp_path) == [NAME, "main.tex", "other.tex"]


def test_a_file_of_another_owner_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / NAME).touch()
    make_old(tmp_path / NAME)
    real = Path.stat

    def of_another(path: Path, **given: bool) -> os.stat_result:
        """Give the file that is written another owner than that of the one that was left."""
        values = [*real(path, **given)]
        values[4] += path.name == "main.tex"
        return os.stat_result(values)

    monkeypatch.setattr(Path, "stat", of_another)
    write_atomically(tmp_path / "main.tex", b"text")
    assert names(tmp_path) == [NAME, "main.tex"]
