"""The parts of the server, each made with what it needs of the others."""

from functools import cached_property
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.lsp.background import Background
from citeloom.lsp.diagnosing import Diagnosing
from citeloom.lsp.editor import Connection, Editor
from citeloom.lsp.editor_models import EditorModels
from citeloom.lsp.fetching import Fetching
from citeloom.lsp.job_state import JobState
from citeloom.lsp.preloading import Indexing, Preloading
from citeloom.lsp.runner import Runner
from citeloom.lsp.session import Session

if TYPE_CHECKING:
    from citeloom.lsp.ordered_jobs import OrderedJobs
    from citeloom.lsp.previews import Previews
    from citeloom.lsp.suggesting import Suggesting
    from citeloom.lsp.waiting import WaitingTexts


class Components:
    """The parts of one connection's server; those that few sessions need are made when needed."""

    def __init__(self, connection: Connection) -> None:
        self.session = Session()
        self.background = Background()
        self.reading = Preloading(self.session, self.background)
        self.editor = Editor(connection, self.session)
        self.diagnosing = Diagnosing(self.editor, self.session, self.background, self.reading)
        self.runner = Runner(self.editor, self.background)
        self.fetching = Fetching(
            self.editor,
            self.session,
            self.background,
            self.diagnosing,
            self.reading,
            self.runner,
        )
        self.indexing = Indexing(self.session, self.background, self.reading)
        self.models = EditorModels(self.editor)

    @cached_property
    def jobs(self) -> "OrderedJobs":
        """The jobs that are ordered: they write, weave, revise and judge."""
        from citeloom.lsp.ordered_jobs import OrderedJobs
        from citeloom.lsp.results import Results

        return OrderedJobs(
            self.editor,
            self.session,
            self.background,
            self.reading,
            self.models,
            Results(self.editor, self.session, self.background, self.diagnosing, self.waiting),
            self.runner,
            lambda: self.jobs,
        )

    @cached_property
    def waiting(self) -> "WaitingTexts":
        """The texts that wait."""
        from citeloom.lsp.waiting import WaitingTexts

        return WaitingTexts(self.editor, self.session, self.background, self.reading)

    @cached_property
    def previews(self) -> "Previews":
        """The read-only texts that are shown."""
        from citeloom.lsp.previews import Previews

        return Previews(self.editor, self.background)

    @cached_property
    def suggesting(self) -> "Suggesting":
        """The searches for references, and what they have found."""
        from citeloom.lsp.suggesting import Suggesting

        return Suggesting(self.editor, self.session, self.runner)

    @property
    def work(self) -> JobState:
        """The jobs that write, the texts that wait and the references that are suggested now."""
        suggested = dict(self.suggesting.kept) if self._has("suggesting") else {}
        jobs = self.jobs.writing if self._has("jobs") else ()
        return JobState(jobs, self.waiting.offered if self._has_texts else (), suggested)

    def read_drafts(self, offer: str) -> None:
        """Read the drafts that a waiting text is for, by its id, or those of all that wait."""
        if self._has_texts:
            self.waiting.read_drafts(offer)

    @property
    def _has_texts(self) -> bool:
        """Whether this server or earlier ones kept texts; nothing is imported for that."""
        from citeloom.keeping.private import has_files

        return self._has("waiting") or has_files(self.session.context.user.waiting, ".json")

    def configure(self, values: object) -> None:
        """Take settings, and show everything again by them."""
        before = self.session.settings.claims
        self.session.configure(values)
        if self.session.settings.claims != before:
            self.session.checks.forget_claims()
        self.diagnosing.all_changed()
        self.editor.refresh()

    async def pull_configuration(self) -> None:
        """Ask the client for the user's settings; say once what is wrong with them."""
        # One folder's own settings are those of its window.
        folders = self.session.folders if len(self.session.folders) > 1 else []
        window, *own = await self.editor.configuration(folders) or [None]
        if window:
            self.configure(window)
        if own:
            self.session.configure_folders(dict(zip(folders, own, strict=False)))
            self.editor.refresh()
        for note in self.session.take_notes():
            self.editor.say(note, types.MessageType.Warning)

    def cancel(self, job_id: str = "") -> int:
        """Cancel an ordered job, or all of them; return how many there were."""
        return self.jobs.cancel(job_id) if self._has("jobs") else 0

    def _has(self, part: str) -> bool:
        """Tell whether a part was needed so far."""
        return part in vars(self)

    async def begin_again(self) -> None:
        """Stop all jobs and forget everything but the documents that are open."""
        # Whoever writes while the old jobs end has new ones.
        self._close_texts()
        for part in ("jobs", "waiting", "previews", "suggesting"):
            vars(self).pop(part, None)
        await self.runner.end_all()
        self.session.forget()
        self.diagnosing.all_changed()
        self.editor.refresh()
        await self.pull_configuration()

    async def close(self) -> None:
        """End all that is under way."""
        self.background.close()
        self._close_texts()
        await self.runner.end_all()

    def _close_texts(self) -> None:
        if self._has("waiting"):
            self.waiting.close()
        if self._has("previews"):
            self.previews.close()
