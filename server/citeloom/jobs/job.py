"""One job as its starter sees it: state, progress, result, cancel."""

import asyncio
import base64
import pickle
import signal
import uuid
from collections.abc import AsyncIterator
from contextlib import suppress
from enum import StrEnum

from citeloom.jobs.messages import (
    Order,
    Raised,
    Report,
    Returned,
    RunTask,
    Step,
    TaskAsks,
    TaskAsksNoMore,
    type_name,
)
from citeloom.jobs.process import Child
from citeloom.jobs.questions import Answering, AnswerQuestion


class State(StrEnum):
    """The state of a job; the last three are final."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class JobFailed(Exception):  # noqa: N818
    """The job has failed; the message is for the user.

    ``crashed``: the process ended in the middle of its work, so that trying again may help;
    ``details``, for the log, hold the traceback or the last lines of the process.
    """

    def __init__(self, message: str, details: str = "", *, crashed: bool = False) -> None:
        super().__init__(message)
        self.details = details
        self.crashed = crashed


class JobCancelled(Exception):  # noqa: N818
    """The job was cancelled and has no result.

    ``value`` is what its task returned all the same: what it had done until then. ``lost`` says
    why that cannot be had, empty where it can or where there is nothing; ``details`` are for the
    log.
    """

    def __init__(
        self, message: str, value: object = None, *, lost: str = "", details: str = ""
    ) -> None:
        super().__init__(message)
        self.value = value
        self.lost = lost
        self.details = details


class Job:
    """A task that runs, or is going to run, in a process of its own.

    ``id`` is unique; ``key`` names what the job is about; ``step`` is the task's latest report of
    its progress.
    """

    def __init__(
        self,
        key: str,
        run: RunTask,
        expected: tuple[type[Exception], ...],
        answer: AnswerQuestion | None = None,
    ) -> None:
        self.id = uuid.uuid4().hex
        self.key = key
        self.task = run.task
        self.state = State.QUEUED
        self.step: Step | None = None
        self._run = run
        self._expected = {type_name(kind): kind for kind in expected}
        self._child: Child | None = None
        self._answering = Answering(answer, self._send)
        self._cancelled = False
        self._value: object = None
        self._error: Exception | None = None
        self._changed = asyncio.Event()

    @property
    def has_ended(self) -> bool:
        return self.state in (State.DONE, State.FAILED, State.CANCELLED)

    @property
    def is_stopping(self) -> bool:
        """Whether the job has ended or was cancelled."""
        return self.has_ended or self._cancelled

    @property
    def pid(self) -> int | None:
        """The number of its process, once it has one."""
        return self._child.pid if self._child else None

    def cancel(self) -> None:
        """Ask the job to stop; its process is ended by force if it does not.

        The job ends as cancelled, whatever its task does then. A queued job ends at once, and a job
        that has ended stays as it is; `wait` for the others.
        """
        if self.state is State.QUEUED:
            self._end_cancelled()
        elif self.state is State.RUNNING and self._child and not self._cancelled:
            self._cancelled = True
            self._answering.close()
            self._child.cancel()

    async def wait_for_change(self) -> None:
        """Wait for the next change of the state or the step."""
        await self._changed.wait()

    async def wait(self) -> None:
        """Wait until the job has ended."""
        while not self.has_ended:
            await self.wait_for_change()

    async def result(self) -> object:
        """Wait for the job's end; return what its task has returned.

        Raises
        ------
        JobCancelled
            If the job was cancelled.
        JobFailed
            If the task raised, or its process ended in the middle.
        Exception
            The task's own exception, if the starter expects its class.
        """
        await self.wait()
        if self._error is not None:
            raise self._error.with_traceback(None)
        return self._value

    async def steps(self) -> AsyncIterator[Step]:
        """Yield the job's progress until its end; a slow reader gets only the latest step."""
        seen: Step | None = None
        while True:
            changed = self._changed
            if self.step is not None and self.step is not seen:
                seen = self.step
                yield seen
            elif self.has_ended:
                return
            else:
                await changed.wait()

    def begin(self, child: Child) -> None:
        """Run the task in a child that has no job yet (called by `Jobs`)."""
        self._child = child
        self.state = State.RUNNING
        child.run(self._run, self._hear)
        self._tell()

    def note_end(self, status: int | None, errors: str) -> None:
        """Note that the process has ended, with its exit status (called by `Jobs`).

        A job that has ended before stays as it is.
        """
        if self._cancelled:
            self._end_cancelled(lost=f"its process ended {_manner(status)}", details=errors)
        elif not self.has_ended:
            message = f"the job's process ended {_manner(status)}; try again"
            self._end(State.FAILED, error=JobFailed(message, errors, crashed=True))

    def fail(self, message: str) -> None:
        """Note that the job could not be started (called by `Jobs`)."""
        self._end(State.FAILED, error=JobFailed(message, crashed=True))

    def _hear(self, message: Report) -> None:
        if self.has_ended:
            return
        if isinstance(message, Step):
            self.step = message
            self._tell()
            return
        if isinstance(message, TaskAsks | TaskAsksNoMore):
            if not self._cancelled:
                self._answering.take(message)
            return
        if self._child:
            self._child.expect_end()
        if self._cancelled:
            self._take_from_cancelled(message)
            return
        match message:
            case Returned(value):
                self._take(value)
            case Raised():
                self._end(State.FAILED, error=self._failure(message))

    def _send(self, message: Order) -> None:
        if self._child:
            self._child.send(message)

    def _take(self, value: str) -> None:
        try:
            self._end(State.DONE, value=self._read(value))
        except Exception as error:
            self._end(State.FAILED, error=JobFailed(self._unreadable(error)))

    def _failure(self, raised: Raised) -> Exception:
        expected = [self._expected[name] for name in raised.types if name in self._expected]
        if expected and self._is_confined:
            return expected[0](raised.message)
        # Nothing else is unpickled: it would import the task's libraries into this process.
        if expected and raised.exception:
            with suppress(Exception):
                error = self._read(raised.exception)
                if isinstance(error, Exception):
                    return error
        if type_name(MemoryError) in raised.types:
            most = f"its limit of {self._run.memory // 1_000_000:,} MB of memory"
            if not self._run.memory:
                most = "the available memory"
            return JobFailed(f"the job needs more than {most}", raised.traceback)
        name = next(iter(raised.types), "").removeprefix("builtins.")
        message = ": ".join(filter(None, (name, raised.message)))
        return JobFailed(message, raised.traceback)

    def _take_from_cancelled(self, message: Report) -> None:
        if isinstance(message, Returned):
            try:
                self._end_cancelled(self._read(message.value))
            except Exception as error:
                self._end_cancelled(lost=self._unreadable(error))
            return
        failure = self._failure(message) if isinstance(message, Raised) else None
        if isinstance(failure, JobFailed):
            self._end_cancelled(lost=str(failure), details=failure.details)
        else:
            self._end_cancelled()

    @property
    def _is_confined(self) -> bool:
        return self._run.may_read is not None

    def _read(self, value: str) -> object:
        """Return what a task sent; of a confined one the JSON as it is."""
        return value if self._is_confined else pickle.loads(base64.b64decode(value))

    def _unreadable(self, error: Exception) -> str:
        return f"the result of {self.task} cannot be read: {error}"

    def _end_cancelled(self, done: object = None, *, lost: str = "", details: str = "") -> None:
        message = f"{self.task} for {self.key} was cancelled"
        error = JobCancelled(message, done, lost=lost, details=details)
        self._end(State.CANCELLED, error=error)

    def _end(self, state: State, *, value: object = None, error: Exception | None = None) -> None:
        if not self.has_ended:
            self.state, self._value, self._error = state, value, error
            self._answering.close()
            self._tell()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


def _manner(status: int | None) -> str:
    if status is None:
        return "with the program that started it"
    if status >= 0:
        return f"unexpectedly (exit status {status})"
    name = str(-status)
    with suppress(ValueError):
        name = signal.Signals(-status).name
    hint = ", perhaps because memory ran out" if name == "SIGKILL" else ""
    return f"unexpectedly by {name}{hint}"
