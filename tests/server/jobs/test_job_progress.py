"""How far a job is: in order, the latest, and never a flood."""

import asyncio
import time
from pathlib import Path

import pytest

import job_tasks
from citeloom.jobs import reporter as reporter_module
from citeloom.jobs.job import State
from citeloom.jobs.jobs import Jobs
from citeloom.jobs.messages import Step
from citeloom.jobs.reporter import Cancellation, Reporter
from job_runs import seen, with_jobs


def test_stages_arrive_while_the_task_runs(tmp_path: Path) -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:handshake", tmp_path, key="a")
        stages = []
        async for step in job.steps():
            assert job.state is State.RUNNING or step.stage == "last"
            stages.append(step.stage)
            (tmp_path / step.stage).touch()
        assert stages == ["first", "second", "third", "last"]
        assert await job.result() is None

    with_jobs(test)


def test_a_task_that_reports_all_the_time_does_not_flood_and_its_last_step_arrives() -> None:
    total = 200_000

    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:count", total, key="a")
        steps = [step async for step in job.steps()]
        assert steps[-1] == Step("counting", total, total)
        assert len(steps) < total / 100
        done = [step.done for step in steps]
        assert done == sorted(set(done))

    with_jobs(test)


def test_several_can_watch_one_job_and_one_that_comes_late_gets_the_last_step() -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:count", 3, key="a")
        await asyncio.gather(*(_last(job.steps(), Step("counting", 3, 3)) for _ in range(3)))
        await _last(job.steps(), Step("counting", 3, 3))

    async def _last(steps: object, expected: Step) -> None:
        assert [step async for step in steps][-1] == expected

    with_jobs(test)


def test_a_job_without_progress_has_no_steps() -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:echo", 1, key="a")
        assert [step async for step in job.steps()] == []

    with_jobs(test)


def test_a_watcher_that_gives_up_does_not_touch_the_job(tmp_path: Path) -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:wait_until", tmp_path / "go", key="a")
        await seen(job, "waiting")
        waiting = asyncio.create_task(job.result())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({waiting})
        (tmp_path / "go").touch()
        assert await job.result() == "go"

    with_jobs(test)


def test_between_two_steps_that_are_sent_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporter_module, "SECONDS_BETWEEN_STEPS", 600)
    sent: list[Step] = []
    reporter = Reporter(sent.append, Cancellation())
    reporter.stage("first")
    while not sent:
        time.sleep(0.001)
    job_tasks.count(200_000, reporter)
    reporter.close()
    assert sent == [Step("first"), Step("counting", 200_000, 200_000)]


def test_nothing_is_reported_after_the_end() -> None:
    sent: list[Step] = []
    reporter = Reporter(sent.append, Cancellation())
    reporter.stage("one")
    reporter.close()
    reporter.stage("two")
    reporter.close()
    assert sent == [Step("one")]


def test_the_tasks_of_this_test_take_the_progress_that_methods_take() -> None:
    reporter = Reporter(lambda step: None, Cancellation())
    assert job_tasks.count(3, reporter) == 3
    reporter.close()
