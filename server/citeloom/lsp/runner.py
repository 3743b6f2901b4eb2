"""Run jobs in processes of their own, and show how far they are."""

import asyncio
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from citeloom.lsp.background import Background
from citeloom.lsp.editor import Editor
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.jobs.job import Job
    from citeloom.jobs.jobs import Jobs
    from citeloom.jobs.questions import AnswerQuestion
    from citeloom.lsp.progress import WorkDone


@dataclass(frozen=True)
class Queue:
    """Jobs that do one task, ``at_most`` so many at a time.

    ``memory`` are the bytes that each may hold, 0 for any.
    """

    name: str
    task: str
    at_most: int
    memory: int = 0


@dataclass(eq=False)
class Runner:
    """All jobs of a server, in queues that are made when they are needed."""

    _editor: Editor
    _background: Background
    _queues: "dict[Queue, Jobs]" = field(default_factory=dict, init=False)

    def start(
        self,
        queue: Queue,
        argument: object,
        *,
        key: str = "",
        answer: "AnswerQuestion | None" = None,
    ) -> "Job":
        """Start a job, or put it into its queue; one of the same ``key`` is the one that is meant.

        ``answer`` answers what it asks.
        """
        from citeloom.jobs.jobs import AlreadyRunning, Jobs

        if queue not in self._queues:
            self._queues[queue] = Jobs(queue.at_most, expected=(InputError,), memory=queue.memory)
        jobs = self._queues[queue]
        try:
            return jobs.start(queue.task, argument, key=key or uuid.uuid4().hex, answer=answer)
        except AlreadyRunning as error:
            return error.job

    def waits(self, job: "Job") -> bool:
        """Tell whether a job has to wait until another one is done."""
        return any(jobs.waits(job) for jobs in self._queues.values())

    def show(self, title: str, cancel: Callable[[], object], after: float = 0.0) -> "WorkDone":
        """Show progress under a title after some seconds; its *Cancel* button calls ``cancel``."""
        from citeloom.lsp.progress import WorkDone

        shown = WorkDone(self._editor, self._background, title, cancel)
        shown.begin(after)
        return shown

    async def follow(
        self,
        job: "Job",
        title: str,
        after: float = 0.0,
        heard: Callable[[], object] | None = None,
    ) -> object:
        """Show a job until its end, and return its result; ``heard`` is called with each step.

        Raises
        ------
        JobCancelled, JobFailed, InputError
            As `citeloom.jobs.job.Job.result` does.
        """
        shown = self.show(title, job.cancel, after)
        try:
            return await shown.follow(job, heard)
        finally:
            shown.end(job.state)

    async def end_all(self) -> None:
        """End all jobs; whoever starts one meanwhile has new queues."""
        queues, self._queues = self._queues, {}
        await asyncio.gather(*(jobs.close() for jobs in queues.values()))
