"""Databases that nobody but the user can open, used by several connections at once."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from citeloom.keeping.database import make_database_file, open_database, take_lock

_TRY_TO_WRITE = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)
try:
    connection.execute("BEGIN IMMEDIATE")
except sqlite3.OperationalError as error:
    print(error)
"""

_HOLD_THE_LOCK = """
import sys
from pathlib import Path
from citeloom.keeping.database import open_database, take_lock
connection = open_database(Path(sys.argv[1]), 0)
print(take_lock(connection), flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_database_and_its_companions_are_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with closing(open_database(tmp_path / "data" / "x.sqlite", 1.0)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("CREATE TABLE t (a)")
            files = list((tmp_path / "data").iterdir())
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
            assert len(files) == 3
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_opening_it_again_leaves_the_locks_of_this_process(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    with closing(open_database(path, 1.0)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        make_database_file(path)
        open_database(path, 1.0).close()
        other = subprocess.run(
            [sys.executable, "-c", _TRY_TO_WRITE, str(path)],
            capture_output=True,
            text=True,
            check=True,
        )
    assert "locked" in other.stdout


def test_a_lock_is_free_again_when_its_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "data" / "x.lock"
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD_THE_LOCK, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        with closing(open_database(path, 0)) as connection:
            assert not take_lock(connection)
            other.kill()
            other.wait()
            assert take_lock(connection)


def test_what_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(b"something else, and long enough to be looked at")
    with (
        closing(open_database(path, 1.0)) as connection,
        pytest.raises(sqlite3.DatabaseError),
    ):
        connection.execute("CREATE TABLE t (a)")
    assert path.read_bytes() == b"something else, and long enough to be looked at"
