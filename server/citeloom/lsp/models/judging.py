"""Run the jobs in which a model judges the claims of drafts."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from lsprotocol import types
from pydantic import SecretStr

from citeloom.actions.checking.claims.kept_judgements import KeptJudgements
from citeloom.actions.user.sending_agreement import Receiver
from citeloom.actions.writing.background import BackgroundTask
from citeloom.jobs.job import Job, JobCancelled, JobFailed
from citeloom.jobs.jobs import Jobs
from citeloom.lsp.ahead.reading import ReadingAhead
from citeloom.lsp.background import Background
from citeloom.lsp.connection.problem_message import CHOOSE_MODEL, ProblemMessage
from citeloom.lsp.diagnosing import Diagnosing
from citeloom.lsp.editor import Editor
from citeloom.lsp.models.asking import EditorModels
from citeloom.lsp.progress import WorkDone
from citeloom.lsp.questions.outside import allows_outside
from citeloom.lsp.session import Session
from citeloom.problem import InputError, OutsideError, ServiceError

logger = logging.getLogger("citeloom")

TASK = "citeloom.actions.checking.claims.background:judge_in_background"
TITLE = "Judging claims"
COMMAND = "citeloom.judgeClaims"
AT_MOST = 1

MEMORY = 1_000_000_000
"""Bytes that a job may hold, as one that writes."""


@dataclass(frozen=True)
class JudgingJob:
    """A job on the draft with a root; ``receiver`` and ``reason`` are as in `Judging.start`."""

    root: Path
    receiver: Receiver
    reason: str
    job: Job
    shown: WorkDone


class Judging:
    """The jobs, at most one for each draft; what they found is kept by the session's checks."""

    def __init__(
        self,
        editor: Editor,
        session: Session,
        background: Background,
        diagnosing: Diagnosing,
        reading: ReadingAhead,
        models: EditorModels,
        now: "Callable[[], Judging]",
    ) -> None:
        """Begin without jobs; ``now`` is as in `Writing`."""
        self._editor = editor
        self._session = session
        self._background = background
        self._diagnosing = diagnosing
        self._reading = reading
        self._models = models
        self._now = now
        self._jobs = Jobs(AT_MOST, expected=(InputError,), memory=MEMORY)
        self._running: dict[str, JudgingJob] = {}

    async def close(self) -> None:
        """End all jobs."""
        await self._jobs.close()

    def check_free(self, root: Path) -> None:
        """Refuse a draft whose claims are being judged.

        Raises
        ------
        InputError
            If they are.
        """
        if any(running.root == root for running in self._running.values()):
            raise InputError(
                "the claims of this draft are being judged already",
                advice="wait for it, or cancel it with citeloom.cancel",
            )

    def start(self, root: Path, receiver: Receiver, reason: str) -> Job:
        """Start a job on the texts as they are now.

        ``receiver`` is whom the user has agreed to send to, ``reason`` what an editor that asks its
        user about its own models says of what they are for.

        Raises
        ------
        InputError
            If the claims of this draft are being judged already.
        """
        self.check_free(root)
        session = self._session
        task = BackgroundTask(
            root,
            session.texts,
            session.context.user,
            SecretStr(session.model_key),
            receiver,
            session.context.folders,
        )
        answer = partial(self._models.answer, reason=reason)
        job = self._jobs.start(TASK, task, key=str(root), answer=answer)
        shown = WorkDone(self._editor, self._background, TITLE, job.cancel)
        running = self._running[job.id] = JudgingJob(root, receiver, reason, job, shown)
        self._background.run(self._follow(running))
        return job

    def waits(self, job: Job) -> bool:
        """Tell whether a job has to wait until another one is done."""
        return job in self._jobs.unfinished[AT_MOST:]

    def cancel(self, job_id: str = "") -> int:
        """Cancel a job, or all; return how many there were."""
        chosen = [it.job for it in self._running.values() if job_id in ("", it.job.id)]
        for job in chosen:
            job.cancel()
        return len(chosen)

    async def _follow(self, running: JudgingJob) -> None:
        try:
            await self._follow_to_end(running)
        except Exception:
            if self._end(running):
                fault = f"{TITLE} failed: a fault in Citeloom."
                self._editor.show_problem(ProblemMessage(fault, log_has_more=True))
            raise  # It is logged.

    async def _follow_to_end(self, running: JudgingJob) -> None:
        job, shown = running.job, running.shown
        shown.begin()
        if self.waits(job):
            shown.report("waiting until another draft is judged")
            self._editor.say("The claims are judged when those of another draft are.")
        try:
            async for step in job.steps():
                shown.report(step.stage, step.done, step.total, step.words)
            judged = await job.result()
            assert isinstance(judged, KeptJudgements)
        except JobCancelled:
            self._end(running)
            self._editor.say(f"Cancelled: {TITLE.lower()}. What was answered is kept.")
        except OutsideError as error:
            self._end(running)
            if await allows_outside(self._editor, self._session.context.user, error):
                await self._start_again(running)
        except ServiceError as error:
            self._end(running)
            message = self._editor.problem_message(error, f"{TITLE} failed")
            await self._offer_again(running, replace(message, remedy=CHOOSE_MODEL))
        except InputError as error:
            self._end(running)
            self._editor.say_problem(error)
        except JobFailed as error:
            logger.error("a job failed: %s\n%s", error, error.details)
            self._end(running)
            fault = f"{TITLE} failed: {error}."
            await self._offer_again(
                running, ProblemMessage(fault, log_has_more=bool(error.details))
            )
        else:
            self._session.checks.keep_judgements(running.root, judged)
            self._end(running)
            self._diagnosing.all_changed()
            said = f"{judged.words} It took {judged.used}."
            if judged.is_unusable:
                message = ProblemMessage(said, remedy=CHOOSE_MODEL)
                self._editor.show_problem(message, types.MessageType.Warning)
            else:
                self._editor.say(said)

    def _end(self, running: JudgingJob) -> bool:
        """End what is shown of a job; tell whether that was left to do."""
        if self._running.pop(running.job.id, None) is None:
            return False
        running.shown.end(running.job.state)
        self._editor.refresh()
        return True

    async def _offer_again(self, running: JudgingJob, message: ProblemMessage) -> None:
        if await self._editor.wants_another_try(message, f"Run {COMMAND} to try again."):
            await self._start_again(running)

    async def _start_again(self, running: JudgingJob) -> None:
        await self._reading.read_project(running.root)
        try:
            self._now().start(running.root, running.receiver, running.reason)
        except InputError as error:
            self._editor.say_problem(error)
