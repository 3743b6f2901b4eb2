"""Look for references that drafts might cite, and keep the last answer for each draft."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.jobs.job import Job
from citeloom.lsp.editor import Editor
from citeloom.lsp.runner import Queue, Runner
from citeloom.lsp.session import Session
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.actions.suggesting.draft_sentences import DraftPart
    from citeloom.actions.suggesting.suggestion import Suggestion, Suggestions
    from citeloom.lsp.snapshot import Snapshot

QUEUE = Queue("suggest", "citeloom.actions.suggesting.all_sources:suggest_in_background", 2)


@dataclass(eq=False)
class Suggesting:
    """At most one search for each draft; the newest one counts."""

    _editor: Editor
    _session: Session
    _runner: Runner
    _looking: dict[Path, Job] = field(default_factory=dict, init=False)
    kept: "dict[Path, Suggestions]" = field(default_factory=dict, init=False)
    """The last answer by the draft's root, without what was taken or dismissed since."""

    async def look(
        self, snapshot: "Snapshot", part: "DraftPart", *, may_ask: bool
    ) -> "Suggestions":
        """Look for suggestions for a part of a draft, and keep them as its last ones.

        Raises
        ------
        JobCancelled, JobFailed
            If it was cancelled, also by a newer search; if it ended in the middle.
        """
        from citeloom.actions.suggesting.all_sources import SuggestTask
        from citeloom.actions.suggesting.suggestion import Suggestions

        root = snapshot.project.root
        if (earlier := self._looking.get(root)) is not None:
            earlier.cancel()
        context = snapshot.context
        task = SuggestTask(
            self._session.texts, context.user, context.folders, root, part, may_ask=may_ask
        )
        # An earlier search of the same draft may take a moment to end: each has a key of its own.
        job = self._looking[root] = self._runner.start(QUEUE, task)
        try:
            found = await self._runner.follow(job, "Looking for references")
        finally:
            if self._looking.get(root) is job:
                del self._looking[root]
        assert isinstance(found, Suggestions)
        self.kept[root] = found
        self._editor.refresh()
        return found

    def suggested(self, root: Path, name: str) -> "Suggestion":
        """Return the suggestion of a paper's id that is kept for a draft.

        Raises
        ------
        InputError
            If there is none.
        """
        kept = self.kept.get(root)
        found = kept.found if kept else ()
        for suggestion in found:
            if suggestion.paper.id == name:
                return suggestion
        raise InputError(
            "this paper is no longer among the suggestions", advice="look for references again"
        )

    def drop(self, root: Path, suggestion: "Suggestion") -> None:
        """Forget a suggestion that was taken or dismissed."""
        kept = self.kept[root]
        left = tuple(other for other in kept.found if other is not suggestion)
        self.kept[root] = replace(kept, found=left)
        self._editor.refresh()
