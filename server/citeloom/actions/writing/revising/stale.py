"""Rewrite the sentences whose sources have changed, and no others."""

from collections.abc import Sequence
from dataclasses import replace

from citeloom.actions.checking.stale_sentences import StaleSentence, stale_sentences
from citeloom.actions.context import Context, Opened
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.actions.writing.revising.new_sentences import SentenceWriter
from citeloom.actions.writing.revising.place import read_block_text
from citeloom.actions.writing.revising.revised_files import RevisedBlock
from citeloom.draft.references import cited_entries
from citeloom.methods.port import Progress
from citeloom.placing.block import ItemKind
from citeloom.placing.folding import fold
from citeloom.placing.record import Record, RecordedSentence
from citeloom.placing.revising.replacing import RevisedText, replaced
from citeloom.problem import InputError, Place, Problem


def find_stale(opened: Opened, context: Context) -> list[StaleSentence]:
    """Return the stale sentences of a project.

    Raises
    ------
    InputError
        If a record cannot be read.
    """
    project, problems = opened.project, list[Problem]()
    known = read_papers(cited_entries(project), project, context, [])
    found = list(stale_sentences(project, known, problems))
    for problem in problems:
        raise InputError(problem.message, problem.place)
    return found


async def without_stale(
    chosen: Sequence[StaleSentence],
    opened: Opened,
    context: Context,
    progress: Progress,
    notes: list[str],
) -> list[RevisedBlock]:
    """Return the marked texts in which stale sentences are rewritten.

    One of which no paper can be cited any more is left out. ``notes`` says which could not be
    rewritten, and stay as they are.
    """
    blocks: dict[tuple[str, int], list[StaleSentence]] = {}
    for stale in chosen:
        where = (str(stale.document.path), stale.block.begin.start)
        blocks.setdefault(where, []).append(stale)
    revised = []
    for own in blocks.values():
        before = await _revised(own, opened, context, progress, notes)
        if before is not None:
            revised.append(RevisedBlock(own[0].document, own[0].block, before))
    return revised


async def _revised(
    stale: Sequence[StaleSentence],
    opened: Opened,
    context: Context,
    progress: Progress,
    notes: list[str],
) -> RevisedText | None:
    document, block = stale[0].document, stale[0].block
    before = read_block_text(opened, document, block)
    writer = SentenceWriter(
        opened, context, document, block.begin_id.start, before.record, progress
    )
    standing = {
        item.key
        for paragraph in before.text.paragraphs
        for item in paragraph
        if item.kind is ItemKind.SENTENCE
    }
    new: dict[str, tuple[RecordedSentence, ...]] = {}
    for number, each in enumerate(stale):
        progress.stage("rewriting", number, len(stale))
        old, key = each.placed.sentence, fold(each.placed.sentence.latex)
        place = document.place(each.placed.span.start)
        if key not in standing:
            notes.append(_left(place, "it stands inside of a passage of yours"))
            continue
        if not each.kept_keys:
            new[key] = ()
            continue
        try:
            versions = await writer.versions(each.kept_keys, len(old.latex.split()))
        except InputError as error:
            notes.append(_left(place, error.problem.message))
        else:
            new[key] = versions[0]
    if not new:
        return None
    done = replaced(before, new)
    return replace(done, record=_with_abstracts(done.record, stale, new))


def _left(place: Place, why: str) -> str:
    return f"the sentence in line {place.line} stays as it is: {why}"


def _with_abstracts(
    record: Record, stale: Sequence[StaleSentence], new: dict[str, tuple[RecordedSentence, ...]]
) -> Record:
    """Return a record in which papers that were told again are no longer told by the title."""
    told = {
        key
        for each in stale
        if fold(each.placed.sentence.latex) in new
        for key in each.placed.sentence.keys
    }
    origin = record.origin
    by_title = tuple(key for key in origin.by_title if key not in told)
    return replace(record, origin=replace(origin, by_title=by_title))
