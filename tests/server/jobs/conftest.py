"""Lets the processes of jobs import `job_tasks`, and take their time where a test wants that."""

import os
from pathlib import Path

import pytest

import job_tasks
from citeloom.jobs import process
from job_runs import SECONDS


@pytest.fixture(autouse=True)
def tasks_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [str(Path(job_tasks.__file__).parent), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, folders)))


@pytest.fixture
def long_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes clean up on a busy machine, too, before they are ended by force."""
    monkeypatch.setattr(process, "SECONDS_OF_GRACE", SECONDS)
