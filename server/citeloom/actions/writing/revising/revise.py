"""Revise sentences and paragraphs between the marks; no file is changed.

What a language model would be asked for that is planned before.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from citeloom.actions.checking.claims.new_sentences import with_doubts
from citeloom.actions.checking.stale_sentences import UNREAD_BIB
from citeloom.actions.context import Context, Opened
from citeloom.actions.writing.revising.choosing import (
    repeats,
    says_the_same,
    sentences_beside,
    without_old,
)
from citeloom.actions.writing.revising.compared import compared_with
from citeloom.actions.writing.revising.new_sentences import (
    SentenceWriter,
    chosen_method,
    writer_for,
)
from citeloom.actions.writing.revising.place import (
    RevisablePlace,
    document_of,
    read_block_text,
    revisable_place,
)
from citeloom.actions.writing.revising.positions import positioned_beside
from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.actions.writing.revising.revised_files import RevisedBlock, waiting_revision
from citeloom.actions.writing.revising.stale import (
    all_wanted,
    by_block,
    stale_at,
    without_stale,
)
from citeloom.actions.writing.revising.wanted_words import (
    WantedWords,
    wanted_words,
    word_count,
)
from citeloom.actions.writing.task.plan import Plan, open_draft
from citeloom.actions.writing.waiting import WaitingText
from citeloom.draft.project import Project
from citeloom.methods.port import NoProgress, Progress
from citeloom.models.setup import Setup
from citeloom.placing.revising.dependent_sentences import dependent_sentences_after
from citeloom.placing.revising.replacing import (
    New,
    Place,
    RevisedText,
    replaced_at,
)
from citeloom.problem import InputError, OutsideError
from citeloom.problem import Place as FilePlace

_LENGTHS = (1, 2 / 3, 3 / 2)

_NO_OTHER_WORDS = (
    "the texts of its papers allow no other wording; try a method with a language model"
)
_ASK_AGAIN = "try another seed"

_WHY = {
    Revision.SHORTEN: "the texts of its papers allow no shorter sentence",
    Revision.COMPARE: (
        "both sentences must begin with their authors, as in “Lee et al. show”, and cite different "
        "papers"
    ),
}


class NothingStaleError(InputError):
    """No sentence stands on a source that has changed: nothing is wrong."""


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


async def revise(
    request: ReviseRequest, context: Context, progress: Progress, setup: Setup | None = None
) -> WaitingText:
    """Return what is asked for, as a text that waits.

    Parameters
    ----------
    setup
        The language model that is asked, where ``plans_for_model`` plans to ask one.

    Raises
    ------
    InputError
        If the draft cannot be read, nothing of ours stands at the place, or there is nothing to do;
        as ServiceError if the model cannot be used.
    """
    opened = open_draft(request.main, context)
    if request.revision is Revision.STALE:
        return await _without_stale(request, opened, context, progress, setup)
    place = place_of(request, opened)
    writer = writer_for(request, opened, context, place.marked, progress, setup)
    after = await _revised(request, place, writer)
    if after is None or after.text.content == place.text.content:
        by_model = writer.method.uses_model and request.brings_words
        raise _nothing_changes(request, place.document.place(place.start), by_model=by_model)
    block = RevisedBlock(place.document, place.block, writer.with_origin(after))
    done, trace = _done(request, place), {"theme": request.theme} if request.theme else {}
    text = waiting_revision(opened.project, [block], done, writer.made, trace)
    has_others = text.by_model or max(writer.fitting, default=0) > 1
    text = replace(text, has_others=has_others)
    return with_doubts(text, opened, context)


def would_change(
    request: ReviseRequest, place: RevisablePlace, opened: Opened, context: Context
) -> bool:
    """Tell whether a revision without a language model changes a place; not for an event loop."""
    try:
        writer = writer_for(request, opened, context, place.marked, NoProgress())
        after = asyncio.run(_revised(request, place, writer))
    except InputError:
        return False
    return after is not None and after.text.content != place.text.content


async def _without_stale(
    request: ReviseRequest,
    opened: Opened,
    context: Context,
    progress: Progress,
    setup: Setup | None,
) -> WaitingText:
    found = stale_at(request, opened, context)
    if not found:
        raise _nothing_stale(opened.project)
    done = await without_stale(found, request, opened, context, progress, setup)
    if not done.blocks:
        raise InputError("; ".join(done.kept_in_words))
    text = waiting_revision(opened.project, done.blocks, done.title, done.made)
    again = text.by_model and not request.is_of_all_stale
    text = replace(text, unfinished=done.unfinished, has_others=again)
    return with_doubts(text, opened, context)


def _nothing_stale(project: Project) -> InputError:
    """Return the error that no source has changed, or that nobody can tell."""
    for it in project.problems:
        if it.rule in UNREAD_BIB:
            return InputError(f"not all sources can be compared: {it.message}", it.place, it.advice)
    return NothingStaleError("no sentence has a changed source")


def _nothing_changes(request: ReviseRequest, place: FilePlace, *, by_model: bool) -> InputError:
    """Return the error of a revision that would change nothing, with the reason."""
    what = f"'{request.title}' would change nothing here"
    words = _ASK_AGAIN if by_model else _NO_OTHER_WORDS
    return InputError(what, place, _WHY.get(request.revision, words))


def _done(request: ReviseRequest, place: RevisablePlace) -> str:
    done = request.title[0].lower() + request.title[1:]
    of_a_sentence = request.revision in (Revision.SENTENCE, Revision.SHORTEN)
    goes_on = of_a_sentence and dependent_sentences_after(place.text, place.paragraph, place.item)
    return f"{done}, with the sentence that continues it" if goes_on else done


async def _revised(
    request: ReviseRequest, place: RevisablePlace, writer: SentenceWriter
) -> RevisedText | None:
    match request.revision:
        case Revision.SENTENCE | Revision.PARAGRAPH | Revision.THEME:
            wanted = wanted_words(place, request.revision)
            return None if wanted is None else await _anew(place, wanted, writer)
        case Revision.SHORTEN:
            return await _shortened(place, writer)
        case Revision.POSITION:
            return positioned_beside(place, writer)
    return compared_with(place, request.other)


async def _anew(
    place: RevisablePlace, wanted: WantedWords, writer: SentenceWriter
) -> RevisedText | None:
    """Write items anew; at another length where the papers allow no other words at this one."""
    # A model is asked once: another length would be another run, which nobody has agreed to.
    for share in (1,) if writer.method.uses_model else _LENGTHS:
        same = replace(wanted, words=int(wanted.words * share))
        versions = await writer.versions(same)
        if (after := _with_a_new_one(place, wanted, versions, writer)) is not None:
            return after
    return None


async def _shortened(place: RevisablePlace, writer: SentenceWriter) -> RevisedText | None:
    """Write a sentence in fewer words."""
    wanted = wanted_words(place, Revision.SHORTEN)
    assert wanted is not None
    before = word_count([it for n in wanted.numbers if (it := place.text.sentence(place.items[n]))])
    versions = [it for it in await writer.versions(wanted) if word_count(it) < before]
    return _with_a_new_one(place, wanted, versions, writer)


def _with_a_new_one(
    place: RevisablePlace, wanted: WantedWords, versions: Sequence[New], writer: SentenceWriter
) -> RevisedText | None:
    """Put a version that reads differently in the place of items, where the first stood."""
    old = [it for number in wanted.numbers if (it := place.text.sentence(place.items[number]))]
    beside = sentences_beside(place.text, old)
    if len(old) == 1:
        versions = [without_old(version, old[0]) for version in versions]
    others = [
        version
        for version in versions
        if version and not repeats(version, beside) and not says_the_same(version, old)
    ]
    if not others:
        return None
    new: dict[Place, New] = {(place.paragraph, number): () for number in wanted.numbers}
    new[place.paragraph, wanted.numbers[0]] = writer.one_of(others)
    return replaced_at(place.before, new)
