"""All who are searched for suggestions, also in a process of its own for an editor."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context, DraftTask, Opened, open_project
from citeloom.actions.corpus.opening import CorpusPlace, corpus_folder, corpus_place
from citeloom.actions.suggesting.dismissed import dismissed_ids
from citeloom.actions.suggesting.draft_sentences import DraftPart
from citeloom.actions.suggesting.from_bib import BibSource
from citeloom.actions.suggesting.from_collections import CorpusSource, LibrarySource
from citeloom.actions.suggesting.from_references import ReferencesSource
from citeloom.actions.suggesting.from_services import services_in_reach
from citeloom.actions.suggesting.sources import CandidateSource
from citeloom.actions.suggesting.suggest import suggest
from citeloom.actions.suggesting.suggestion import Suggestions
from citeloom.methods.port import Progress


def all_sources(
    opened: Opened,
    context: Context,
    corpus: CorpusPlace | None = None,
    *,
    may_ask: bool | None = None,
    progress: Progress | None = None,
) -> tuple[CandidateSource, ...]:
    """Return the corpus, the user's libraries, uncited entries, what references cite, services.

    Parameters
    ----------
    corpus
        Where the corpus is; None for the one in the user's data.
    may_ask
        Whether services may be asked; None for what the user has answered to that.
    """
    return (
        *sources_in_hand(opened, context, corpus),
        *services_in_reach(context, may_ask, progress),
    )


def sources_in_hand(
    opened: Opened, context: Context, corpus: CorpusPlace | None = None
) -> tuple[CandidateSource, ...]:
    """Return the sources that ask no service, as `all_sources` does."""
    place = corpus or corpus_place(context)
    # Nobody is told of a corpus that they have never built.
    is_theirs = place != corpus_folder(context) or place.path.exists()
    return (
        *((CorpusSource(place, opened.project.root, context),) if is_theirs else ()),
        LibrarySource(context),
        BibSource(opened, context),
        ReferencesSource(opened, context),
    )


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
