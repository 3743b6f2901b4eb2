"""Lets the processes of jobs import `job_tasks`."""

import os
from pathlib import Path

import pytest

import job_tasks


@pytest.fixture(autouse=True)
def tasks_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [str(Path(job_tasks.__file__).parent), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, folders)))
