"""How it all ends: closed in the middle, the parent killed, Ctrl-C, and by chance."""

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from citeloom.jobs.job import Job, JobCancelled, JobFailed, State
from citeloom.jobs.jobs import AlreadyRunning, Jobs
from job_runs import SECONDS, alive, children, seen, with_jobs

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")

PARENT = """
import asyncio, signal, sys
from pathlib import Path
from citeloom.jobs import process
from citeloom.jobs.jobs import Jobs
from job_runs import children, seen

process.SECONDS_OF_GRACE = float(sys.argv[4])

async def main():
    asked = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, asked.set)
    jobs = Jobs()
    polite = jobs.start("job_tasks:clean_up", Path(sys.argv[1]), key="polite")
    busy = jobs.start("job_tasks:" + sys.argv[2], None, key="busy")
    await seen(polite, "waiting")
    await seen(busy, sys.argv[3])
    while len(children()) != 2:
        await asyncio.sleep(0.01)
    print(*children(), flush=True)
    await asked.wait()
    await jobs.close()
    print(polite.state, busy.state, flush=True)

asyncio.run(main())
"""


def test_close_ends_the_jobs_that_run_and_those_that_wait(tmp_path: Path) -> None:
    async def test(jobs: Jobs) -> None:
        polite = jobs.start("job_tasks:clean_up", tmp_path, key="polite")
        busy = jobs.start("job_tasks:busy", None, key="busy")
        waiting = jobs.start("job_tasks:echo", None, key="waiting")
        await seen(polite, "waiting")
        await seen(busy, "busy")
        await jobs.close()
        assert {job.state for job in (polite, busy, waiting)} == {State.CANCELLED}
        with pytest.raises(RuntimeError, match="ending"):
            jobs.start("job_tasks:echo", 1, key="a")
        await jobs.close()

    with_jobs(test)


@pytest.mark.usefixtures("long_grace")
def test_close_lets_jobs_clean_up(tmp_path: Path) -> None:
    async def test(jobs: Jobs) -> None:
        await seen(jobs.start("job_tasks:clean_up", tmp_path, key="a"), "waiting")
        await jobs.close()
        assert (tmp_path / "cleaned").exists()

    with_jobs(test)


@pytest.mark.parametrize("turns", range(12))
def test_close_at_any_moment(turns: int) -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:will_not_stop", None, key="a")
        for _ in range(turns):
            await asyncio.sleep(0)
        await jobs.close()
        assert job.state is State.CANCELLED

    with_jobs(test)


def test_close_without_a_job() -> None:
    async def test(jobs: Jobs) -> None:
        await jobs.close()
        assert children() == []
        with pytest.raises(RuntimeError, match="ending"):
            jobs.start("job_tasks:echo", 1, key="a")

    with_jobs(test)


@posix
def test_an_event_loop_that_ends_without_close_takes_the_processes_with_it() -> None:
    jobs_started: list[Job] = []

    async def main() -> None:
        jobs = Jobs()
        jobs_started.append(jobs.start("job_tasks:busy", None, key="a"))
        await seen(jobs_started[0], "busy")

    asyncio.run(main())
    (job,) = jobs_started
    assert job.state is State.FAILED
    assert job.pid is not None
    _wait_for_end([job.pid])
    with contextlib.suppress(ChildProcessError):
        os.waitpid(job.pid, 0)  # Newer Pythons leave that to a loop, and there is none any more.


@posix
@pytest.mark.parametrize("task", [("busy", "busy"), ("will_not_stop", "stubborn")])
def test_no_process_outlives_a_parent_that_is_killed(task: tuple[str, str], tmp_path: Path) -> None:
    with _parent(tmp_path, *task) as parent:
        pids = _numbers(parent)
        assert all(alive(pid) for pid in pids)
        parent.send_signal(signal.SIGKILL)
        parent.wait(SECONDS)
        _wait_for_end(pids)


@posix
def test_ctrl_c_does_not_reach_the_task(tmp_path: Path) -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:wait_until", tmp_path / "go", key="a")
        await seen(job, "waiting")
        assert job.pid is not None
        os.kill(job.pid, signal.SIGINT)
        (tmp_path / "go").touch()
        assert await job.result() == "go"

    with_jobs(test)


@posix
@pytest.mark.parametrize(
    ("task", "grace"),
    [(("will_not_stop", "stubborn"), 0.5), (("returns_when_cancelled", "waiting"), SECONDS)],
)
def test_the_parent_cancels_politely_at_ctrl_c(
    task: tuple[str, str], grace: float, tmp_path: Path
) -> None:
    with _parent(tmp_path, *task, grace) as parent:
        pids = _numbers(parent)
        os.killpg(parent.pid, signal.SIGINT)
        assert parent.communicate(timeout=SECONDS) == ("cancelled cancelled\n", "")
        # In the short grace a busy machine may not come to it.
        assert (tmp_path / "cleaned").exists() or grace < SECONDS
        _wait_for_end(pids)


@pytest.mark.slow
@posix
@pytest.mark.parametrize("seed", range(5))
def test_whatever_happens_each_job_ends_in_one_way(seed: int) -> None:
    chance = random.Random(seed)
    tasks = ("echo", "pid", "count", "busy", "will_not_stop", "fail", "exit_hard", "clean_up")
    at_most = chance.choice((1, 2, 3))
    kills = 0

    async def ending(job: Job) -> State:
        try:
            await job.result()
        except JobCancelled:
            return State.CANCELLED
        except JobFailed:
            return State.FAILED
        return State.DONE

    async def test(jobs: Jobs) -> None:
        nonlocal kills
        started: list[Job] = []
        endings: list[asyncio.Task[State]] = []
        cancelled: set[str] = set()
        for _ in range(40):
            match chance.choice(("start", "start", "start", "cancel", "kill", "wait", "wait")):
                case "start":
                    try:
                        task = f"job_tasks:{chance.choice(tasks)}"
                        job = jobs.start(task, 7, key=chance.choice("abcd"))
                    except AlreadyRunning as running:
                        assert not running.job.has_ended
                        continue
                    started.append(job)
                    endings.append(asyncio.create_task(ending(job)))
                case "cancel" if started:
                    job = chance.choice(started)
                    if not job.has_ended:
                        cancelled.add(job.id)
                    job.cancel()
                case "kill" if victims := children():
                    kills += 1
                    _kill(chance.choice(victims))
                case _:
                    await asyncio.sleep(chance.choice((0, 0.01, 0.1)))
            assert sum(job.state is State.RUNNING for job in started) <= at_most
        for job in jobs.unfinished:
            cancelled.add(job.id)
            job.cancel()
        states = await asyncio.gather(*endings)
        crashed = 0
        for job, state in zip(started, states, strict=True):
            assert job.state is state
            assert (state is State.CANCELLED) == (job.id in cancelled)
            if state is State.FAILED and job.task.rpartition(":")[2] not in ("fail", "exit_hard"):
                crashed += 1
        # `clean_up` is given a number for a folder, and fails when it is told to clean up.
        assert crashed <= kills
        assert len({job.id for job in started}) == len(started)

    with_jobs(test, at_most=at_most)


def _parent(folder: Path, task: str, stage: str, grace: float = 0.5) -> "subprocess.Popen[str]":
    tests = str(Path(__file__).parents[2])
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", PARENT, str(folder), task, stage, str(grace)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([tests, os.environ["PYTHONPATH"]])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _numbers(parent: "subprocess.Popen[str]") -> list[int]:
    assert parent.stdout is not None
    numbers = [int(number) for number in parent.stdout.readline().split()]
    assert len(numbers) == 2
    return numbers


def _wait_for_end(pids: list[int]) -> None:
    guard = time.monotonic() + SECONDS
    while any(alive(pid) for pid in pids):
        assert time.monotonic() < guard
        time.sleep(0.01)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no such limit")
@pytest.mark.parametrize("task", ["fill_memory", "fill_memory_by_pieces"])
def test_a_job_that_fills_memory_ends_and_says_so(task: str) -> None:
    async def test() -> None:
        jobs = Jobs(memory=300_000_000)
        job = jobs.start(f"job_tasks:{task}", 400_000_000, key="large")
        with pytest.raises(JobFailed, match="more than its limit of 300 MB of memory"):
            await asyncio.wait_for(job.result(), SECONDS)
        small = jobs.start("job_tasks:fill_memory", 100_000_000, key="small")
        assert await asyncio.wait_for(small.result(), SECONDS) == 100_000_000
        await jobs.close()

    asyncio.run(test())
