"""What a task can do that reads the files of strangers, and what it can tell its parent."""

import json
import os
import pickle
import socket
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import job_tasks
from citeloom.jobs.job import JobFailed
from citeloom.jobs.jobs import Jobs
from citeloom.keeping.confined import landlock_version, what_is_lacking
from job_runs import with_jobs

confining = pytest.mark.skipif(
    bool(what_is_lacking()) or sys.platform != "linux", reason="this system confines no process"
)


def came_of(kind: str, where: object, may_read: Iterable[Path] = ()) -> str:
    """Return what came of a deed in a confined process."""
    came = ""

    async def test(jobs: Jobs) -> None:
        nonlocal came
        deed = (kind, where)
        job = jobs.start("job_tasks:as_stranger", deed, key="a", may_read=may_read)
        came = json.loads(str(await job.result()))

    with_jobs(test, expected=(job_tasks.ExpectedError,))
    return came


def test_it_reads_what_it_is_given(tmp_path: Path) -> None:
    (given := tmp_path / "given").write_text("words")
    assert came_of("reads", given, [given]) == "words"


@confining
def test_it_reads_nothing_else(tmp_path: Path) -> None:
    (other := tmp_path / "other").write_text("a secret")
    (given := tmp_path / "given").write_text("words")
    assert came_of("reads", other, [given]) == "PermissionError"
    assert came_of("lists", tmp_path, [given]) == "PermissionError"


@confining
@pytest.mark.parametrize("kind", ["writes", "changes", "removes", "links"])
def test_it_changes_nothing(kind: str, tmp_path: Path) -> None:
    (given := tmp_path / "given").write_text("words")
    assert came_of(kind, given, [given]) in ("PermissionError", "FileExistsError")
    assert came_of("writes", tmp_path / "new", [given]) == "PermissionError"
    assert given.read_text() == "words" and list(tmp_path.iterdir()) == [given]


@confining
@pytest.mark.parametrize("kind", ["connects", "sends"])
def test_it_reaches_nobody(kind: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert came_of(kind, server.getsockname()[1]) == "PermissionError"


@confining
def test_it_starts_nothing() -> None:
    assert came_of("starts", sys.executable) == "PermissionError"


@confining
@pytest.mark.skipif(landlock_version() < 6, reason="this kernel lets every process send signals")
def test_it_ends_no_other_process() -> None:
    assert came_of("signals", os.getpid()) == "PermissionError"


def test_a_pickle_of_it_stays_text() -> None:
    said = came_of("pickles", "/tmp")
    assert isinstance(said, str)


def test_its_expected_exception_comes_with_its_words_alone() -> None:
    with pytest.raises(job_tasks.ExpectedError, match="no PDF") as raised:
        came_of("fails", "no PDF")
    assert raised.value.advice == ""


class Trap:
    """Unpickling it makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return os.mkdir, (str(self.path),)


def test_what_it_forges_ends_it_and_is_not_unpickled(tmp_path: Path) -> None:
    trap = pickle.dumps(Trap(tmp_path / "sprung"))
    with pytest.raises(JobFailed, match="invalid message"):
        came_of("forges", trap)
    raised = {
        "types": ["job_tasks.ExpectedError"],
        "message": "m",
        "traceback": "",
        "exception": "gASVAA==",
    }
    with pytest.raises(job_tasks.ExpectedError, match="m"):
        came_of("forges", b"Raised\n" + json.dumps(raised).encode())
    assert not (tmp_path / "sprung").exists()
