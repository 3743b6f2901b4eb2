"""Jobs in threads of this process, for tests of the server that look at no process."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from citeloom.jobs.child import _run_task
from citeloom.jobs.messages import Message, RunTask
from citeloom.jobs.process import Child
from citeloom.jobs.questions import Questions
from citeloom.jobs.reporter import Cancellation, Reporter


class ChildThread:
    """What `Jobs` knows of a process that does a job; it cannot be killed."""

    is_alive = False
    errors = ""
    pid = None

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._cancellation = Cancellation()
        self._gone = asyncio.Event()
        self._hear: Callable[[Message], None] = lambda message: None
        self._questions = Questions(lambda message: self._tell(self._hear, message))

    @classmethod
    async def start(cls) -> "ChildThread | Child":
        # What a job starts itself limits its memory, which only a process can.
        inside_a_job = threading.current_thread().name == cls.__name__
        return await Child.start() if inside_a_job else cls()

    def run(self, run: RunTask, hear: Callable[[Message], None]) -> None:
        self._hear = hear
        threading.Thread(
            target=self._work, args=(run, hear), name=type(self).__name__, daemon=True
        ).start()

    def send(self, message: Message) -> None:
        self._questions.take(message)

    def cancel(self) -> None:
        self._cancellation.ask()

    def dismiss(self) -> None:
        self._gone.set()

    def expect_end(self) -> None:
        """It ends by itself."""

    async def wait_for_end(self) -> int:
        await self._gone.wait()
        return 0

    def _work(self, run: RunTask, hear: Callable[[Message], None]) -> None:
        reporter = Reporter(
            lambda step: self._tell(hear, step), self._cancellation, self._questions
        )
        # A limit would be one of this process, whose other threads then cannot even begin.
        ending = _run_task(replace(run, memory=0), reporter, self._cancellation)
        reporter.close()
        self._tell(hear, ending)
        self._tell(lambda _: self._gone.set(), ending)

    def _tell(self, hear: Callable[[Message], None], message: Message) -> None:
        with suppress(RuntimeError):  # The loop has ended.
            self._loop.call_soon_threadsafe(hear, message)
