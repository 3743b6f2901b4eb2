"""Questions of a task to the program that started it, and who answers them there."""

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from citeloom.jobs.messages import (
    AnswerToTask,
    HeardPiece,
    Order,
    TaskAsks,
    TaskAsksNoMore,
)

logger = logging.getLogger(__name__)

Hear = Callable[[str], None]
"""Receives the pieces of an answer while they come."""

AnswerQuestion = Callable[[str, Hear], Awaitable[str]]
"""Answers a question of a task; it is cancelled where nobody waits for the answer any more."""


class NobodyAnswers(Exception):  # noqa: N818
    """The program that started the job does not answer the question."""


@dataclass(frozen=True)
class _Waiting:
    loop: asyncio.AbstractEventLoop
    answer: "asyncio.Future[str]"
    hear: Hear


class Questions:
    """In the child: the questions that its task waits for."""

    def __init__(self, send: Callable[[TaskAsks | TaskAsksNoMore], None]) -> None:
        self._send = send
        self._numbers = itertools.count(1)
        self._waiting: dict[int, _Waiting] = {}

    async def ask(self, text: str, hear: Hear) -> str:
        """Ask the program that started the job, and wait for its answer, however long that takes.

        Raises
        ------
        NobodyAnswers
            If it does not answer such questions.
        """
        loop = asyncio.get_running_loop()
        number = next(self._numbers)
        answer: asyncio.Future[str] = loop.create_future()
        self._waiting[number] = _Waiting(loop, answer, hear)
        self._send(TaskAsks(number, text))
        try:
            return await answer
        except asyncio.CancelledError:
            self._send(TaskAsksNoMore(number))
            raise
        finally:
            del self._waiting[number]

    def take(self, message: HeardPiece | AnswerToTask) -> None:
        """Take an answer or a piece of one; called from any thread."""
        waiting = self._waiting.get(message.number)
        if waiting is not None:
            with suppress(RuntimeError):  # The loop has closed: the task has just ended.
                waiting.loop.call_soon_threadsafe(self._give, waiting, message)

    def _give(self, waiting: _Waiting, message: HeardPiece | AnswerToTask) -> None:
        if waiting.answer.done():
            return
        if isinstance(message, HeardPiece):
            waiting.hear(message.text)
        elif message.problem:
            waiting.answer.set_exception(NobodyAnswers(message.problem))
        else:
            waiting.answer.set_result(message.text)


class Answering:
    """In the parent: the answers that are being looked for, of one job."""

    def __init__(self, answer: AnswerQuestion | None, send: Callable[[Order], None]) -> None:
        self._answer = answer
        self._send = send
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def take(self, message: TaskAsks | TaskAsksNoMore) -> None:
        """Look for an answer, or look for it no longer."""
        if isinstance(message, TaskAsks):
            task = asyncio.ensure_future(self._look_for(message))
            self._tasks[message.number] = task
            task.add_done_callback(lambda _: self._tasks.pop(message.number, None))
        elif (looking := self._tasks.get(message.number)) is not None:
            looking.cancel()

    def close(self) -> None:
        """Look for no answer any longer."""
        for task in self._tasks.values():
            task.cancel()

    async def _look_for(self, asked: TaskAsks) -> None:
        number = asked.number
        if self._answer is None:
            self._send(AnswerToTask(number, "", "this job cannot ask questions"))
            return
        try:
            text = await self._answer(
                asked.text, lambda piece: self._send(HeardPiece(number, piece))
            )
        except Exception as error:
            logger.exception("a question of a job could not be answered")
            self._send(AnswerToTask(number, "", f"{type(error).__name__}: {error}"))
        else:
            self._send(AnswerToTask(number, text))
