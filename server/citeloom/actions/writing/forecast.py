"""Forecast what writing, weaving or revising would cost and send."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from citeloom.actions.context import Context
from citeloom.actions.writing.choices import obstacle_to
from citeloom.actions.writing.cost_words import estimate_lines, further_words
from citeloom.actions.writing.estimates import weaving_estimate, writing_estimate
from citeloom.actions.writing.models import Estimate
from citeloom.actions.writing.task.plan import Plan
from citeloom.actions.writing.weave_plan import WeavePlan
from citeloom.methods.port import Method
from citeloom.models.receiver import Receiver
from citeloom.models.setup import Setup

PARAGRAPHS = "paragraphs of its related work"
"""The part of the draft that weaving sends beside what writing does."""

DRAFT_TEXT = "text without its related work"
"""The part of the draft from which a method reads its key elements."""

INSTRUCTION = "sentence, its neighbours and your instruction"
"""What is sent besides where an author says in own words what a sentence is to be like."""

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


def forecast(plans: Sequence[Plan], context: Context, setup: Setup | None) -> Forecast:
    """Forecast texts that one method writes one after the other; a paper counts once."""
    method = plans[0].method
    sent = plans if method.uses_model else ()
    parts = [part for planned in sent for part in _parts(planned)]
    notices = [notice for planned in plans for notice in planned.notices]
    if len(plans) > 1:
        notices = [f"{len(plans)} sentences are written, one after the other", *notices]
    return _forecast(
        method,
        writing_estimate(plans, context, setup),
        context,
        setup,
        parts,
        len({it.id for planned in sent for it in planned.task.references}),
        len({it for planned in plans for it in planned.ids_with_abstract}),
        with_mentions=len({it for planned in sent for it in planned.ids_with_mentions}),
        full_texts=len({it for planned in sent for it in planned.ids_of_texts_read}),
        notices=tuple(dict.fromkeys(notices)),
        whole_texts=any(planned.whole_texts for planned in sent),
    )


def weaving_forecast(planned: WeavePlan, context: Context, setup: Setup | None) -> Forecast:
    """Forecast weaving that was planned."""
    written = planned.written
    return _forecast(
        written.method,
        weaving_estimate(planned, context, setup),
        context,
        setup,
        (*written.draft_parts, PARAGRAPHS),
        len(written.task.references),
        len(written.ids_with_abstract),
        full_texts=len(written.ids_of_texts_read),
    )


def _forecast(
    method: Method[Any],
    estimate: Estimate,
    context: Context,
    setup: Setup | None,
    parts: Iterable[str],
    references: int,
    with_abstract: int,
    **more: Any,
) -> Forecast:
    obstacle = obstacle_to(setup, has_editor_models=context.has_editor_models)
    return Forecast(
        method.name,
        method.uses_model,
        estimate,
        setup.receiver if setup else Receiver(),
        setup is None or setup.is_local,
        tuple(dict.fromkeys(parts)),
        references,
        with_abstract,
        obstacle if method.uses_model else "",
        **more,
    )


def forecast_lines(made: Forecast) -> Iterator[str]:
    """Yield lines on what would be asked of whom, and its cost."""
    further = further_words(made.with_mentions, made.full_texts, whole=made.whole_texts)
    text = "its whole text" if made.whole_texts else "parts of its text"
    draft = f"{text} without its related work, " if DRAFT_TEXT in made.draft_parts else ""
    yield from estimate_lines(made.estimate, made.references, further, draft)
    if PARAGRAPHS in made.draft_parts:
        yield "also sent: the paragraphs they are woven into"


def _parts(planned: Plan) -> tuple[str, ...]:
    told = (INSTRUCTION,) if planned.task.instruction else ()
    return (*planned.draft_parts, *((DRAFT_TEXT,) if planned.draft_excerpt else ()), *told)
