"""A task asks the program that started it, while it works."""

import asyncio

import pytest

from citeloom.jobs.job import JobCancelled, JobFailed
from citeloom.jobs.jobs import Jobs
from citeloom.jobs.questions import Hear
from job_runs import seen, with_jobs


def test_answers_and_their_pieces_come_to_who_asked() -> None:
    async def answer(text: str, hear: Hear) -> str:
        for sign in text:
            hear(sign)
            await asyncio.sleep(0)
        return text.upper()

    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:ask_thrice", ("abc", "de", "f"), key="a", answer=answer)
        assert await job.result() == [("ABC", ["a", "b", "c"]), ("DE", ["d", "e"]), ("F", ["f"])]

    with_jobs(test)


def test_an_answer_that_nobody_waits_for_is_looked_for_no_longer() -> None:
    ended: list[str] = []

    async def answer(text: str, hear: Hear) -> str:
        if text == "another":
            return "whole"
        hear("a first piece")
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(text)
        raise AssertionError

    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:ask_for_a_moment", "long", key="a", answer=answer)
        assert await job.result() == "whole"
        assert ended == ["long"]

    with_jobs(test)


def test_cancelling_a_job_ends_the_search_for_its_answers() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def answer(text: str, hear: Hear) -> str:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        raise AssertionError

    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:ask", "anything", key="a", answer=answer)
        await begun.wait()
        job.cancel()
        await ended.wait()
        with pytest.raises(JobCancelled):
            await job.result()

    with_jobs(test)


def test_a_fault_of_who_answers_is_told_to_who_asked() -> None:
    async def answer(text: str, hear: Hear) -> str:
        raise ValueError("not today")

    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:ask", "anything", key="a", answer=answer)
        with pytest.raises(JobFailed, match=r"NobodyAnswers: ValueError: not today"):
            await job.result()

    with_jobs(test)


def test_where_nobody_answers_a_task_is_told_so() -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:ask", "anything", key="a")
        with pytest.raises(JobFailed, match="cannot ask questions"):
            await job.result()
        assert job.step is not None

    with_jobs(test)


def test_a_process_that_dies_while_it_waits_leaves_no_search() -> None:
    ended = asyncio.Event()

    async def answer(text: str, hear: Hear) -> str:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        raise AssertionError

    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:ask", "anything", key="a", answer=answer)
        await seen(job, "asking")
        while job._answering._tasks == {}:
            await asyncio.sleep(0.005)
        assert job._child is not None
        job._child._transport.kill()
        with pytest.raises(JobFailed, match="ended unexpectedly"):
            await job.result()
        await ended.wait()

    with_jobs(test)
