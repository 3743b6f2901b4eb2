"""Look for suggestions in a process of its own, for an editor."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import DraftTask, open_project
from citeloom.actions.suggesting.all_sources import all_sources
from citeloom.actions.suggesting.dismissed import dismissed_ids
from citeloom.actions.suggesting.draft_sentences import DraftPart
from citeloom.actions.suggesting.suggest import suggest
from citeloom.actions.suggesting.suggestion import Suggestions
from citeloom.methods.port import Progress


@dataclass(frozen=True)
class SuggestTask(DraftTask):
    """What is looked for: a part of the draft with this root.

    ``may_ask``: the user agrees that services are asked about the draft's references.
    """

    root: Path
    part: DraftPart
    may_ask: bool = False


async def suggest_in_background(task: SuggestTask, progress: Progress) -> Suggestions:
    """Return suggestions."""
    progress.stage("reading the draft")
    context = task.context
    opened = open_project(task.root, context)
    progress.stage("looking for references")
    sources = all_sources(opened, context, may_ask=task.may_ask, progress=progress)
    root = opened.project.root
    dismissed = dismissed_ids(task.user.data_folder, root)
    return await suggest(opened, context, task.part, sources=sources, dismissed=dismissed)
