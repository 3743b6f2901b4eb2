"""Cancel: politely, then by force; and what it must not touch."""

import os
import signal
import sys
from pathlib import Path

import pytest

from citeloom.jobs import process
from citeloom.jobs.job import JobCancelled, State
from citeloom.jobs.jobs import Jobs
from job_runs import SECONDS, alive, seen, with_jobs

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")


@pytest.mark.parametrize(
    ("task", "stage"),
    [
        ("clean_up", "waiting"),
        ("reports_only", "computing"),
        ("coroutine_that_never_awaits", "computing"),
    ],
)
@pytest.mark.usefixtures("long_grace")
def test_a_task_that_can_hear_cleans_up(task: str, stage: str, tmp_path: Path) -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start(f"job_tasks:{task}", tmp_path, key="a")
        await seen(job, stage)
        job.cancel()
        with pytest.raises(JobCancelled):
            await job.result()
        assert job.state is State.CANCELLED
        assert (tmp_path / "cleaned").exists()

    with_jobs(test)


@pytest.mark.parametrize(
    ("task", "stage"),
    [
        ("busy", "busy"),
        pytest.param("busy_and_stubborn", "busy", marks=posix),
        ("will_not_stop", "stubborn"),
    ],
)
def test_a_task_that_does_not_hear_is_ended(task: str, stage: str, tmp_path: Path) -> None:
    async def test(jobs: Jobs) -> None:
        other = jobs.start("job_tasks:wait_until", tmp_path / "go", key="other")
        job = jobs.start(f"job_tasks:{task}", None, key="a")
        await seen(job, stage)
        job.cancel()
        with pytest.raises(JobCancelled):
            await job.result()
        assert job.pid is not None
        assert not alive(job.pid)
        assert not other.has_ended
        (tmp_path / "go").touch()
        assert await other.result() == "go"

    with_jobs(test)


@posix
def test_a_process_is_terminated_before_it_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_SECONDS_TO_TERMINATE", SECONDS)

    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:busy_until_terminated", tmp_path, key="a")
        await seen(job, "busy")
        job.cancel()
        await job.wait()
        assert (tmp_path / "terminated").exists()

    with_jobs(test)


@pytest.mark.usefixtures("long_grace")
def test_a_cancelled_job_is_cancelled_and_tells_what_its_task_returned() -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:returns_when_cancelled", None, key="a")
        await seen(job, "waiting")
        job.cancel()
        with pytest.raises(JobCancelled) as error:
            await job.result()
        assert job.state is State.CANCELLED
        assert error.value.value == "a result after all"
        assert not error.value.lost

    with_jobs(test)


@pytest.mark.parametrize(
    ("task", "why"),
    [
        ("returns_unreadable_when_cancelled", "the result of job_tasks:returns_unreadable_when_"),
        ("returns_unpicklable_when_cancelled", "TypeError: cannot pickle"),
    ],
)
def test_a_cancelled_job_whose_result_cannot_be_had_says_why(task: str, why: str) -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start(f"job_tasks:{task}", None, key="a")
        await seen(job, "waiting")
        job.cancel()
        with pytest.raises(JobCancelled) as error:
            await job.result()
        assert job.state is State.CANCELLED
        assert error.value.value is None
        assert error.value.lost.startswith(why)

    with_jobs(test)


def test_a_cancelled_job_whose_process_ends_says_so() -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:will_not_stop", None, key="a")
        await seen(job, "stubborn")
        assert job.pid is not None
        job.cancel()
        os.kill(job.pid, signal.SIGTERM)
        with pytest.raises(JobCancelled) as error:
            await job.result()
        assert error.value.lost.startswith("its process ended unexpectedly")

    with_jobs(test)


def test_a_job_can_be_cancelled_at_any_moment_and_again() -> None:
    async def test(jobs: Jobs) -> None:
        before = jobs.start("job_tasks:busy", None, key="before it has a process")
        before.cancel()
        before.cancel()
        assert before.state is State.CANCELLED

        early = jobs.start("job_tasks:busy", None, key="before it imports its task")
        while early.state is State.QUEUED:
            await early.wait_for_change()
        early.cancel()
        early.cancel()
        await early.wait()
        assert early.state is State.CANCELLED

        after = jobs.start("job_tasks:echo", 1, key="after its end")
        await after.wait()
        after.cancel()
        assert after.state is State.DONE
        assert await after.result() == 1

    with_jobs(test)


def test_cancel_and_crash_at_once_is_cancelled() -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:will_not_stop", None, key="a")
        await seen(job, "stubborn")
        assert job.pid is not None
        os.kill(job.pid, signal.SIGTERM)
        job.cancel()
        await job.wait()
        assert job.state is State.CANCELLED

    with_jobs(test)
