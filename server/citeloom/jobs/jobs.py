"""All jobs of a program: a limited number runs at once, one for each key; the others queue."""

import asyncio
import pickle
from collections import deque
from collections.abc import Iterable
from pathlib import Path

from citeloom.jobs.job import Job
from citeloom.jobs.messages import RunTask
from citeloom.jobs.process import Child
from citeloom.jobs.questions import AnswerQuestion


class AlreadyRunning(Exception):  # noqa: N818
    """There is an unfinished job of the same key: ``job``."""

    def __init__(self, job: Job) -> None:
        super().__init__(f"{job.task} for {job.key} is {job.state}; cancel it first, or wait")
        self.job = job


class Jobs:
    """Runs tasks in processes of their own, on the running event loop.

    Parameters
    ----------
    at_most
        The most jobs that run at the same time; the others wait in their order.
    expected
        Classes of exceptions that `Job.result` raises unchanged; a task's other exceptions become
        `JobFailed`. They must be importable without the task's libraries.
    memory
        The bytes that the process of a job may hold, where the system has such a limit; 0 means
        none.
    """

    def __init__(
        self,
        at_most: int = 2,
        *,
        expected: tuple[type[Exception], ...] = (),
        memory: int = 0,
    ) -> None:
        self._at_most = at_most
        self._expected = expected
        self._memory = memory
        self._queue: deque[Job] = deque()
        self._running: dict[asyncio.Task[None], Job] = {}
        self._closed = False

    @property
    def unfinished(self) -> tuple[Job, ...]:
        """The running jobs, then the queued ones, in order."""
        jobs = (*self._running.values(), *self._queue)
        return tuple(job for job in jobs if not job.has_ended)

    def waits(self, job: Job) -> bool:
        """Tell whether a job has to wait until another one is done."""
        return job in self.unfinished[self._at_most :]

    def start(
        self,
        task: str,
        argument: object,
        *,
        key: str,
        answer: AnswerQuestion | None = None,
        may_read: Iterable[Path] | None = None,
    ) -> Job:
        """Start a task, or put it in the queue.

        Parameters
        ----------
        task
            ``package.module:function``, imported in the job's process. The function is called with
            the argument and with an object that has the method
            ``stage(name, done=0, total=0)``; it is a plain function or a coroutine function.
        argument
            The function's argument; it is pickled now, and the function's result later.
        key
            What the job is about; a key has at most one unfinished job.
        answer
            Answers what the task asks while it works, by the object's method ``ask``.
        may_read
            Confines the task, which reads what strangers have made, to these files and its
            libraries: it returns JSON, which is the job's result.

        Raises
        ------
        AlreadyRunning
            If there is an unfinished job of this key.
        TypeError
            If the argument cannot be pickled.
        RuntimeError
            After `close`.
        """
        if self._closed:
            raise RuntimeError("no new job can be started: the program is ending")
        for job in self.unfinished:
            if job.key == key:
                raise AlreadyRunning(job)
        try:
            data = pickle.dumps(argument)
        except Exception as error:
            message = f"the argument of {task} cannot be sent to another process: {error}"
            raise TypeError(message) from error
        files = None if may_read is None else tuple(map(str, may_read))
        run = RunTask(task, data, self._memory, files)
        job = Job(key, run, self._expected, answer)
        self._queue.append(job)
        self._fill()
        return job

    async def close(self) -> None:
        """Cancel every job and end every process; no job can be started afterwards."""
        self._closed = True
        for job in self.unfinished:
            job.cancel()
        if self._running:
            await asyncio.wait(self._running)

    def _fill(self) -> None:
        while self._queue and len(self._running) < self._at_most:
            job = self._queue.popleft()
            if not job.has_ended:
                task = asyncio.create_task(self._run(job))
                self._running[task] = job
                task.add_done_callback(self._start_next)

    def _start_next(self, task: "asyncio.Task[None]") -> None:
        del self._running[task]
        self._fill()

    async def _run(self, job: Job) -> None:
        child: Child | None = None
        try:
            child = await Child.start()
            if job.is_stopping:
                child.dismiss()
            else:
                job.begin(child)
            job.note_end(await child.wait_for_end(), child.errors)
        except OSError as error:
            job.fail(f"the system cannot start a process for the job: {error}")
        finally:
            if child is not None and child.is_alive:
                child.abandon()
            job.note_end(None, "")
