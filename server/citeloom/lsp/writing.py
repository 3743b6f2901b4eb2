"""Run the jobs that write related work for a section, weave references in, or revise."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from pydantic import SecretStr

from citeloom.actions.checking.claims.written_doubts import doubts_in_words
from citeloom.actions.user.sending_agreement import NOBODY, Receiver
from citeloom.actions.writing.anchor import AnchoredSection, anchor_of
from citeloom.actions.writing.background import BackgroundTask
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.section import (
    SectionAt,
    section_anchored,
    section_file,
    section_in_words,
    section_path,
)
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import Unfinished, WaitingText
from citeloom.jobs.job import Job, JobCancelled, JobFailed
from citeloom.jobs.jobs import AlreadyRunning, Jobs
from citeloom.lsp.ahead.reading import ReadingAhead
from citeloom.lsp.background import Background
from citeloom.lsp.connection.problem_message import CHOOSE_MODEL, ProblemMessage
from citeloom.lsp.editor import Editor
from citeloom.lsp.models.asking import EditorModels
from citeloom.lsp.orders import KINDS, JobKind, Order
from citeloom.lsp.previews import Previews
from citeloom.lsp.progress import WorkDone
from citeloom.lsp.questions.outside import allows_outside
from citeloom.lsp.session import Session
from citeloom.lsp.waiting import WaitingTexts
from citeloom.lsp.work import RevisedPlace, Work, WritingJob
from citeloom.problem import InputError, OutsideError, ServiceError

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

logger = logging.getLogger("citeloom")


MEMORY = 1_000_000_000
"""Bytes that a job may hold: ten times what a draft of 1 MB and 10,000 entries take."""


WAIT = "wait for it, or cancel it with citeloom.cancel"


@dataclass(frozen=True)
class Running:
    """A job that runs, or waits until it can."""

    order: Order
    receiver: Receiver
    job: Job
    shown: WorkDone
    title: str
    reason: str = ""


class Writing:
    """The jobs, at most one for each section, and the texts that wait."""

    def __init__(
        self,
        editor: Editor,
        session: Session,
        background: Background,
        reading: ReadingAhead,
        models: EditorModels,
        began: float,
        now: "Callable[[], Writing]",
    ) -> None:
        """Begin without jobs.

        ``now`` returns what writes when a failed job is tried again: all may have begun again.
        """
        self._editor = editor
        self._models = models
        self._session = session
        self._background = background
        self._reading = reading
        self._now = now
        self._jobs = {
            kind: Jobs(kind.at_most, expected=(InputError,), memory=MEMORY) for kind in KINDS
        }
        self._running: dict[str, Running] = {}
        self._cancelled: set[str] = set()
        """The jobs that the user has cancelled, some of which had just ended: cancelling wins."""
        self._started: Counter[RevisedPlace] = Counter()
        self.waiting = WaitingTexts(editor, session, background, reading, began)
        self.previews = Previews(editor, background)

    async def close(self) -> None:
        """End all jobs; remove what was written for the eye alone."""
        self.waiting.close()
        self.previews.close()
        for jobs in self._jobs.values():
            await jobs.close()

    @property
    def work(self) -> Work:
        """The jobs that write and the texts that wait now."""
        self.waiting.take_in()
        return Work(
            tuple(
                WritingJob(running.job.id, section, self.waits(running))
                for section, running in self.sections
            ),
            self.waiting.not_expected,
            hand_over=self.waiting.hand_over,
        )

    def section(self, snapshot: "Snapshot", at: SectionAt) -> AnchoredSection:
        """Return a section by its anchor, so that it is found wherever it moves."""
        anchor = anchor_of(snapshot.opened, snapshot.project.flow.sections[at.number])
        return AnchoredSection(snapshot.project.root, anchor)

    def check_free(self, snapshot: "Snapshot", at: SectionAt) -> None:
        """Refuse a section that is being written.

        Raises
        ------
        InputError
            If it is.
        """
        if self.at(snapshot, at.number) is not None:
            raise InputError("related work is being written for this section already", advice=WAIT)

    def start(self, order: Order, receiver: Receiver = NOBODY, reason: str = "") -> Running:
        """Start a job on the texts as they are now, or put it in the queue.

        ``receiver`` is whom the user has agreed to send to, ``reason`` what an editor that asks its
        user about its own models says of what they are for.

        Raises
        ------
        InputError
            If its section is gone, or is being written already; if the place of a revision has
            changed; if the same is being done already.
        """
        session, request, place, key = self._session, order.request, "", repr(order.about)
        if isinstance(request, ReviseRequest):
            # The user may have typed since it was ordered, as before an answer to a question.
            request = request.now(order.text, session.texts.get(request.main, order.text))
            key = f"{key} {request.at}"
        if isinstance(order.about, AnchoredSection):
            snapshot = session.snapshot_of(order.about.root)
            at = section_anchored(snapshot.opened, order.about.anchor)
            self.check_free(snapshot, at)
            section = snapshot.project.flow.sections[at.number]
            name = section_file(snapshot.opened, section)
            file = session.name_of(section_path(snapshot.opened, section), name)
            place = section_in_words(snapshot.opened, section, file)
            assert isinstance(request, WriteRequest)
            request = replace(request, section=at.name)
        model_key = SecretStr(session.model_key)
        task = BackgroundTask(
            request,
            session.texts,
            session.context.user,
            model_key,
            receiver,
            session.context.folders,
        )
        answer, title = partial(self._models.answer, reason=reason), order.title(place)
        try:
            job = self._jobs[order.kind].start(order.kind.task, task, key=key, answer=answer)
        except AlreadyRunning:
            raise InputError(f"the same is being done already: {title}", advice=WAIT) from None
        cancel = partial(self.cancel, job.id)
        shown = WorkDone(self._editor, self._background, title, cancel)
        if isinstance(order.about, RevisedPlace):
            self._started[order.about] += 1
        running = self._running[job.id] = Running(order, receiver, job, shown, title, reason)
        self._background.run(self._follow(running))
        self._editor.refresh()
        return running

    def times_started(self, about: RevisedPlace) -> int:
        """Return how often this revision of a file was ordered in this session."""
        return self._started[about]

    @property
    def running(self) -> tuple[Running, ...]:
        """All jobs that have not ended, in the order in which they were started."""
        return tuple(self._running.values())

    @property
    def sections(self) -> tuple[tuple[AnchoredSection, Running], ...]:
        """The sections that are being written, and their jobs."""
        return tuple(
            (running.order.about, running)
            for running in self.running
            if isinstance(running.order.about, AnchoredSection)
        )

    def at(self, snapshot: "Snapshot", number: int) -> Running | None:
        """Return the job for a section, by its number."""
        for section, running in self.sections:
            if section.is_number(number, snapshot.opened):
                return running
        return None

    def waits(self, running: Running) -> bool:
        """Tell whether a job has to wait until another one is done."""
        kind = running.order.kind
        return running.job in self._jobs[kind].unfinished[kind.at_most :]

    def cancel(self, job_id: str = "") -> int:
        """Cancel a job, or all; return how many there were."""
        chosen = [running for running in self.running if job_id in ("", running.job.id)]
        for running in chosen:
            self._cancelled.add(running.job.id)
            running.job.cancel()
        return len(chosen)

    async def _follow(self, running: Running) -> None:
        try:
            await self._follow_to_end(running)
        except Exception:
            if running.job.id in self._running:
                self._end(running, "failed")
                fault = f"{running.title} failed: a fault in Citeloom."
                self._editor.show_problem(ProblemMessage(fault, log_has_more=True))
            raise  # It is logged.

    async def _follow_to_end(self, running: Running) -> None:
        job, shown, kind = running.job, running.shown, running.order.kind
        shown.begin()
        if self.waits(running):
            shown.report(kind.waits)
            self._editor.say(kind.said_to_wait)
        try:
            async for step in job.steps():
                shown.report(step.stage, step.done, step.total, step.words)
            text = await job.result()
            assert isinstance(text, WaitingText)
        except JobCancelled as error:
            if isinstance(error.value, WaitingText) and _is_kept(running, error.value):
                await self._take(running, error.value)
            else:
                self._end_cancelled(running)
                self._say_lost(running, error)
        except ServiceError as error:
            self._end(running, "failed")
            message = self._editor.problem_message(error, f"{running.title} failed")
            await self._offer_again_or_another_model(running, message)
        except OutsideError as error:
            self._end(running, "failed")
            if await allows_outside(self._editor, self._session.context.user, error):
                await self._start_again(running)
        except InputError as error:
            self._end(running, "failed")
            self._editor.say_problem(error)
        except JobFailed as error:
            logger.error("a job failed: %s\n%s", error, error.details)
            self._end(running, "failed")
            fault = f"{running.title} failed: {error}."
            message = ProblemMessage(fault, log_has_more=bool(error.details))
            if error.crashed:
                await self._offer_again(running, message)
            else:
                self._editor.show_problem(message)
        else:
            await self._take(running, text)

    async def _take(self, running: Running, text: WaitingText) -> None:
        """Let a text wait, which a job has made, unless its user has cancelled that."""
        job, text = running.job, replace(text, id=running.job.id)
        is_kept = _is_kept(running, text)
        try:
            await self._reading.read_project(text.root)
        except asyncio.CancelledError:  # The editor is closed.
            if is_kept or job.id not in self._cancelled:
                self.waiting.keep(text)
            raise
        if job.id in self._cancelled and not is_kept:
            self._end_cancelled(running)
            return
        if running.order.keeps_what_is_done:
            self.waiting.add_all_stale(text)
        else:
            self.waiting.add(text)
        if text.unfinished is Unfinished.FAILED:
            self._end(running, "done")
            message = self._editor.ended_early(text, running.title)
            await self._offer_again_or_another_model(running, message)
            return
        self._editor.say_warnings(text)
        self._end(running, "done")
        self._say_written(text, running.order.kind)

    def _say_written(self, text: WaitingText, kind: JobKind) -> None:
        place = self.waiting.place_of(text)
        done = f"{kind.done} ({text.title}){f' for {place}' if place else ''}"
        message, instead = f"{done}.", "A code action inserts it."
        if not text.can_insert:
            message = f"{done}, but words of your own would be replaced."
            instead = "citeloom.preview shows how."
        if doubts := doubts_in_words(text.doubtful()):
            message = f"{message} {doubts}"
        self._editor.say_written(text, message, instead)

    def _end_cancelled(self, running: Running) -> None:
        what = f"{running.title[0].lower()}{running.title[1:]}"
        self._end(running, "cancelled", f"Cancelled: {what}.")

    def _say_lost(self, running: Running, cancelled: JobCancelled) -> None:
        """Say that what was done before a job was cancelled cannot be had, and why."""
        if cancelled.lost and running.order.keeps_what_is_done:
            logger.error("a cancelled job's text is lost: %s\n%s", cancelled, cancelled.details)
            fault = f"What was rewritten before it was cancelled is lost: {cancelled.lost}."
            advice = "Ask again: what a model has answered already is kept."
            self._editor.show_problem(ProblemMessage(fault, advice, log_has_more=True))

    def _end(self, running: Running, how: str, message: str = "") -> None:
        self._running.pop(running.job.id, None)
        self._cancelled.discard(running.job.id)
        running.shown.end(how)
        # A method keeps a paper's key elements as soon as it has them.
        self._session.papers.changed()
        if message:
            self._editor.say(message)
        self._editor.refresh()

    async def _offer_again_or_another_model(
        self, running: Running, message: ProblemMessage
    ) -> None:
        if running.receiver != NOBODY:
            message = replace(message, remedy=CHOOSE_MODEL)
        await self._offer_again(running, message)

    async def _offer_again(self, running: Running, message: ProblemMessage) -> None:
        """Offer to start a job again after a crash or a failure of the model's endpoint."""
        instead = f"Run {running.order.kind.command} to try again."
        if await self._editor.wants_another_try(message, instead):
            await self._start_again(running)

    async def _start_again(self, running: Running) -> None:
        await self._reading.read_project(running.order.about.root)
        try:
            self._now().start(running.order, running.receiver, running.reason)
        except InputError as error:
            self._editor.say_problem(error)


def _is_kept(running: Running, text: WaitingText) -> bool:
    """Tell whether a text counts although its user has cancelled the job that made it."""
    return running.order.keeps_what_is_done or text.unfinished is Unfinished.CANCELLED
