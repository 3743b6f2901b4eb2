"""Which job runs when: at most so many, in order, one for each key, from a warm process."""

import asyncio
import os
import signal
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


def test_a_warm_process_has_imported_what_the_job_needs() -> None:
    async def test(jobs: Jobs) -> None:
        jobs.warm()
        jobs.warm()
        job = jobs.start("job_tasks:imported", "wave", key="a")
        assert await job.result() is True
        cold = jobs.start("job_tasks:imported", "chunk", key="b")
        assert await cold.result() is False

    with_jobs(test, preload=("wave",))


def test_a_module_that_cannot_be_imported_beforehand_stops_no_other_task() -> None:
    async def test(jobs: Jobs) -> None:
        assert await jobs.start("job_tasks:echo", 1, key="a").result() == 1

    with_jobs(test, preload=("no_such_module",))


@pytest.mark.skipif(not Path("/proc").exists(), reason="no list of processes")
def test_there_is_one_spare_process_and_no_other_without_a_job() -> None:
    async def test(jobs: Jobs) -> None:
        assert children() == []
        for number in range(3):
            job = jobs.start("job_tasks:pid", None, key=str(number))
            pid = await job.result()
            while len(children()) != 1:
                await asyncio.sleep(0.01)
            assert children() != [pid]

    with_jobs(test)


@pytest.mark.skipif(not Path("/proc").exists(), reason="no list of processes")
def test_a_spare_process_that_has_died_is_replaced() -> None:
    async def test(jobs: Jobs) -> None:
        await jobs.start("job_tasks:echo", 1, key="a").result()
        while len(children()) != 1:
            await asyncio.sleep(0.01)
        os.kill(children()[0], signal.SIGKILL)
        while children():
            await asyncio.sleep(0.01)
        assert await jobs.start("job_tasks:echo", 2, key="a").result() == 2

    with_jobs(test)


@pytest.mark.parametrize("spare", [True, False])
def test_twenty_jobs_in_a_row_leave_nothing_behind(spare: bool) -> None:
    async def test(jobs: Jobs) -> None:
        held = []
        for number in range(20):
            job = jobs.start("job_tasks:echo", number, key="a")
            assert await job.result() == number
            held.append(open_files())
        # A job's pipes and the spare's, and perhaps those of the job before.
        assert max(held) <= held[0] + 12

    before = threading.active_count()
    with_jobs(test, spare=spare)
    while threading.active_count() > before:
        threading.Event().wait(0.01)
