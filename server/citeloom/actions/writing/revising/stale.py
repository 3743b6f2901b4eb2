"""Rewrite the sentences whose sources have changed, and no others."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from citeloom.actions.checking.stale_sentences import StaleSentence, stale_sentences
from citeloom.actions.context import Context, Opened
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.actions.writing.revising.choosing import (
    nearest,
    repeats,
    sentences_beside,
    sentences_said,
)
from citeloom.actions.writing.revising.new_sentences import SentenceWriter, writer_for
from citeloom.actions.writing.revising.place import document_of, read_block_text
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.revising.revised_files import RevisedBlock
from citeloom.actions.writing.revising.rewritten import CANCELLED, Rewritten
from citeloom.actions.writing.revising.wanted_words import WantedWords, word_count
from citeloom.draft.references import cited_entries
from citeloom.methods.modelled.lengths import WORDS_A_REFERENCE
from citeloom.methods.port import Progress
from citeloom.models.setup import Setup
from citeloom.placing.block import ItemKind
from citeloom.placing.folding import fold
from citeloom.placing.record import Record, RecordedSentence
from citeloom.placing.revising.dependent_sentences import dependent_sentences_after
from citeloom.placing.revising.new_keys import with_new_keys
from citeloom.placing.revising.replacing import New, RevisedText, replaced
from citeloom.placing.revising.standing_text import StandingText
from citeloom.problem import InputError, Problem


def stale_at(request: ReviseRequest, opened: Opened, context: Context) -> list[StaleSentence]:
    """Return the stale sentences that are meant: the one at a place, or all of a project.

    Raises
    ------
    InputError
        If a record cannot be read.
    """
    project, problems = opened.project, list[Problem]()
    known = read_papers(cited_entries(project), project, context, [])
    found = list(stale_sentences(project, known, context, problems))
    for problem in problems:
        raise InputError(problem.message, problem.place)
    if request.at is None:
        return found
    path, at = document_of(opened, request.main).path, request.at
    return [
        it
        for it in found
        if it.document.path == path and it.placed.span.start <= at <= it.placed.span.end
    ]


def words_for_stale(stale: StaleSentence, text: StandingText) -> WantedWords | None:
    """Return what a method is to write in place of a stale sentence and what goes on from it.

    None where it needs none: no paper is left to be cited, or nothing but keys has changed.
    """
    sentence = stale.placed.sentence
    if not stale.kept_keys or not stale.new_sources:
        return None
    own = [sentence, *_going_on(stale, text)]
    numbers, words = tuple(range(len(own))), word_count(own)
    if all(it.source == "title" for it in sentence.evidence):
        # "See also [5]." says nothing of how long a sentence on an abstract is.
        words = max(words, WORDS_A_REFERENCE * len(stale.kept_keys))
    return WantedWords(numbers, stale.kept_keys, words, instead_of=sentence.latex)


def all_wanted(stale: Sequence[StaleSentence], text: StandingText) -> Iterator[WantedWords]:
    """Yield what a method is to write in place of the stale sentences of one text."""
    done = set[str]()
    standing = _standing(text)
    for each in stale:
        key = fold(each.placed.sentence.latex)
        wanted = words_for_stale(each, text)
        if key in standing and key not in done and wanted is not None:
            yield wanted
        if wanted is not None or not each.kept_keys:
            done |= {key, *(fold(it.latex) for it in _going_on(each, text))}


def by_block(stale: Sequence[StaleSentence]) -> list[list[StaleSentence]]:
    """Return stale sentences, those of each marked text together."""
    found: dict[tuple[str, int], list[StaleSentence]] = {}
    for each in stale:
        found.setdefault((str(each.document.path), each.block.begin.start), []).append(each)
    return list(found.values())


def _standing(text: StandingText) -> set[str]:
    return {
        item.key
        for paragraph in text.paragraphs
        for item in paragraph
        if item.kind is ItemKind.SENTENCE
    }


def _going_on(stale: StaleSentence, text: StandingText) -> list[RecordedSentence]:
    """Return our sentences that go on to say "it" of what a stale one speaks of."""
    key = fold(stale.placed.sentence.latex)
    for paragraph, items in enumerate(text.paragraphs):
        for at, item in enumerate(items):
            if item.kind is ItemKind.SENTENCE and item.key == key:
                behind = dependent_sentences_after(text, paragraph, at)
                found = (text.sentence(items[it]) for it in behind)
                return [it for it in found if it is not None]
    return []


async def without_stale(
    chosen: Sequence[StaleSentence],
    request: ReviseRequest,
    opened: Opened,
    context: Context,
    progress: Progress,
    setup: Setup | None = None,
) -> Rewritten:
    """Rewrite stale sentences; one of which no paper can be cited any more is left out.

    Where a model fails, or the run is cancelled, what is written until then stays.

    Raises
    ------
    InputError
        If a model failed before anything was done; CancelledError if it was cancelled before that.
    """
    done = Rewritten(in_files=len({it.document.path for it in chosen}))
    # The limits of a run hold for all sentences together.
    setup = setup and replace(setup, ledgers=[])
    for own in by_block(chosen):
        document, block = own[0].document, own[0].block
        before = read_block_text(opened, document, block)
        marked = (document, block, before.record)
        writer = writer_for(request, opened, context, marked, progress, setup)
        rewriting = _Rewriting(own, before, writer, done, len(chosen))
        after = await rewriting.text()
        if after is not None:
            done.blocks.append(RevisedBlock(document, block, after))
    if done.failure is not None and not done.blocks:
        raise done.failure
    return done


class _Rewriting:
    """The stale sentences of one text while they are rewritten, one after the other."""

    def __init__(
        self,
        stale: Sequence[StaleSentence],
        before: RevisedText,
        writer: SentenceWriter,
        done: Rewritten,
        total: int,
    ) -> None:
        self._stale, self._before, self._writer = stale, before, writer
        self._done, self._total = done, total
        self._standing = _standing(before.text)
        self._beside = sentences_beside(before.text, [each.placed.sentence for each in stale])
        self._new: dict[str, New] = {}

    async def text(self) -> RevisedText | None:
        """Return the text with its new sentences; None where there are none."""
        done, writer = self._done, self._writer
        for each in self._stale:
            why = CANCELLED if done.is_cancelled else ""
            try:
                if not why:
                    await asyncio.sleep(0)  # Here it is cancelled at the latest.
                    writer.progress.stage("rewriting", done.seen, self._total)
                    why = await self._rewrite(each)
            except asyncio.CancelledError as error:
                why = done.stop(error)
            except InputError as error:
                why = done.stop(error) if writer.method.uses_model else error.problem.message
            done.seen += 1
            if why:
                done.keep(each.document.place(each.placed.span.start), why)
        done.by += writer.made
        if not self._new:
            return None
        after = writer.with_origin(replaced(self._before, self._new))
        return replace(after, record=_with_abstracts(after.record, self._stale, self._new))

    async def _rewrite(self, stale: StaleSentence) -> str:
        """Rewrite a stale sentence or take it out. If neither is possible, return the reason."""
        done, text = self._done, self._before.text
        old, key = stale.placed.sentence, fold(stale.placed.sentence.latex)
        behind: dict[str, New] = {fold(it.latex): () for it in _going_on(stale, text)}
        if key not in self._standing:
            return "it is inside a passage that you wrote"
        if not stale.kept_keys:
            done.left_out.append("; ".join(it.words for it in stale.changes if it.lost))
            self._new |= behind | {key: ()}
            return ""
        if key in self._new:
            self._count(key, behind)
            return ""
        wanted = words_for_stale(stale, text)
        if wanted is None:
            self._new[key] = (with_new_keys(old, stale.new_keys),)
            self._count(key, {})
            return ""
        if done.not_asked:
            return done.not_asked
        found = await _new_words(self._writer, stale, wanted, text, self._beside)
        if found is None:
            return "the text around it already says everything"
        self._new |= behind | {key: found}
        self._beside |= sentences_said(found)
        self._count(key, behind)
        return ""

    def _count(self, key: str, behind: Collection[str]) -> None:
        """Count a sentence, which may have got the words that it had."""
        if [fold(it.latex) for it in self._new[key]] == [key, *behind]:
            self._done.unchanged += 1
        else:
            self._done.count += 1


async def _new_words(
    writer: SentenceWriter,
    stale: StaleSentence,
    wanted: WantedWords,
    text: StandingText,
    beside: Collection[str],
) -> New | None:
    """Return what takes the place of a sentence: of a model's words the first that can stand there.

    Other methods have several texts, of which the one counts that is nearest to the old source;
    where others cite its papers, longer ones, too.
    """
    found = await writer.versions(wanted)
    if writer.method.uses_model:
        return next((it for it in found if not repeats(it, beside)), None)
    others = sum(
        not set(wanted.keys).isdisjoint(sentence.keys)
        for paragraph in text.paragraphs
        for item in paragraph
        if (sentence := text.sentence(item)) is not None
    )
    if others > 1:
        found += await writer.versions(replace(wanted, words=wanted.words * others))
    return nearest(stale.placed.sentence, found, beside)


def _with_abstracts(record: Record, stale: Sequence[StaleSentence], new: dict[str, New]) -> Record:
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
