"""Run the jobs that are ordered: start, follow, cancel and try them again by one set of rules."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import partial

from lsprotocol import types
from pydantic import SecretStr

from citeloom.actions.ordered_task import OrderedTask
from citeloom.actions.user.sending_agreement import NO_RECEIVER, Receiver
from citeloom.actions.writing.anchor import AnchoredSection
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.section import (
    section_anchored,
    section_file,
    section_in_words,
    section_path,
)
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.jobs.job import Job, JobCancelled, JobFailed
from citeloom.lsp.background import Background
from citeloom.lsp.connection.problem_message import (
    CHOOSE_MODEL,
    WRITE_OTHERWISE,
    ProblemMessage,
)
from citeloom.lsp.draft_order import DraftOrder
from citeloom.lsp.editor import Editor
from citeloom.lsp.editor_models import EditorModels
from citeloom.lsp.job_state import WritingJob
from citeloom.lsp.preloading import Preloading
from citeloom.lsp.progress import WorkDone
from citeloom.lsp.questions.outside import allows_outside
from citeloom.lsp.results import Results
from citeloom.lsp.runner import Queue, Runner
from citeloom.lsp.session import Session
from citeloom.problem import InputError, OutsideError, ServiceError

logger = logging.getLogger("citeloom")


TASK = "citeloom.actions.ordered_task:do_ordered"

MEMORY = 1_000_000_000
"""Bytes that a job may hold: ten times what a draft of 1 MB and 10,000 entries take."""


@dataclass(frozen=True)
class Running:
    """A job that runs, or waits until it can.

    ``receiver``, ``reason`` and ``calls`` are as in `start`.
    """

    ordered: DraftOrder
    receiver: Receiver
    reason: str
    job: Job
    shown: WorkDone
    title: str
    calls: int = 0


@dataclass(eq=False)
class OrderedJobs:
    """The jobs of this server, at most one for each section and each other order.

    ``now`` returns what runs a failed job when it is tried again: all may have begun again.

    A result that comes after its job was cancelled is refused, unless its order keeps what is done.
    What a service or a crash has ended is offered again; a fault of ours is said.
    """

    _editor: Editor
    _session: Session
    _background: Background
    _reading: Preloading
    _models: EditorModels
    _results: Results
    _runner: Runner
    _now: "Callable[[], OrderedJobs]"
    _running: dict[str, Running] = field(default_factory=dict, init=False)
    _cancelled: set[str] = field(default_factory=set, init=False)
    """The jobs that the user has cancelled, some of which had just ended: cancelling wins."""
    _started: Counter[Hashable] = field(default_factory=Counter, init=False)

    def start(
        self,
        ordered: DraftOrder,
        receiver: Receiver = NO_RECEIVER,
        reason: str = "",
        calls: int = 0,
    ) -> Running:
        """Start a job on the texts as they are now, or put it in the queue.

        ``receiver`` is whom the user has agreed to send to, ``reason`` what an editor that asks its
        user about its own models says of what they are for. ``calls`` are those that it is expected
        to take.

        Raises
        ------
        InputError
            If its section is gone, or is already being written; if the place of a revision has
            changed; if the same is being done already.
        """
        session, order, place = self._session, ordered.order, ""
        if isinstance(order, ReviseRequest):
            # The user may have typed since it was ordered, as before an answer to a question.
            text = session.texts.get(order.main, ordered.text)
            order = order.now(ordered.text, text)
            ordered = replace(ordered, order=order, text=text)
        elif ordered.section is not None:
            snapshot = session.snapshot_of(ordered.root)
            at = section_anchored(snapshot.opened, ordered.section.anchor)
            section = snapshot.project.flow.sections[at.number]
            name = section_file(snapshot.opened, section)
            file = session.name_of(section_path(snapshot.opened, section), name)
            place = section_in_words(snapshot.opened, section, file)
            assert isinstance(order, WriteRequest)
            order = replace(order, section=at.name)
        task = OrderedTask(
            session.texts,
            session.context.user,
            session.context.folders,
            order,
            receiver,
            SecretStr(session.model_key),
        )
        self.check_free(ordered)
        title = ordered.title(place)
        answer = partial(self._models.answer, reason=reason)
        queue = Queue(order.kind.name, TASK, order.kind.at_most, MEMORY)
        job = self._runner.start(queue, task, answer=answer)
        shown = self._runner.show(title, partial(self.cancel, job.id))
        self._started[ordered.about] += 1
        running = Running(ordered, receiver, reason, job, shown, title, calls)
        self._running[job.id] = running
        self._background.run(self._follow(running))
        self._editor.refresh()
        return running

    def times_started(self, about: Hashable) -> int:
        """Return how often an order about something was started in this session."""
        return self._started[about]

    @property
    def running(self) -> tuple[Running, ...]:
        """All jobs that have not ended, in the order in which they were started."""
        return tuple(self._running.values())

    @property
    def sections(self) -> tuple[tuple[AnchoredSection, Running], ...]:
        """The sections that are being written, and their jobs."""
        every = ((running.ordered.section, running) for running in self.running)
        return tuple((section, running) for section, running in every if section is not None)

    @property
    def writing(self) -> tuple[WritingJob, ...]:
        """The jobs that write for sections, as requests see them."""
        return tuple(
            WritingJob(running.job.id, section, self.waits(running))
            for section, running in self.sections
        )

    def check_free(self, ordered: DraftOrder) -> None:
        """Refuse what is being done already, whatever its section was called then.

        Raises
        ------
        InputError
            If it is; if its section is gone.
        """
        for running in self.running:
            kind = running.ordered.order.kind
            if kind is ordered.order.kind and self._are_same(running.ordered, ordered):
                fault = f"this is already running: {running.title}"
                raise InputError(fault, advice="wait for it, or cancel it with citeloom.cancel")

    def _are_same(self, one: DraftOrder, other: DraftOrder) -> bool:
        if one.section is None or other.section is None:
            return one.key == other.key
        opened = self._session.snapshot_of(other.root).opened
        number = section_anchored(opened, other.section.anchor).number
        return one.section.is_number(number, opened)

    def waits(self, running: Running) -> bool:
        """Tell whether a job has to wait until another one is done."""
        return self._runner.waits(running.job)

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
                fault = f"{running.title} failed: an error in Citeloom."
                self._editor.show_problem(ProblemMessage(fault, log_has_more=True))
            raise  # It is logged.

    async def _follow_to_end(self, running: Running) -> None:
        job, shown, kind = running.job, running.shown, running.ordered.order.kind
        if self.waits(running):
            shown.report(kind.waits)
            self._editor.say(f"{running.title}: {kind.waits}.")
        try:
            value = await shown.follow(job)
        except JobCancelled as error:
            if self._is_kept(running, error.value):
                await self._take(running, error.value)
            else:
                self._end_cancelled(running)
                self._say_lost(running, error)
        except OutsideError as error:
            self._end(running, "failed")
            if await allows_outside(self._editor, self._session.context.user, error):
                await self._start_again(running)
        except ServiceError as error:
            self._end(running, "failed")
            message = self._editor.problem_message(error, f"{running.title} failed")
            await self._offer_again_or_another_model(running, message)
        except InputError as error:  # Nothing is broken: what was asked for cannot be had here.
            self._end(running, "failed")
            self._editor.say_problem(error, types.MessageType.Warning)
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
            await self._take(running, value)

    async def _take(self, running: Running, value: object) -> None:
        """Keep what a job has made, and say so, unless its user has cancelled that."""
        ordered, job = running.ordered, running.job
        is_wanted = partial(self._is_wanted, running, value)
        try:
            await self._reading.read_project(ordered.root)
        except asyncio.CancelledError:  # The editor is closed.
            if is_wanted():
                self._results.keep_at_end(job.id, value)
            raise
        if not is_wanted():
            self._end_cancelled(running)
            return
        self._results.keep(ordered, job.id, value)
        self._end(running, "done")
        failed = self._results.say(ordered, job.id, value, running.title)
        if failed is not None:
            await self._offer_again_or_another_model(running, failed)

    def _is_wanted(self, running: Running, value: object) -> bool:
        return running.job.id not in self._cancelled or self._is_kept(running, value)

    def _is_kept(self, running: Running, value: object) -> bool:
        """Tell whether a result counts although its user has cancelled the job that made it."""
        return self._results.is_kept_when_cancelled(running.ordered, value)

    def _end_cancelled(self, running: Running) -> None:
        what = f"{running.title[0].lower()}{running.title[1:]}"
        self._end(running, "cancelled")
        kept = "" if running.receiver == NO_RECEIVER else " The model's answers are kept."
        self._editor.say(f"Cancelled: {what}.{kept}")

    def _say_lost(self, running: Running, cancelled: JobCancelled) -> None:
        """Say that what was done before a job was cancelled cannot be had, and why."""
        if cancelled.lost and running.ordered.order.keeps_what_is_done:
            logger.error("a cancelled job's text is lost: %s\n%s", cancelled, cancelled.details)
            fault = f"The text rewritten before you cancelled could not be kept: {cancelled.lost}."
            advice = "Ask again: the model's earlier answers are kept."
            self._editor.show_problem(ProblemMessage(fault, advice, log_has_more=True))

    def _end(self, running: Running, how: str) -> None:
        self._running.pop(running.job.id, None)
        self._cancelled.discard(running.job.id)
        running.shown.end(how)
        # A method keeps a paper's key elements as soon as it has them.
        self._session.papers.changed()
        self._editor.refresh()

    async def _offer_again_or_another_model(
        self, running: Running, message: ProblemMessage
    ) -> None:
        if running.receiver != NO_RECEIVER:
            remedy = CHOOSE_MODEL if running.ordered.section is None else WRITE_OTHERWISE
            fault = f"{message.fault}{await self._kept_in_words(running)}"
            message = replace(message, fault=fault, remedy=remedy)
        await self._offer_again(running, message)

    async def _kept_in_words(self, running: Running) -> str:
        """Say how many answers of a model need not be asked for again; empty for none."""
        try:
            _, made = await running.ordered.plan(self._session)
        except InputError:  # The draft has changed, so nobody knows.
            return ""
        kept = running.calls - made.estimate.cost.calls if made is not None else 0
        return f" {kept} of {running.calls} answers are kept." if kept > 0 else ""

    async def _offer_again(self, running: Running, message: ProblemMessage) -> None:
        """Offer to start a job again after a crash or a failure of the model's endpoint."""
        instead = f"Run citeloom.{running.ordered.order.kind.name} to try again."
        if await self._editor.wants_another_try(message, instead):
            await self._start_again(running)

    async def _start_again(self, running: Running) -> None:
        await self._reading.read_project(running.ordered.root)
        again = partial(
            self._now().start, running.ordered, running.receiver, running.reason, running.calls
        )
        await self._editor.attempt(again)
