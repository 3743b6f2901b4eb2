"""What tests of the server may ask for."""

from collections.abc import Iterator

import pytest
from held_readings import SECONDS, Held

from citeloom.draft import readings
from citeloom.draft.kept_indexes import KeptIndexes
from citeloom.draft.readings import TextReading
from citeloom.jobs import jobs
from citeloom.lsp import papers
from command_line import services_without_waiting
from job_threads import ChildThread

__all__ = ["services_without_waiting"]


@pytest.fixture
def jobs_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do jobs in this process: nothing may be killed that runs a job, or never ends."""
    monkeypatch.setattr(jobs, "Child", ChildThread)


@pytest.fixture(autouse=True)
def store_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the store of papers also where the machine is busy."""
    monkeypatch.setattr(papers, "SECONDS_FOR_STORE", SECONDS)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Take every .bib for a large one, and hold up its reading."""
    held, read_ahead = Held(), TextReading.read_ahead

    def wait(reading: TextReading, indexes: KeptIndexes | None = None) -> None:
        held.begun.append(reading._path)
        assert held.let_go.wait(SECONDS)
        read_ahead(reading, indexes)

    monkeypatch.setattr(readings, "LARGE", 1)
    monkeypatch.setattr(TextReading, "read_ahead", wait)
    yield held
    held.let_go.set()
