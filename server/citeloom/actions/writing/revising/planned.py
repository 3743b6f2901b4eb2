"""What a revision would ask a language model, before it is asked."""

from citeloom.actions.context import Context, Opened
from citeloom.actions.writing.revising.new_sentences import chosen_method, writer_for
from citeloom.actions.writing.revising.place import (
    RevisablePlace,
    document_of,
    read_block_text,
    revisable_place,
)
from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.actions.writing.revising.stale import all_wanted, by_block, stale_at
from citeloom.actions.writing.revising.wanted_words import wanted_words
from citeloom.actions.writing.task.plan import Plan, open_draft
from citeloom.methods.port import NoProgress
from citeloom.problem import InputError, OutsideError


def plans_for_model(request: ReviseRequest, context: Context) -> tuple[Plan, ...]:
    """Return the plans of the texts that a language model would write, none where none is asked.

    There is one for each stale sentence; one that cannot be written is left out, as the run says.
    """
    if not request.brings_words:
        return ()
    opened = open_draft(request.main, context)
    if not chosen_method(request, opened).uses_model:
        return ()
    if request.revision is Revision.STALE:
        return _planned_for_stale(request, opened, context)
    place = place_of(request, opened)
    wanted = wanted_words(place, request.revision)
    if wanted is None:
        return ()
    return (writer_for(request, opened, context, place.marked, NoProgress()).plan(wanted),)


def _planned_for_stale(
    request: ReviseRequest, opened: Opened, context: Context
) -> tuple[Plan, ...]:
    plans = []
    for own in by_block(stale_at(request, opened, context)):
        document, block = own[0].document, own[0].block
        before = read_block_text(opened, document, block)
        marked = (document, block, before.record)
        writer = writer_for(request, opened, context, marked, NoProgress())
        for wanted in all_wanted(own, before.text):
            try:
                plans.append(writer.plan(wanted))
            except OutsideError:
                raise
            except InputError:
                if request.at is not None:
                    raise
    return tuple(plans)


def place_of(request: ReviseRequest, opened: Opened) -> RevisablePlace:
    """Return the place that is revised.

    Raises
    ------
    InputError
        If none is named.
    """
    if request.at is None:
        raise InputError("no position was given", advice="give the position of a sentence")
    return revisable_place(opened, document_of(opened, request.main), request.at)
