"""Forecast what writing, weaving or revising would cost and send."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from citeloom.actions.context import Context
from citeloom.actions.writing.choices import obstacle_to
from citeloom.actions.writing.models import Estimate, Setup, configured_model
from citeloom.actions.writing.rehearsal import (
    rehearsed_estimate,
    rehearsed_estimates,
    rehearsed_weaving,
)
from citeloom.actions.writing.revising.planned import plans_for_model
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.task.plan import Plan, plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.weave_plan import WeavePlan, WeaveRequest, plan_weave
from citeloom.methods.task import DraftText
from citeloom.models.receiver import Receiver

PARAGRAPHS = "paragraphs of its related work"
"""The part of the draft that weaving sends beside what writing does."""

DRAFT_TEXT = "text without its related work"
"""The part of the draft from which a method reads its key elements."""

FULL_TEXTS = "full texts of references"
"""The name of what is sent of full texts: sentences on others, and parts for key elements."""

WHOLE_TEXTS = "whole full texts of references"
"""What is sent besides where a method reads full texts section by section."""


@dataclass(frozen=True)
class Forecast:
    """The cost of writing by a method, and what would be sent to whom.

    ``draft_parts`` are the parts of the draft that would be sent. ``references`` is the number of
    papers that would be sent with their titles: ``with_abstract`` of them with an abstract,
    ``with_mentions`` of the others with what other references say of them, and ``full_texts`` of
    them with parts of their text, if ``whole_texts`` with all of it; ``paper_facts`` names what is
    sent of each. ``notices`` are what to know before a run. ``stays_here``: nothing would leave
    this machine. ``obstacle`` says why the method cannot write now, and is empty if it can.
    """

    method: str
    uses_model: bool
    estimate: Estimate
    receiver: Receiver
    stays_here: bool
    draft_parts: tuple[str, ...]
    references: int
    with_abstract: int
    obstacle: str
    with_mentions: int = 0
    full_texts: int = 0
    notices: tuple[str, ...] = ()
    whole_texts: bool = False
    paper_facts: str = "title, authors, venue, year and abstract"

    @property
    def sent_parts(self) -> tuple[str, ...]:
        """What a user agrees to send.

        An agreement to abstracts does not cover full texts, one to parts of them not all of them.
        """
        return (
            *self.draft_parts,
            *((FULL_TEXTS,) if self.with_mentions or self.full_texts else ()),
            *((WHOLE_TEXTS,) if self.whole_texts else ()),
        )


def forecast(request: WriteRequest, context: Context, handed_over: str = "") -> Forecast:
    """Forecast writing; nobody is asked."""
    planned = plan_at_once(request, context, handed_over)
    setup = configured_model(handed_over) if planned.method.uses_model else None
    return planned_forecast(planned, context, setup)


def plan_at_once(request: WriteRequest, context: Context, handed_over: str = "") -> Plan:
    """Plan what a request wants, with the references of a corpus where it wants these.

    Not in an event loop.
    """
    found = None
    if request.from_corpus:
        from citeloom.actions.corpus.find_references import find_references

        found = asyncio.run(find_references(request, context, handed_over=handed_over))
    return plan(request, context, found)


def planned_forecast(planned: Plan, context: Context, setup: Setup | None) -> Forecast:
    """Forecast what was planned."""
    return _forecast(planned, rehearsed_estimate(planned, context, setup), context, setup)


def _forecast(
    planned: Plan, estimated: Estimate, context: Context, setup: Setup | None
) -> Forecast:
    uses_model = planned.method.uses_model
    draft_parts = _parts(planned.task.draft)
    if planned.draft_excerpt:
        draft_parts = (*draft_parts, DRAFT_TEXT)
    return Forecast(
        planned.method.name,
        uses_model,
        estimated,
        setup.receiver if setup else Receiver(),
        setup is None or setup.is_local,
        draft_parts if uses_model else (),
        len(planned.task.references) if uses_model else 0,
        planned.with_abstract,
        obstacle_to(setup, has_editor_models=context.has_editor_models) if uses_model else "",
        planned.with_mentions if uses_model else 0,
        planned.full_texts_read if uses_model else 0,
        planned.notices,
        planned.whole_texts,
    )


def weaving_forecast(request: WeaveRequest, context: Context, handed_over: str = "") -> Forecast:
    """Forecast weaving by a language model; nobody is asked."""
    return planned_weaving(plan_weave(request, context), context, configured_model(handed_over))


def revising_forecast(
    request: ReviseRequest, context: Context, handed_over: str = ""
) -> Forecast | None:
    """Forecast a revision; None where it asks no language model. Nobody is asked."""
    plans = plans_for_model(request, context)
    if not plans:
        return None
    return forecast_of_all(plans, context, configured_model(handed_over))


def forecast_of_all(plans: Sequence[Plan], context: Context, setup: Setup | None) -> Forecast:
    """Forecast texts that one method writes one after the other; a paper counts once."""
    first, *others = rehearsed_estimates(plans, context, setup)
    estimate = sum(others, first)
    every = [_forecast(planned, estimate, context, setup) for planned in plans]
    count = (f"{len(plans)} sentences are written, one after the other",) if others else ()
    return replace(
        every[0],
        draft_parts=tuple(dict.fromkeys(part for made in every for part in made.draft_parts)),
        references=len({it.id for planned in plans for it in planned.task.references}),
        with_abstract=len({it for planned in plans for it in planned.ids_with_abstract}),
        with_mentions=len({it for planned in plans for it in planned.ids_with_mentions}),
        full_texts=len({it for planned in plans for it in planned.ids_of_texts_read}),
        notices=(*count, *dict.fromkeys(notice for made in every for notice in made.notices)),
        whole_texts=any(made.whole_texts for made in every),
    )


def planned_weaving(planned: WeavePlan, context: Context, setup: Setup | None) -> Forecast:
    """Forecast weaving that was planned."""
    written = planned.written
    return Forecast(
        written.method.name,
        planned.uses_model,
        rehearsed_weaving(planned, context, setup),
        setup.receiver if setup else Receiver(),
        setup is None or setup.is_local,
        (*_parts(written.task.draft), PARAGRAPHS),
        len(written.task.references),
        written.with_abstract,
        obstacle_to(setup, has_editor_models=context.has_editor_models),
        full_texts=written.full_texts_read,
    )


def _parts(draft: DraftText) -> tuple[str, ...]:
    parts = [("title", draft.title), (draft.abstract_source, draft.abstract)]
    return tuple(name for name, text in parts if text)
