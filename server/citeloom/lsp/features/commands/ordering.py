"""The commands that order long work: write, weave, revise, judge; and what writing would take."""

from typing import TYPE_CHECKING

from citeloom.actions.user.sending_agreement import has_agreed
from citeloom.lsp.features.commands.section_question import ask_section, is_clear
from citeloom.lsp.features.given.arguments import (
    OrderArguments,
    ReviseArguments,
    WeaveArguments,
    WriteArguments,
)
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.ordered import (
    Ordered,
    forecast_of,
    ordered_judging,
    ordered_revising,
    ordered_weaving,
    ordered_writing,
)
from citeloom.lsp.features.given.starting import start
from citeloom.lsp.questions.sending import as_json

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def write(parts: "Parts", arguments: WriteArguments) -> object:
    """Start to write related work; the answer is as ``start`` gives it.

    Where it is not clear which section is meant, the user is asked.
    """
    if parts.editor.can_ask:
        snapshot = own_snapshot_for(parts.session, arguments)
        if not is_clear(snapshot, arguments):
            parts.background.run(ask_section(parts, snapshot, arguments, write))
            return {"job": None, "waits": False, "asked": True}
    ordered = ordered_writing(parts.session, arguments, parts.work.texts)
    return start(parts, ordered, agreed=arguments.agreed)


def weave(parts: "Parts", arguments: WeaveArguments) -> object:
    """Start to weave references into the related work that is there."""
    return start(parts, ordered_weaving(parts.session, arguments), agreed=arguments.agreed)


def revise(parts: "Parts", arguments: ReviseArguments) -> object:
    """Start to revise the sentence or the paragraph at a place, or stale ones."""
    if arguments.seed is None:
        # Who asks for the same again wants other words.
        times = parts.jobs.times_started(ordered_revising(parts.session, arguments).order.about)
        arguments = arguments.model_copy(update={"seed": times})
    return start(parts, ordered_revising(parts.session, arguments), agreed=arguments.agreed)


def judge_claims(parts: "Parts", arguments: OrderArguments) -> object:
    """Start to have the model that is chosen judge what sentences say of papers."""
    return start(parts, ordered_judging(parts.session, arguments), agreed=arguments.agreed)


def estimate(parts: "Parts", arguments: WriteArguments) -> object:
    """Return calls, tokens, money and who would be sent what by writing; nobody is asked."""
    return _estimate(parts, ordered_writing(parts.session, arguments, parts.work.texts))


async def _estimate(parts: "Parts", ordered: Ordered) -> object:
    made = await forecast_of(parts.session, ordered)
    assert made is not None
    folder = ordered.snapshot.data_folder
    agreed = made.stays_here or has_agreed(
        folder, ordered.order.root, made.receiver, made.sent_parts
    )
    return {**as_json(made), "agreed": agreed}
