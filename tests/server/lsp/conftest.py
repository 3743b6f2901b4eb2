"""What tests of the server may ask for."""

import pytest

from citeloom.jobs import jobs
from job_threads import ChildThread


@pytest.fixture
def jobs_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do jobs in this process: nothing may be killed that runs a job, or never ends."""
    monkeypatch.setattr(jobs, "Child", ChildThread)
