"""In the child: reports a task's progress, and tells the task that it was cancelled."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress

from citeloom.jobs.messages import Step
from citeloom.jobs.questions import Hear, NobodyAnswers, Questions

SECONDS_BETWEEN_STEPS = 0.05


class Cancellation:
    """The request to stop, which the task gets once, as ``asyncio.CancelledError``.

    It is raised where the task next waits or reports progress, so that a task that only computes
    can be stopped too.
    """

    def __init__(self) -> None:
        self.is_asked = False
        self._delivered = False
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[object] | None = None

    def ask(self) -> None:
        """Ask the task to stop; called from any thread."""
        with self._lock:
            self.is_asked = True
            loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # The loop has closed: the task has just ended.
                loop.call_soon_threadsafe(self._cancel)

    async def await_work(self, work: Coroutine[object, object, object]) -> object:
        """Await a coroutine, which the request to stop cancels."""
        self._task = asyncio.current_task()
        with self._lock:
            self._loop = asyncio.get_running_loop()
        if self.is_asked:
            self._cancel()
        return await work

    def check(self) -> None:
        """Raise CancelledError if the task is to stop and was not told yet."""
        if self._take():
            raise asyncio.CancelledError

    def _cancel(self) -> None:
        if self._task is not None and self._take():
            self._task.cancel()

    def _take(self) -> bool:
        if not self.is_asked:
            return False
        with self._lock:
            first, self._delivered = not self._delivered, True
        return first


class Reporter:
    """Sends a task's latest step to the parent, at most twenty times a second.

    A task may call `stage` as often as it likes, from any thread: it never waits for the pipe.
    """

    def __init__(
        self,
        send: Callable[[Step], None],
        cancellation: Cancellation,
        questions: Questions | None = None,
    ) -> None:
        self._send = send
        self._questions = questions
        self._cancellation = cancellation
        self._latest: deque[Step] = deque(maxlen=1)
        self._step = Step("")
        self._news = threading.Event()
        self._closed = threading.Event()
        self._lock = threading.Lock()
        threading.Thread(target=self._pass_on, name="progress", daemon=True).start()

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        """Report that ``done`` of ``total`` steps of the stage are done (0 of 0: unknown).

        Raises
        ------
        asyncio.CancelledError
            If the job is cancelled, once, in the task's own thread.
        """
        self._step = Step(name, done, total)
        self._latest.append(self._step)
        self._news.set()
        if threading.current_thread() is threading.main_thread():
            self._cancellation.check()

    async def ask(self, text: str, hear: Hear) -> str:
        """Ask the program that started the job; as `Questions.ask`."""
        if self._questions is None:
            raise NobodyAnswers("this task cannot ask questions")
        return await self._questions.ask(text, hear)

    def close(self) -> None:
        """Send the last step; send nothing afterwards."""
        self._flush()
        with self._lock:
            self._closed.set()
        self._news.set()

    def _pass_on(self) -> None:
        while self._news.wait() and not self._closed.is_set():
            self._news.clear()
            self._flush()
            self._closed.wait(SECONDS_BETWEEN_STEPS)

    def _flush(self) -> None:
        with self._lock, suppress(IndexError):
            step = self._latest.pop()
            if not self._closed.is_set():
                self._send(step)
