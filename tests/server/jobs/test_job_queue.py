"""Which job runs when: at most so many, in order, one for each key."""

import asyncio
import threading
from pathlib import Path

import pytest

from citeloom.jobs.job import JobCancelled, State
from citeloom.jobs.jobs import AlreadyRunning, Jobs
from job_runs import children, open_files, seen, with_jobs


def test_no_more_jobs_run_than_may_and_the_others_wait_in_order(tmp_path: Path) -> None:
    async def test(jobs: Jobs) -> None:
        started = [
            jobs.start("job_tasks:wait_until", tmp_path / str(number), key=str(number))
            for number in range(5)
        ]
        await seen(started[0], "waiting")
        await seen(started[1], "waiting")
        for number, job in enumerate(started):
            running = [one for one in started if one.state is State.RUNNING]
            assert running == started[number : number + 2]
            assert jobs.unfinished == tuple(started[number:])
            (tmp_path / str(number)).touch()
            assert await job.result() == str(number)
            if number + 2 < len(started):
                await seen(started[number + 2], "waiting")

    with_jobs(test, at_most=2)


def test_a_waiting_job_that_is_cancelled_is_passed_over(tmp_path: Path) -> None:
    async def test(jobs: Jobs) -> None:
        first = jobs.start("job_tasks:wait_until", tmp_path / "go", key="1")
        second = jobs.start("job_tasks:echo", 2, key="2")
        third = jobs.start("job_tasks:echo", 3, key="3")
        await seen(first, "waiting")
        second.cancel()
        with pytest.raises(JobCancelled):
            await second.result()
        (tmp_path / "go").touch()
        assert await third.result() == 3

    with_jobs(test, at_most=1)


def test_there_is_one_job_for_a_key(tmp_path: Path) -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:wait_until", tmp_path / "go", key="section 1")
        with pytest.raises(AlreadyRunning, match="section 1 is queued") as refused:
            jobs.start("job_tasks:echo", 1, key="section 1")
        assert refused.value.job is job
        await seen(job, "waiting")
        with pytest.raises(AlreadyRunning, match="section 1 is running"):
            jobs.start("job_tasks:echo", 1, key="section 1")
        job.cancel()
        await job.wait()
        assert await jobs.start("job_tasks:echo", 1, key="section 1").result() == 1
        assert await jobs.start("job_tasks:echo", 2, key="section 1").result() == 2

    with_jobs(test)


@pytest.mark.skipif(not Path("/proc").exists(), reason="no list of processes")
def test_there_is_no_process_without_a_job() -> None:
    async def test(jobs: Jobs) -> None:
        assert children() == []
        for number in range(3):
            await jobs.start("job_tasks:pid", None, key=str(number)).result()
            while children():
                await asyncio.sleep(0.01)

    with_jobs(test)


def test_twenty_jobs_in_a_row_leave_nothing_behind() -> None:
    async def test(jobs: Jobs) -> None:
        first = 0
        for number in range(20):
            job = jobs.start("job_tasks:echo", number, key="a")
            assert await job.result() == number
            first = first or open_files()
            # A job's pipes, and perhaps those of the job before; of earlier ones they go.
            while open_files() > first + 6:
                await asyncio.sleep(0.01)

    before = threading.active_count()
    with_jobs(test)
    while threading.active_count() > before:
        threading.Event().wait(0.01)
