"""Jobs that weave references in, and what they have woven, until it is taken or discarded."""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pydantic import SecretStr

from citeloom.actions.user.agreement import NOBODY, Receiver
from citeloom.actions.writing.weave import WeaveRequest
from citeloom.actions.writing.woven_offer import (
    WeaveTask,
    WovenOffer,
    drop_records,
    keep_records,
    woven_edits,
)
from citeloom.jobs.job import Job, JobCancelled, JobFailed
from citeloom.jobs.jobs import Jobs
from citeloom.lsp.background import Background
from citeloom.lsp.editor import TRY_AGAIN, Applied, Editor, in_sentences
from citeloom.lsp.own_messages import TextWaits
from citeloom.lsp.progress import WorkDone
from citeloom.lsp.session import Session
from citeloom.problem import InputError, ServiceError

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

logger = logging.getLogger("citeloom")

TASK = "citeloom.actions.writing.woven_offer:make_woven"


class Weaving:
    """What is being woven in, and what waits, by the ids of the jobs."""

    def __init__(self, editor: Editor, session: Session, background: Background) -> None:
        self._editor = editor
        self._session = session
        self._background = background
        self._jobs = Jobs(1, expected=(InputError,))
        self._running: dict[str, tuple[Job, WorkDone]] = {}
        self._waiting: dict[str, tuple[Snapshot, WovenOffer]] = {}
        self.questions: dict[tuple[Path, Sequence[str]], Receiver] = {}
        """Whether keys may be woven into a project by whom, asked without a button."""

    async def close(self) -> None:
        """End all jobs."""
        await self._jobs.close()

    def start(
        self, snapshot: "Snapshot", request: WeaveRequest, receiver: Receiver = NOBODY
    ) -> Job:
        """Start to weave; ``receiver`` is whom the user has agreed to send to."""
        session = self._session
        key = SecretStr(session.model_key)
        task = WeaveTask(request, session.texts, snapshot.context.user, key, receiver)
        job = self._jobs.start(TASK, task, key=repr((request.main, request.keys)))
        shown = WorkDone(self._editor, self._background, f"Weaving in {', '.join(request.keys)}")
        self._running[job.id] = (job, shown)
        again = partial(self.start, snapshot, request, receiver)
        self._background.run(self._follow(job, shown, snapshot, again))
        return job

    @property
    def all(self) -> dict[str, tuple[Path, WovenOffer]]:
        """All that waits, by id, each with the root of its project."""
        return {
            name: (made_for.project.root, offer)
            for name, (made_for, offer) in self._waiting.items()
        }

    def offer(self, name: str) -> WovenOffer | None:
        """Return what waits under an id."""
        found = self._waiting.get(name)
        return found[1] if found else None

    def discard(self, name: str = "") -> int:
        """Forget what waits under an id, or all; return how many there were."""
        chosen = [one for one in self._waiting if name in ("", one)]
        for one in chosen:
            del self._waiting[one]
        self._editor.refresh()
        return len(chosen)

    def cancel(self, job_id: str = "") -> int:
        """Cancel a job, or all; return how many there were."""
        chosen = [job for job, _ in self._running.values() if job_id in ("", job.id)]
        for job in chosen:
            job.cancel()
        return len(chosen)

    def cancel_progress(self, token: str) -> None:
        """Cancel the job whose progress the user has cancelled."""
        for job, shown in self._running.values():
            if shown.token == token:
                job.cancel()

    async def insert(self, name: str) -> object:
        """Have the client put an offer into the draft as it is now.

        A client that takes no edits gets it in the answer.

        Raises
        ------
        InputError
            As ``woven_edits`` and ``keep_records`` do.
        """
        made_for, offer = self._waiting[name]
        self._session.forget_roots()
        snapshot = self._session.snapshot_of(made_for.path)
        edits = woven_edits(offer, snapshot.opened)
        new = keep_records(offer, snapshot.opened)
        edit = snapshot.workspace_edit(edits)
        if not snapshot.client.can("workspace.apply_edit"):
            self.discard(name)
            return {"applied": False, "edit": edit}
        applied = await self._editor.apply(edit, "Weave in") is Applied.MADE
        if applied:
            self.discard(name)
        else:
            drop_records(new, snapshot.opened)
            self._editor.say("The editor did not make the edit; the sentence still waits.")
        return {"applied": applied}

    async def _follow(
        self, job: Job, shown: WorkDone, snapshot: "Snapshot", again: Callable[[], object]
    ) -> None:
        shown.begin()
        try:
            async for step in job.steps():
                shown.report(step.stage, step.done, step.total)
            offer = await job.result()
            assert isinstance(offer, WovenOffer)
        except JobCancelled:
            self._ended(job, "cancelled", "Weaving in was cancelled.")
        except ServiceError as error:
            self._ended(job, "failed")
            message = in_sentences("Weaving in failed", error)
            instead = "Run citeloom.weave to try again."
            if await self._editor.agrees(message, TRY_AGAIN, instead):
                again()
        except InputError as error:
            self._ended(job, "failed", str(error), types.MessageType.Error)
        except JobFailed as error:
            logger.error("a job failed: %s\n%s", error, error.details)
            self._ended(job, "failed", f"Weaving in failed: {error}.", types.MessageType.Error)
        else:
            self._waiting[job.id] = (snapshot, offer)
            self._editor.say_warnings(offer.warnings)
            self._ended(job, "done")
            root = snapshot.project.root
            if offer.lost:
                message = f"Woven in ({offer.title}), but words of your own would be replaced."
                instead = "citeloom.preview shows how."
            else:
                message, instead = f"Woven in ({offer.title}).", "A code action inserts it."
            text = TextWaits(job.id, root, message, woven=True, can_insert=not offer.lost)
            self._editor.say_written(text, instead)

    def _ended(
        self,
        job: Job,
        how: str,
        message: str = "",
        kind: types.MessageType = types.MessageType.Info,
    ) -> None:
        _, shown = self._running.pop(job.id)
        shown.end(how)
        if message:
            self._editor.say(message, kind)
        self._editor.refresh()
