"""Jobs that write, and what they have written."""

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lsprotocol import types
from pydantic import SecretStr

from citeloom.actions.user.agreement import NOBODY, Receiver
from citeloom.actions.writing.anchor import anchor_of
from citeloom.actions.writing.offer import Offer, OfferTask
from citeloom.actions.writing.section import SectionAt, section_anchored
from citeloom.actions.writing.write import WriteRequest
from citeloom.jobs.job import Job, JobCancelled, JobFailed
from citeloom.jobs.jobs import Jobs
from citeloom.lsp.background import Background
from citeloom.lsp.editor import TRY_AGAIN, Editor, in_sentences
from citeloom.lsp.offers import Offers, Section, Waiting
from citeloom.lsp.own_messages import TextWaits
from citeloom.lsp.previews import Previews
from citeloom.lsp.progress import WorkDone
from citeloom.lsp.session import Session
from citeloom.lsp.weaving import Weaving
from citeloom.lsp.work import OpenAgreement, Work, WritingJob
from citeloom.problem import InputError, ServiceError

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

logger = logging.getLogger("citeloom")

TASK = "citeloom.actions.writing.offer:make_offer"
AT_MOST = 2
"""How many sections are written at the same time."""


@dataclass(frozen=True)
class Running:
    """A job that runs, or waits until it can."""

    section: Section
    request: WriteRequest
    receiver: Receiver
    job: Job
    shown: WorkDone


class Writing:
    """At most one job and one offer for each section."""

    def __init__(self, editor: Editor, session: Session, background: Background) -> None:
        self._editor = editor
        self._session = session
        self._background = background
        self._jobs = Jobs(AT_MOST, expected=(InputError,))
        self._running: dict[str, Running] = {}
        self.questions: dict[Section, OpenAgreement] = {}
        self.offers = Offers(editor, session, background)
        self.previews = Previews(editor, background)
        self.weaving = Weaving(editor, session, background)

    async def close(self) -> None:
        """End all jobs; remove what was written for the eye alone."""
        self.offers.close()
        self.previews.close()
        await self.weaving.close()
        await self._jobs.close()

    @property
    def work(self) -> Work:
        """What is being written and what waits now."""
        return Work(
            tuple(WritingJob(one.job.id, one.section, self.waits(one)) for one in self.running),
            self.offers.all,
            dict(self.questions),
            self.weaving.all,
            dict(self.weaving.questions),
            self.offers.handed_over,
        )

    def section(self, snapshot: "Snapshot", at: SectionAt) -> Section:
        """Return a section as it is known wherever it moves."""
        anchor = anchor_of(snapshot.opened, snapshot.project.flow.sections[at.number])
        return Section(snapshot.project.root, anchor)

    def check_free(self, snapshot: "Snapshot", at: SectionAt) -> None:
        """See to it that nothing is being written for a section.

        Raises
        ------
        InputError
            If something is.
        """
        if self.at(snapshot, at.number) is not None:
            raise InputError(
                "related work is being written for this section already",
                advice="wait for it, or cancel it with citeloom.cancel",
            )

    def start(
        self,
        snapshot: "Snapshot",
        at: SectionAt,
        request: WriteRequest,
        receiver: Receiver = NOBODY,
    ) -> Running:
        """Start to write for a section, or put that in the queue.

        ``receiver`` is whom the user has agreed to send to.

        Raises
        ------
        InputError
            If something is being written for that section already.
        """
        self.check_free(snapshot, at)
        section, session = self.section(snapshot, at), self._session
        key = SecretStr(session.model_key)
        task = OfferTask(request, session.texts, snapshot.context.user, key, receiver)
        job = self._jobs.start(TASK, task, key=repr(section))
        shown = WorkDone(self._editor, self._background, "Writing related work")
        running = self._running[job.id] = Running(section, request, receiver, job, shown)
        self._background.run(self._follow(running))
        self._editor.refresh()
        return running

    def start_in(self, section: Section, request: WriteRequest, receiver: Receiver) -> Running:
        """Start to write for a section wherever it is now.

        Raises
        ------
        InputError
            As ``start`` does; also if the section is gone.
        """
        snapshot = self._session.snapshot_of(section.root)
        at = section_anchored(snapshot.opened, section.anchor)
        return self.start(snapshot, at, replace(request, section=at.name), receiver)

    @property
    def running(self) -> tuple[Running, ...]:
        """All jobs that have not ended, in the order in which they were started."""
        return tuple(self._running.values())

    def at(self, snapshot: "Snapshot", number: int) -> Running | None:
        """Return the job for a section, by its number."""
        return next((one for one in self.running if one.section.is_number(number, snapshot)), None)

    def waits(self, running: Running) -> bool:
        """Tell whether a job has to wait until another one is done."""
        return running.job in self._jobs.unfinished[AT_MOST:]

    def cancel(self, job_id: str = "") -> int:
        """Cancel a job, or all; return how many there were."""
        chosen = [one for one in self.running if job_id in ("", one.job.id)]
        for one in chosen:
            one.job.cancel()
        return len(chosen) + self.weaving.cancel(job_id)

    def cancel_progress(self, token: str) -> None:
        """Cancel the job whose progress the user has cancelled."""
        for one in self.running:
            if one.shown.token == token:
                one.job.cancel()
        self.weaving.cancel_progress(token)

    async def _follow(self, running: Running) -> None:
        job, shown = running.job, running.shown
        shown.begin()
        if self.waits(running):
            shown.report("waiting until another section is written")
            self._editor.say("Related work is written when another section is done.")
        try:
            async for step in job.steps():
                shown.report(step.stage, step.done, step.total)
            offer = await job.result()
            assert isinstance(offer, Offer)
        except JobCancelled:
            self._ended(running, "cancelled", "Writing related work was cancelled.")
        except ServiceError as error:
            self._ended(running, "failed")
            await self._once_more(running, in_sentences("Writing related work failed", error))
        except InputError as error:
            self._ended(running, "failed", str(error), types.MessageType.Error)
        except JobFailed as error:
            logger.error("a job failed: %s\n%s", error, error.details)
            message = f"Writing related work failed: {error}."
            if not error.crashed:
                self._ended(running, "failed", message, types.MessageType.Error)
                return
            self._ended(running, "failed")
            await self._once_more(running, message)
        else:
            self.offers.add(Waiting(job.id, running.section, offer))
            self._editor.say_warnings(offer.warnings)
            self._ended(running, "done")
            section, used = running.section, f"It took {offer.used}." if offer.used else ""
            message = f"Related work is written ({offer.title()})."
            text = TextWaits(job.id, section.root, message, used, section.anchor.heading)
            self._editor.say_written(text, "A code action inserts it.")

    def _ended(
        self,
        running: Running,
        how: str,
        message: str = "",
        kind: types.MessageType = types.MessageType.Info,
    ) -> None:
        self._running.pop(running.job.id, None)
        running.shown.end(how)
        # A method keeps a paper's key elements as soon as it has them.
        self._session.papers.changed()
        if message:
            self._editor.say(message, kind)
        self._editor.refresh()

    async def _once_more(self, running: Running, message: str) -> None:
        """Offer to write again what a crash, or the model's endpoint, has ended."""
        instead = "Run citeloom.write to try again."
        if not await self._editor.agrees(message, TRY_AGAIN, instead):
            return
        try:
            self.start_in(running.section, running.request, running.receiver)
        except InputError as error:
            self._editor.say_problem(error)
