"""Revise sentences and paragraphs between the marks; no file is changed."""

from collections.abc import Mapping, Sequence

from citeloom.actions.context import Context, Opened
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.actions.writing.revising.choosing import repeats, sentences_beside
from citeloom.actions.writing.revising.new_sentences import SentenceWriter
from citeloom.actions.writing.revising.place import RevisablePlace, document_of, revisable_place
from citeloom.actions.writing.revising.rearranged import compared_with_next, rearranged
from citeloom.actions.writing.revising.request import TITLES, ReviseRequest, Revision
from citeloom.actions.writing.revising.revised_files import RevisedBlock, waiting_revision
from citeloom.actions.writing.revising.stale import find_stale, without_stale
from citeloom.actions.writing.task.plan import open_draft
from citeloom.actions.writing.waiting import WaitingText
from citeloom.draft.project import Project
from citeloom.draft.references import cited_entries
from citeloom.draft.typesetting import letters_encoding, typesetting_of
from citeloom.methods.port import Progress
from citeloom.methods.positioning import positioned
from citeloom.methods.result import Paragraph, SentenceKind
from citeloom.placing.citation_style import citation_style
from citeloom.placing.folding import fold
from citeloom.placing.record import RecordedSentence, record_of
from citeloom.placing.render import render
from citeloom.placing.revising.leaning import is_leaned_on, last_on_its_paper
from citeloom.placing.revising.openers import with_openers_that_hold
from citeloom.placing.revising.rearranging import without_sentence
from citeloom.placing.revising.replacing import New, Place, RevisedText, inserted_after, replaced_at
from citeloom.placing.revising.standing_text import StandingText
from citeloom.problem import InputError

_SHORTER = 2 / 3
_LENGTHS = (1, _SHORTER, 3 / 2)


async def revise(request: ReviseRequest, context: Context, progress: Progress) -> WaitingText:
    """Return what is asked for, as a text that waits.

    Raises
    ------
    InputError
        If the draft cannot be read, nothing of ours stands at the place, or there is nothing to do.
    """
    opened = open_draft(request.main, context)
    if request.revision is Revision.STALE:
        return await _without_stale(request, opened, context, progress)
    if request.at is None:
        raise InputError("no place is named", advice="say which sentence is meant")
    place = revisable_place(opened, document_of(opened, request.main), request.at)
    after = await _revised(request.revision, place, opened, context, progress)
    if after is None or after.text.content == place.text.content:
        raise InputError(
            f"'{TITLES[request.revision]}' would change nothing here",
            place.document.place(request.at),
        )
    block = RevisedBlock(place.document, place.block, after)
    return waiting_revision(opened.project, [block], _done(request.revision), ())


async def _without_stale(
    request: ReviseRequest,
    opened: Opened,
    context: Context,
    progress: Progress,
) -> WaitingText:
    found = find_stale(opened, context)
    if request.at is not None:
        path, at = document_of(opened, request.main).path, request.at
        found = [
            it
            for it in found
            if it.document.path == path and it.placed.span.start <= at <= it.placed.span.end
        ]
    if not found:
        raise InputError("no sentence stands on a source that has changed")
    done = await without_stale(found, opened, context, progress)
    if not done.blocks:
        raise InputError("; ".join(done.kept))
    return waiting_revision(opened.project, done.blocks, done.title, done.warnings)


def _done(revision: Revision) -> str:
    return TITLES[revision][0].lower() + TITLES[revision][1:]


async def _revised(
    revision: Revision,
    place: RevisablePlace,
    opened: Opened,
    context: Context,
    progress: Progress,
) -> RevisedText | None:
    writer = SentenceWriter(
        opened,
        context,
        place.document,
        place.block.begin_id.start,
        place.before.record,
        progress,
    )
    match revision:
        case Revision.SENTENCE:
            return await _sentence_anew(place, writer)
        case Revision.PARAGRAPH:
            return await _paragraph_anew(place, writer)
        case Revision.SHORTEN:
            return await _shortened(place, writer)
        case Revision.POSITION:
            return _positioned(place, writer, opened.project)
        case Revision.COMPARE:
            return compared_with_next(place)
        case Revision.BY_YEAR:
            return _in_order(place, rearranged(place, revision, _years(opened.project, context)))
    return _in_order(place, rearranged(place, revision))


def _in_order(place: RevisablePlace, text: StandingText | None) -> RevisedText | None:
    # The record stays: what stands in another order than it was written in is the author's wish.
    return None if text is None else with_openers_that_hold(place.before, text)


def _years(project: Project, context: Context) -> Mapping[str, int | None]:
    known = read_papers(cited_entries(project), project, context, [])
    return {key: each.paper.year for each in known for key in each.paper.keys}


async def _sentence_anew(place: RevisablePlace, writer: SentenceWriter) -> RevisedText | None:
    _own_sentence(place)
    return await _anew(place, [place.item], writer, leads=False)


async def _paragraph_anew(place: RevisablePlace, writer: SentenceWriter) -> RevisedText | None:
    if not _keys(place.sentences):
        raise _nothing_of_ours(place)
    _check_uninterrupted(place)
    return await _anew(place, place.numbers, writer, leads=True)


async def _anew(
    place: RevisablePlace,
    numbers: Sequence[int],
    writer: SentenceWriter,
    *,
    leads: bool,
) -> RevisedText | None:
    """Write items anew; at another length where the papers allow no other words at this one."""
    old = _sentences_at(place, numbers)
    for share in _LENGTHS:
        versions = await writer.versions(_keys(old), int(_words(old) * share), leads=leads)
        if (after := _with_first_new(place, numbers, versions)) is not None:
            return after
    return None


async def _shortened(place: RevisablePlace, writer: SentenceWriter) -> RevisedText | None:
    """Leave out the weakest sentence whose papers others cite; else write less; else no lead."""
    around = [it for own in place.text.paragraphs for it in own]
    cited = [
        (item, set(sentence.keys))
        for item in around
        if (sentence := place.text.sentence(item)) is not None
    ]
    spare: list[tuple[bool, float, int]] = []
    for at, item in enumerate(place.items):
        sentence = place.text.sentence(item)
        if sentence is None or sentence.is_heading:
            continue
        others = {key for other, keys in cited if other is not item for key in keys}
        if others.issuperset(sentence.keys) and not is_leaned_on(place.text, place.paragraph, at):
            score = max((it.score for it in sentence.evidence), default=0.0)
            spare.append((sentence.kind is SentenceKind.LEAD, score, at))
    weakest = min(spare, default=None)
    if weakest is None:
        _check_uninterrupted(place)
    if (weakest is None or weakest[0]) and not place.is_interrupted:
        words = _words(place.sentences)
        keys = _keys(place.sentences)
        versions = await writer.versions(keys, int(words * _SHORTER)) if keys else []
        shorter = [version for version in versions if _words(version) < words]
        if shorter:
            return _with_first_new(place, place.numbers, shorter)
    if weakest is None:
        return None
    return _in_order(place, without_sentence(place.text, place.paragraph, weakest[2]))


def _positioned(
    place: RevisablePlace, writer: SentenceWriter, project: Project
) -> RevisedText | None:
    old = _own_sentence(place)
    planned = writer.plan(old.keys[:1], 1, leads=False)
    (paper,) = planned.task.references
    new = positioned(planned.task.draft, paper)
    if new is None:
        what = "the draft's abstract has no sentence that says 'we present', 'we propose' or so"
        raise InputError(what, place.document.place(place.block.begin_id.start))
    style = citation_style([document.facts for document in project.documents.values()])
    text = render(
        [Paragraph("", (new,))],
        planned.key_of,
        style,
        encoding=letters_encoding(project, place.document.encoding),
        typesetting=typesetting_of(project),
    )
    sentences = tuple(record_of(text, place.before.record.origin).sentences())
    standing = {item.key for own in place.text.paragraphs for item in own}
    if any(fold(sentence.latex) in standing for sentence in sentences):
        raise InputError("that is said here already", place.document.place(_start(place)))
    at = last_on_its_paper(place.text, place.paragraph, place.item)
    return inserted_after(place.before, place.paragraph, at, sentences)


def _with_first_new(
    place: RevisablePlace, numbers: Sequence[int], versions: Sequence[New]
) -> RevisedText | None:
    """Put the first version that reads differently in the place of items, where the first stood."""
    old = _sentences_at(place, numbers)
    before = [fold(sentence.latex) for sentence in old]
    beside = sentences_beside(place.text, old)
    for version in versions:
        if repeats(version, beside):
            continue
        if [fold(sentence.latex) for sentence in version] != before:
            new: dict[Place, New] = {(place.paragraph, number): () for number in numbers}
            new[place.paragraph, numbers[0]] = version
            return replaced_at(place.before, new)
    return None


def _sentences_at(place: RevisablePlace, numbers: Sequence[int]) -> list[RecordedSentence]:
    found = (place.text.sentence(place.items[number]) for number in numbers)
    return [it for it in found if it is not None]


def _check_uninterrupted(place: RevisablePlace) -> None:
    if place.is_interrupted:
        what = "words of yours stand between the sentences of this paragraph, and would move"
        raise InputError(
            what, place.document.place(_start(place)), "write its sentences anew one by one"
        )


def _own_sentence(place: RevisablePlace) -> RecordedSentence:
    sentence = place.sentence
    if sentence is None or sentence.is_heading or not sentence.keys:
        raise _nothing_of_ours(place)
    return sentence


def _nothing_of_ours(place: RevisablePlace) -> InputError:
    what = "no written sentence on a paper stands here; what you changed is yours"
    return InputError(what, place.document.place(_start(place)))


def _start(place: RevisablePlace) -> int:
    return place.block.content.start + place.items[place.item].span.start


def _keys(sentences: Sequence[RecordedSentence]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for sentence in sentences for key in sentence.keys))


def _words(sentences: Sequence[RecordedSentence]) -> int:
    return sum(len(sentence.latex.split()) for sentence in sentences)
