"""Fetch cited papers: unasked if the user has agreed to that, or by command."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.lsp.background import Background
from citeloom.lsp.diagnosing import Diagnosing
from citeloom.lsp.editor import Editor
from citeloom.lsp.preloading import Preloading
from citeloom.lsp.runner import Queue, Runner
from citeloom.lsp.session import Session
from citeloom.problem import InputError, OutsideError

if TYPE_CHECKING:
    from citeloom.actions.papers.fetch import FetchReport, FetchRequest
    from citeloom.actions.papers.unfetched import UnfetchedPaper
    from citeloom.jobs.job import Job
    from citeloom.lsp.snapshot import Snapshot

logger = logging.getLogger("citeloom")

SECONDS_OF_QUIET = 1.5
"""How long the author pauses before the user is asked, or services are."""

SECONDS_UNTIL_SHOWN = 3.0
"""How long a fetch may take before its progress is shown."""

SECONDS_UNTIL_AGAIN = 600.0
"""How long a paper is left alone after services have failed, unless the user asks."""

FETCHING, LOOKING = "Fetching papers", "Looking on this disk"
"""What its progress is called."""

QUEUE = Queue("fetch", "citeloom.actions.papers.fetch:run_fetch", 3, memory=1_500_000_000)
"""A job hands PDFs of up to 100 MB to the processes that read them."""


@dataclass(eq=False)
class Fetching:
    """Runs at most one unasked fetch for each project, and those that the user asks for.

    Only those papers are looked up that no stored search is of. No order asks for that: what comes
    is kept paper by paper, so that no result of a job can come too late.
    """

    _editor: Editor
    _session: Session
    _background: Background
    _diagnosing: Diagnosing
    _reading: Preloading
    _runner: Runner
    _running: set[Path] = field(default_factory=set, init=False)
    _seen: set[Path] = field(default_factory=set, init=False)
    _later: set[Path] = field(default_factory=set, init=False)
    _failed: dict[str, float] = field(default_factory=dict, init=False)
    _waiting: asyncio.Future[None] | None = field(default=None, init=False)
    _settled: bool = field(default=False, init=False)
    _asked: bool = field(default=False, init=False)
    _is_asking: bool = field(default=False, init=False)
    _after_yes: dict[Path, Callable[[], Awaitable[None]]] = field(default_factory=dict, init=False)
    _asked_about: set[tuple[Path, Path]] = field(default_factory=set, init=False)
    _complained: bool = field(default=False, init=False)
    _told_of_failures: bool = field(default=False, init=False)

    def begin(self) -> None:
        """Follow the documents from now on; the client has given its settings."""
        self._settled = True
        self._session.listeners.append(lambda _: self._wait_again())
        self._wait_again()

    def seen(self, path: Path) -> None:
        """Note that a document was opened or saved."""
        self._seen.add(path)
        self._wait_again()

    async def fetch(
        self,
        snapshot: "Snapshot",
        request: "FetchRequest | None" = None,
    ) -> "FetchReport":
        """Fetch some papers, or all that are cited, because the user asks for it.

        Where fetching is off, this disk can be looked at all the same.

        Raises
        ------
        InputError
            If fetching is off in the settings, was cancelled or ended in the middle; if
            ``run_fetch`` raises it.
        """
        from citeloom.actions.papers.fetch import FetchRequest
        from citeloom.jobs.job import JobCancelled, JobFailed

        request = request or FetchRequest(snapshot.project.root)
        if snapshot.settings.fetch == "off" and not request.offline:
            raise InputError("fetching is off", advice="turn it on with the setting 'fetch'")
        job = self._start(snapshot, request)
        try:
            return await self._follow(job, LOOKING if request.offline else FETCHING)
        except JobCancelled:
            raise InputError("fetching was cancelled; what arrived is kept") from None
        except JobFailed as error:
            raise InputError(f"fetching failed: {error}") from None

    def _wait_again(self) -> None:
        """Begin to wait for the author's next pause."""
        if not (self._settled and self._seen):
            return
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self._background.run(self._when_quiet())

    async def _when_quiet(self) -> None:
        await asyncio.sleep(SECONDS_OF_QUIET)
        seen, self._seen, self._waiting = self._seen, set(), None
        for path in sorted(seen):
            try:
                await self._fetch_missing(path)
            except InputError as error:
                logger.info("nothing is fetched for %s: %s", path, error)

    async def _fetch_missing(self, path: Path) -> None:
        """Fetch what is missing for a document's project, if the user agrees."""
        if self._session.settings.fetch == "off":
            return
        from citeloom.actions.papers.unfetched import unfetched_papers

        snapshot = await self._reading.answer(partial(self._session.snapshot_of, path))
        root = snapshot.project.root
        if root in self._running:
            self._later.add(path)
            return
        reader = snapshot.paper_reader
        found = await asyncio.to_thread(unfetched_papers, snapshot.opened, reader)
        own = self._own_papers(snapshot, found)
        wanted = [paper for paper in own if not self._has_failed(paper)]
        if path.suffix.lower() != ".bib" and all(paper.abstract for paper in wanted):
            return
        if wanted and root not in self._running and self.may_fetch(snapshot, papers=wanted):
            self._running.add(root)
            self._background.run(self._fetch_quietly(snapshot, wanted))

    def _own_papers(
        self, snapshot: "Snapshot", papers: "Sequence[UnfetchedPaper]"
    ) -> "list[UnfetchedPaper]":
        """Return the papers of the project's own .bib files; ask once about those of others."""
        project, folder = snapshot.project, snapshot.folder
        outside = set(folder.outside(bib.path for bib in project.bibliographies))
        if not folder.holds(project.root):
            return []
        if not outside:
            return list(papers)
        own, files = [], set[Path]()
        for paper in papers:
            entries = (entry for key in paper.keys if (entry := project.entry(key)) is not None)
            elsewhere = outside.intersection(project.files_of(entries))
            files |= elsewhere
            own += [] if elsewhere else [paper]
        if files and self.may_fetch(snapshot, papers=own):
            self._background.run(self._ask_about(snapshot, sorted(files)))
        return own

    async def _ask_about(self, snapshot: "Snapshot", files: list[Path]) -> None:
        """Ask about .bib files outside of a project, about each once in a session."""
        from citeloom.actions.user.outside_agreement import refused_outside
        from citeloom.lsp.questions.outside import may_look_up

        user, folder = snapshot.context.user, snapshot.folder.path
        refused = refused_outside(user.data_folder, folder)
        new = [path for path in files if path.resolve() not in refused]
        new = [path for path in new if (folder, path) not in self._asked_about]
        self._asked_about |= {(folder, path) for path in new}
        if not new:
            return
        error = OutsideError(folder, new, "looked up")
        if await may_look_up(self._editor, user, error):
            self.seen(snapshot.path)

    def _has_failed(self, paper: "UnfetchedPaper") -> bool:
        return monotonic() - self._failed.get(paper.id, float("-inf")) < SECONDS_UNTIL_AGAIN

    def may_fetch(
        self,
        snapshot: "Snapshot",
        after_yes: Callable[[], Awaitable[None]] | None = None,
        papers: "Sequence[UnfetchedPaper]" = (),
    ) -> bool:
        """Tell whether papers may be fetched unasked; ask the user if that is not known.

        They are asked once in a session, and whenever they want something that needs it: that is
        ``after_yes``, which runs if the answer is yes. ``papers`` are those to be looked up now.
        """
        from citeloom.actions.user.fetch_agreement import consent_of

        if snapshot.settings.fetch == "on":
            return True
        agreed = consent_of(snapshot.context.user)
        if agreed is None:
            if after_yes is not None:
                self._after_yes[snapshot.project.root] = after_yes
            if not self._is_asking and (after_yes is not None or not self._asked):
                self._asked = self._is_asking = True
                self._background.run(self._ask_user(snapshot, papers))
        return agreed is True

    async def _ask_user(self, snapshot: "Snapshot", papers: "Sequence[UnfetchedPaper]") -> None:
        """Ask the user; do what waits for the answer, if that is yes."""
        from citeloom.lsp.questions.looking_up import agrees_to_look_ups

        agreed = False
        lacking = sum(not paper.abstract for paper in papers)
        try:
            user = snapshot.context.user
            agreed = await agrees_to_look_ups(self._editor, user, len(papers), lacking)
        except InputError as error:
            self._complain(str(error))
        finally:
            self._is_asking = False
            waiting, self._after_yes = self._after_yes, {}
        if agreed:
            for path in self._session.buffers:
                self.seen(path)
            for act in waiting.values():
                self._background.run(self._editor.attempt(act))

    async def _fetch_quietly(self, snapshot: "Snapshot", wanted: "list[UnfetchedPaper]") -> None:
        from citeloom.actions.papers.fetch import FetchRequest
        from citeloom.jobs.job import JobCancelled, JobFailed

        root = snapshot.project.root
        now = monotonic()
        try:
            keys = tuple(key for paper in wanted for key in paper.keys)
            report = await self._follow(self._start(snapshot, FetchRequest(root, keys)))
        except JobCancelled:
            self._failed |= dict.fromkeys((paper.id for paper in wanted), now)
        except (InputError, JobFailed) as error:
            self._failed |= dict.fromkeys((paper.id for paper in wanted), now)
            logger.error("papers of %s: %s%s", root, error, getattr(error, "details", ""))
            self._complain(f"Fetching papers failed: {error}")
        else:
            self._note_failures(snapshot, report, wanted)
        finally:
            self._running.discard(root)
            for path in self._later:
                self.seen(path)
            self._later.clear()

    def _note_failures(
        self, snapshot: "Snapshot", report: "FetchReport", wanted: "list[UnfetchedPaper]"
    ) -> None:
        """Log in one line who failed, and leave the papers alone for a while.

        What they kept back is said once in a session, with another try.
        """
        from citeloom.actions.papers.fetched_entry import needs_another_try
        from citeloom.lsp.questions.trying_again import tell_outcome

        services = {
            failure.service: failure.reason
            for fetched in report.entries
            for failure in fetched.outcome.failures
        }
        if not services:
            return
        said = "; ".join(f"{name}: {what}" for name, what in services.items())
        root = snapshot.project.root
        logger.warning("papers of %s: not all services answered: %s", root, said)
        failed = {fetched.key for fetched in report.entries if fetched.outcome.failures}
        papers = (paper.id for paper in wanted if not failed.isdisjoint(paper.keys))
        self._failed |= dict.fromkeys(papers, monotonic())
        if not self._told_of_failures and any(map(needs_another_try, report.entries)):
            self._told_of_failures = True
            again = partial(self._try_again, snapshot.path)
            tell_outcome(self._editor, self._background, report.entries, again)

    async def _try_again(self, path: Path) -> None:
        """Fetch what a document's project cites, now that the user asks for it."""
        from citeloom.lsp.questions.trying_again import tell_outcome

        snapshot = await self._reading.answer(partial(self._session.snapshot_of, path))
        report = await self.fetch(snapshot)
        again = partial(self._try_again, path)
        tell_outcome(self._editor, self._background, report.entries, again)

    def _start(self, snapshot: "Snapshot", request: "FetchRequest") -> "Job":
        """Start a fetch; the same one that is under way already is the one that is meant."""
        from citeloom.actions.papers.fetch import FetchTask

        context = snapshot.context
        task = FetchTask(self._session.texts, context.user, context.folders, request)
        return self._runner.start(QUEUE, task, key=repr(request))

    async def _follow(self, job: "Job", title: str = FETCHING) -> "FetchReport":
        """Wait for a fetch, and show its results as they come."""
        from citeloom.actions.papers.fetch import FetchReport

        heard = self._session.papers.changed
        try:
            report = await self._runner.follow(job, title, SECONDS_UNTIL_SHOWN, heard)
            assert isinstance(report, FetchReport)
            return report
        finally:
            if job.has_ended:  # Else the server is ending.
                self._session.papers.changed()
                self._diagnosing.papers_changed()
                self._editor.refresh()

    def _complain(self, message: str) -> None:
        """Tell the user, once in a session, that papers cannot be fetched."""
        if not self._complained:
            self._complained = True
            self._editor.say(message, types.MessageType.Warning)
