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
from citeloom.actions.writing.revising.stale import stale_at, words_for_stale
from citeloom.actions.writing.revising.wanted_words import wanted_words
from citeloom.actions.writing.task.plan import Plan, open_draft
from citeloom.methods.port import NoProgress
from citeloom.problem import InputError


def planned_for_model(request: ReviseRequest, context: Context) -> Plan | None:
    """Return the plan of the text that a language model would write; None where none is asked.

    Raises
    ------
    InputError
        If there is no such method, or as ``revise`` does.
    """
    if not request.may_ask_model:
        return None
    opened = open_draft(request.main, context)
    if not chosen_method(request, opened).uses_model:
        return None
    if request.revision is Revision.STALE:
        return _planned_for_stale(request, opened, context)
    place = place_of(request, opened)
    wanted = wanted_words(place, request.revision)
    if wanted is None:
        return None
    return writer_for(request, opened, context, place.marked, NoProgress()).plan(wanted)


def _planned_for_stale(request: ReviseRequest, opened: Opened, context: Context) -> Plan | None:
    for stale in stale_at(request, opened, context):
        before = read_block_text(opened, stale.document, stale.block)
        wanted = words_for_stale(stale, before.text)
        if wanted is not None:
            marked = (stale.document, stale.block, before.record)
            return writer_for(request, opened, context, marked, NoProgress()).plan(wanted)
    return None


def place_of(request: ReviseRequest, opened: Opened) -> RevisablePlace:
    """Return the place that is revised.

    Raises
    ------
    InputError
        If none is named, or as ``revisable_place`` does.
    """
    if request.at is None:
        raise InputError("no place is named", advice="say which sentence is meant")
    return revisable_place(opened, document_of(opened, request.main), request.at)
