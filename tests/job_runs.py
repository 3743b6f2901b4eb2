"""Runs a test's jobs on an event loop, and sees to it that nothing is left of them."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path

from citeloom.jobs.job import Job
from citeloom.jobs.jobs import Jobs

SECONDS = 300
"""A guard: no test takes as long, unless something hangs."""


def with_jobs(test: Callable[[Jobs], Coroutine[object, object, None]], **options: object) -> None:
    """Run a test with `Jobs` of its own; then nothing may be left: no process, task or pipe."""

    async def run() -> None:
        jobs = Jobs(**options)
        async with asyncio.timeout(SECONDS):
            try:
                await test(jobs)
            finally:
                await jobs.close()
        assert jobs.unfinished == ()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    before, others = open_files(), children()
    asyncio.run(run())
    # Those of earlier tests may be closed only now.
    assert open_files() <= before
    assert set(children()) <= set(others)


async def seen(job: Job, stage: str) -> None:
    """Wait until a job has reported a stage."""
    async for step in job.steps():
        if step.stage == stage:
            return
    raise AssertionError(f"{job.state} before '{stage}'")


def alive(pid: int) -> bool:
    """Say whether a process exists that is no zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    if not Path("/proc/self/stat").exists():
        return True
    try:
        state = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False  # It has ended meanwhile.
    return state.rpartition(")")[2].split()[0] != "Z"


def children() -> list[int]:
    """Return the processes that this one has started and not seen the end of (none: no /proc)."""
    found: list[int] = []
    for one in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # The thread has ended meanwhile.
            found += map(int, one.read_text().split())
    return found


def open_files() -> int:
    """Return how many files and pipes this process holds (0 where the system does not say)."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0
