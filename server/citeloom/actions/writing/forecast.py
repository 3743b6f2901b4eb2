"""What writing or weaving would take, before anything is sent."""

from dataclasses import dataclass

from citeloom.actions.context import Context
from citeloom.actions.user.agreement import Receiver, receiver_of
from citeloom.actions.writing.choices import obstacle_to
from citeloom.actions.writing.models import Estimate, configured, estimate
from citeloom.actions.writing.weave_plan import WeaveRequest, plan_weave
from citeloom.actions.writing.write import WriteRequest, plan
from citeloom.methods.task import DraftText

PARAGRAPHS = "paragraphs of its related work"
"""The part of the draft that weaving sends beside what writing does."""

FULL_TEXTS = "full texts of references"
"""What is sent of kept full texts: sentences on others, or what key elements are read from."""


@dataclass(frozen=True)
class Forecast:
    """What writing by a method would take, and who would be sent what.

    ``draft_parts`` are the parts of the draft that would be sent, ``references`` how many papers
    would be with title and abstract (``with_abstract`` of them have one, of ``told`` others it is
    what other references say of them, of ``full_texts`` also parts of their text). ``stays_here``:
    nothing would leave this machine. ``obstacle`` says why it cannot be done now, empty if it can.
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
    told: int = 0
    full_texts: int = 0

    @property
    def sent_parts(self) -> tuple[str, ...]:
        """What a user agrees to send: an agreement to abstracts is none to full texts."""
        return (*self.draft_parts, *((FULL_TEXTS,) if self.told or self.full_texts else ()))


def forecast(request: WriteRequest, context: Context, handed_over: str = "") -> Forecast:
    """Say what writing would take; nobody is asked.

    Raises
    ------
    InputError
        As ``plan`` and ``configured`` do.
    """
    planned = plan(request, context)
    uses_model = planned.method.uses_model
    setup = configured(handed_over) if uses_model else None
    return Forecast(
        planned.method.name,
        uses_model,
        estimate(planned.cost, setup),
        receiver_of(setup) if setup else Receiver(),
        setup is None or setup.is_local,
        _parts(planned.task.draft) if uses_model else (),
        len(planned.task.references) if uses_model else 0,
        planned.with_abstract,
        obstacle_to(setup) if uses_model else "",
        planned.told if uses_model else 0,
        planned.full_texts_read if uses_model else 0,
    )


def weaving_forecast(request: WeaveRequest, context: Context, handed_over: str = "") -> Forecast:
    """Say what weaving by a language model would take; nobody is asked.

    Raises
    ------
    InputError
        As ``plan_weave`` and ``configured`` do.
    """
    planned = plan_weave(request, context)
    setup = configured(handed_over)
    written = planned.written
    return Forecast(
        written.method.name,
        planned.uses_model,
        estimate(planned.cost(context, setup), setup),
        receiver_of(setup) if setup else Receiver(),
        setup is None or setup.is_local,
        (*_parts(written.task.draft), PARAGRAPHS),
        len(written.task.references),
        written.with_abstract,
        obstacle_to(setup),
        full_texts=written.full_texts_read,
    )


def _parts(draft: DraftText) -> tuple[str, ...]:
    parts = [("title", draft.title), (draft.abstract_source, draft.abstract)]
    return tuple(name for name, text in parts if text)
