"""Jobs that write, and what they have written, until it is put into the draft or discarded."""

import asyncio
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from citeloom.actions.offer import (
    Insertion,
    Offer,
    OfferTask,
    drop_record,
    insertion,
    keep_record,
    made_from,
)
from citeloom.actions.write import WriteRequest
from citeloom.jobs.job import Job, JobCancelled, JobFailed
from citeloom.jobs.jobs import AlreadyRunning, Jobs
from citeloom.lsp.progress import WorkDone
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.server import Server
    from citeloom.lsp.snapshot import Snapshot

logger = logging.getLogger("citeloom")

TASK = "citeloom.actions.offer:make_offer"
AT_MOST = 2
SECONDS_TO_APPLY = 120.0
"""How long an editor may ask its user before it makes an edit."""


@dataclass(frozen=True)
class Section:
    """Which section something was or is being written for."""

    root: Path
    name: str

    @property
    def key(self) -> str:
        """The section as a key of a job."""
        return f"{self.root}#{self.name}"


@dataclass(frozen=True)
class _Running:
    section: Section
    job: Job
    shown: WorkDone


class Writing:
    """One job and one offer for each section."""

    def __init__(self, server: "Server") -> None:
        self._server = server
        self._jobs = Jobs(AT_MOST, spare=False, expected=(InputError,))
        self._running: dict[str, _Running] = {}
        self._handed: dict[str, tuple[Section, Insertion]] = {}
        self.offers: dict[str, tuple[Section, Offer]] = {}
        server.session.listeners.append(self._changed)

    async def close(self) -> None:
        """End all jobs."""
        if self._changed in self._server.session.listeners:
            self._server.session.listeners.remove(self._changed)
        await self._jobs.close()

    def start(self, snapshot: "Snapshot", request: WriteRequest) -> str:
        """Start to write for the section of a request; return the id of the job.

        Raises
        ------
        InputError
            If something is being written for that section already.
        """
        section = Section(snapshot.project.root, request.section)
        task = OfferTask(request, self._server.session.texts, snapshot.context.user)
        try:
            job = self._jobs.start(TASK, task, key=section.key)
        except AlreadyRunning:
            raise InputError(
                "related work is being written for this section already",
                advice="wait for it, or cancel it with citeloom.cancel",
            ) from None
        shown = WorkDone(self._server, "Writing related work")
        self._running[job.id] = _Running(section, job, shown)
        self._server.later(self._follow(section, job, shown))
        return job.id

    def is_running(self, section: Section) -> bool:
        """Tell whether something is being written for a section."""
        return any(one.section == section for one in self._running.values())

    def cancel(self, job_id: str = "") -> int:
        """Cancel a job, or all; return how many there were."""
        chosen = [one for name, one in self._running.items() if job_id in ("", name)]
        for one in chosen:
            one.job.cancel()
        return len(chosen)

    def cancel_progress(self, token: str) -> None:
        """Cancel the job whose progress the user has cancelled."""
        for one in self._running.values():
            if one.shown.token == token:
                one.job.cancel()

    def chosen(self, offer_id: str) -> tuple[Section, Offer]:
        """Return an offer by its id, or the only one.

        Raises
        ------
        InputError
            If there is none, or it is not clear which.
        """
        if offer_id:
            found = [self.offers[offer_id]] if offer_id in self.offers else []
        else:
            found = list(self.offers.values())
        if len(found) != 1:
            what = "several texts wait; say which" if found else "no written text waits any more"
            raise InputError(what, advice="start with citeloom.write")
        return found[0]

    def discard(self, offer_id: str = "") -> int:
        """Forget an offer, or all; return how many there were."""
        chosen = [name for name in self.offers if offer_id in ("", name)]
        for name in chosen:
            del self.offers[name]
        self._server.refresh()
        return len(chosen)

    async def insert(self, section: Section, offer: Offer, version: int) -> bool:
        """Put an offer into the draft as it is now; tell whether the client did it.

        Raises
        ------
        InputError
            As ``insertion`` does, and if the client cannot edit.
        """
        snapshot = self._server.session.snapshot_of(section.root)
        if not snapshot.client.can("workspace.apply_edit"):
            raise InputError("this editor takes no edits", advice="use the code action instead")
        planned = insertion(offer, snapshot.opened, version)
        is_new = keep_record(planned)
        if planned.edit is None:
            self._server.say("The draft has this text already.")
        elif not await self._applied(snapshot, planned):
            if is_new:
                drop_record(planned)
            self._server.say(
                "The editor did not make the edit; the text still waits.",
                types.MessageType.Warning,
            )
            return False
        self.discard(section.key)
        return True

    async def _applied(self, snapshot: "Snapshot", planned: Insertion) -> bool:
        assert planned.edit is not None
        edit = snapshot.workspace_edit({planned.path: (planned.edit,)})
        asked = self._server.workspace_apply_edit_async(
            types.ApplyWorkspaceEditParams(edit, label="Insert related work")
        )
        try:
            answer = await asyncio.wait_for(asked, SECONDS_TO_APPLY)
        except JsonRpcException as error:
            logger.warning("the editor refused the edit: %s", error.message)
            return False
        return bool(answer and answer.applied)

    def handed_over(self, section: Section, planned: Insertion) -> None:
        """Note that a client which takes no edits has got one to make itself."""
        self._handed[planned.placement.record.id] = (section, planned)

    def _changed(self, path: Path) -> None:
        """Keep the record of a text that was handed over as soon as it stands in a document."""
        buffer = self._server.session.buffers.get(path)
        for name, (section, planned) in list(self._handed.items()):
            if buffer is not None and f"citeloom:begin {name}" in buffer.text:
                del self._handed[name]
                keep_record(planned)
                self.discard(section.key)

    async def _follow(self, section: Section, job: Job, shown: WorkDone) -> None:
        begun = asyncio.ensure_future(shown.begin())
        message, kind = "", types.MessageType.Info
        try:
            async for step in job.steps():
                shown.report(step.stage, step.done, step.total)
            offer = await job.result()
            assert isinstance(offer, Offer)
            self.offers[section.key] = (section, offer)
            message = f"Related work is written ({offer.title()}). A code action inserts it."
            for warning in offer.warnings:
                self._server.say(warning, types.MessageType.Warning)
        except JobCancelled:
            message = "Writing related work was cancelled."
        except InputError as error:
            message, kind = str(error), types.MessageType.Error
        except JobFailed as error:
            logger.error("a job failed: %s\n%s", error, error.details)
            again = " Run citeloom.write to try again." if error.crashed else ""
            message, kind = f"Writing related work failed: {error}.{again}", types.MessageType.Error
        finally:
            self._running.pop(job.id, None)
            shown.end("done" if kind is types.MessageType.Info else "failed")
            begun.cancel()
        self._server.say(message, kind)
        self._server.refresh()


def has_changed(offer: Offer, snapshot: "Snapshot") -> bool:
    """Tell whether the draft or its references are no longer what the text was written from."""
    try:
        return made_from(snapshot.opened, offer.request) != offer.made_from
    except InputError:
        return True
