"""The words that writing would send to a language model."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from citeloom.actions.context import Context
from citeloom.actions.corpus.draft_embedder import draft_embedder
from citeloom.actions.papers.citing import KeptTexts
from citeloom.actions.writing.forecast import DRAFT_TEXT, plan_at_once
from citeloom.actions.writing.revising.planned import planned_for_model
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.task.plan import Plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.methods.modelled.mentions import mention_texts
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.paper import Paper


@dataclass(frozen=True)
class DryRun:
    """The draft's parts by name, and the papers.

    Of a paper title, authors, venue, year and abstract are sent.

    ``mentions`` are the sentences of others on papers without an abstract, and ``texts`` the parts
    of full texts, by the papers' ids. ``theme`` is the point of view that the author wants. All are
    empty where the method asks no model.
    """

    draft: tuple[tuple[str, str], ...] = ()
    papers: tuple[Paper, ...] = ()
    mentions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    theme: str = ""


def dry_run(request: WriteRequest, context: Context) -> DryRun:
    """Return what would be sent; nothing is sent, and nobody is asked.

    A model gets it in parts, with the method's instructions around; what does not fit into its
    context is shortened.

    Raises
    ------
    InputError
        As ``plan`` does.
    """
    return planned_dry_run(plan_at_once(request, context), context)


def revising_dry_run(request: ReviseRequest, context: Context) -> DryRun:
    """Return what a revision would send, as ``dry_run`` does.

    Raises
    ------
    InputError
        As ``planned_for_model`` does.
    """
    planned = planned_for_model(request, context)
    return DryRun() if planned is None else planned_dry_run(planned, context)


def planned_dry_run(planned: Plan, context: Context) -> DryRun:
    """Return what a plan would send."""
    if not planned.method.uses_model:
        return DryRun()
    draft = planned.task.draft
    parts = [("title", draft.title), (draft.abstract_source, draft.abstract)]
    parts.append((DRAFT_TEXT, planned.draft_excerpt))
    papers = planned.task.references
    mentions = {paper.id: mention_texts(paper, planned.task.surroundings) for paper in papers}
    texts: Mapping[str, str] = {}
    if planned.full_texts_read:
        kept = KeptTexts(FullTextCache(context.user.full_texts), planned.texts)
        embedder = draft_embedder(planned.project.root, context)
        embedded = planned.method.compares_texts and embedder is not None
        texts = planned.method.excerpts(planned.task, planned.parameters, kept, embedded=embedded)
    drafted, theme = tuple(part for part in parts if part[1]), planned.task.theme
    return DryRun(drafted, tuple(papers), mentions, texts, theme)
