"""Rewrite the sentences whose sources have changed, and no others."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from citeloom.actions.checking.stale_sentences import StaleSentence, stale_sentences
from citeloom.actions.context import Context, Opened
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.actions.writing.revising.choosing import (
    nearest,
    repeats,
    sentences_beside,
    sentences_said,
)
from citeloom.actions.writing.revising.leads import lead_now, papers_gone
from citeloom.actions.writing.revising.new_sentences import Made, SentenceWriter, writer_for
from citeloom.actions.writing.revising.place import document_of, read_block_text
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.revising.revised_files import RevisedBlock
from citeloom.actions.writing.revising.wanted_words import WantedWords, word_count
from citeloom.draft.references import cited_entries
from citeloom.methods.port import Progress
from citeloom.methods.result import SentenceKind
from citeloom.models.setup import Setup
from citeloom.placing.block import ItemKind
from citeloom.placing.folding import fold
from citeloom.placing.record import Record, RecordedSentence
from citeloom.placing.revising.fewer_keys import with_new_keys
from citeloom.placing.revising.leaning import going_on_behind
from citeloom.placing.revising.replacing import New, RevisedText, replaced
from citeloom.placing.revising.standing_text import StandingText
from citeloom.problem import InputError, Place, Problem


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

    None where it needs none: no paper is left to be cited, nothing but keys has changed, or it is a
    lead, whose words stand for a group.
    """
    sentence = stale.placed.sentence
    is_lead = sentence.kind is SentenceKind.LEAD
    if not stale.kept_keys or not stale.new_sources or is_lead:
        return None
    own = [sentence, *_going_on(stale, text)]
    return WantedWords(tuple(range(len(own))), stale.kept_keys, word_count(own))


def _going_on(stale: StaleSentence, text: StandingText) -> list[RecordedSentence]:
    """Return our sentences that go on to say "it" of what a stale one speaks of."""
    key = fold(stale.placed.sentence.latex)
    for paragraph, items in enumerate(text.paragraphs):
        for at, item in enumerate(items):
            if item.kind is ItemKind.SENTENCE and item.key == key:
                found = (text.sentence(items[it]) for it in going_on_behind(text, paragraph, at))
                return [it for it in found if it is not None]
    return []


@dataclass
class Rewritten:
    """The marked texts without stale sentences, and what was done with each of these.

    ``left_out`` says why, of each sentence that goes, and ``kept`` which one stays as it is.
    ``by`` is what a model has done, and what the author should know of the method.
    """

    blocks: list[RevisedBlock] = field(default_factory=list)
    count: int = 0
    left_out: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    by: Made = field(default_factory=Made)

    @property
    def title(self) -> str:
        """What was done, in words."""
        done = f"{_counted(self.count)} rewritten from changed sources"
        gone = len(self.left_out)
        if not self.count:
            return f"{_counted(gone)} left out, as nothing can be cited there any more"
        return f"{done}, {gone} left out" if gone else done

    @property
    def made(self) -> Made:
        """What it took, and what the author should look at."""
        reasons = Counter(self.left_out).items()
        gone = (f"{_counted(count)} left out: {why}" for why, count in reasons)
        notes = tuple(dict.fromkeys((*self.kept, *gone, *self.by.warnings)))
        return replace(self.by, warnings=notes)


async def without_stale(
    chosen: Sequence[StaleSentence],
    request: ReviseRequest,
    opened: Opened,
    context: Context,
    progress: Progress,
    setup: Setup | None = None,
) -> Rewritten:
    """Rewrite stale sentences; one of which no paper can be cited any more is left out."""
    by_block: dict[tuple[str, int], list[StaleSentence]] = {}
    for stale in chosen:
        where = (str(stale.document.path), stale.block.begin.start)
        by_block.setdefault(where, []).append(stale)
    done = Rewritten()
    for own in by_block.values():
        after = await _revised(own, request, opened, context, progress, done, setup)
        if after is not None:
            done.blocks.append(RevisedBlock(own[0].document, own[0].block, after))
    return done


async def _revised(
    stale: Sequence[StaleSentence],
    request: ReviseRequest,
    opened: Opened,
    context: Context,
    progress: Progress,
    done: Rewritten,
    setup: Setup | None,
) -> RevisedText | None:
    document, block = stale[0].document, stale[0].block
    before = read_block_text(opened, document, block)
    marked = (document, block, before.record)
    writer = writer_for(request, opened, context, marked, progress, setup)
    standing = {
        item.key
        for paragraph in before.text.paragraphs
        for item in paragraph
        if item.kind is ItemKind.SENTENCE
    }
    beside = sentences_beside(before.text, [each.placed.sentence for each in stale])
    new: dict[str, New] = {}
    for number, each in enumerate(stale):
        progress.stage("rewriting", number, len(stale))
        old, key = each.placed.sentence, fold(each.placed.sentence.latex)
        place = document.place(each.placed.span.start)
        if key not in standing:
            done.kept.append(_left(place, "it stands inside of a passage of yours"))
            continue
        if not each.kept_keys:
            done.left_out.append("; ".join(it.words for it in each.changes if it.lost))
            new |= {fold(it.latex): () for it in _going_on(each, before.text)} | {key: ()}
            continue
        if key in new:
            done.count += 1
            continue
        wanted = words_for_stale(each, before.text)
        if wanted is None:
            same = with_new_keys(old, each.new_keys)
            lead = lead_now(same, each.new_sources) if each.new_sources else same
            new[key] = () if lead is None else (lead,)
            if lead is None:
                why = "; ".join(it.words for it in papers_gone(same, each.new_sources))
                done.left_out.append(f"too few of the papers that it introduces are left ({why})")
            else:
                done.count += 1
            continue
        try:
            found = await _new_words(writer, each, wanted, before.text, beside)
        except InputError as error:
            if writer.method.uses_model:
                raise
            done.kept.append(_left(place, error.problem.message))
            continue
        if found is None:
            done.kept.append(_left(place, "all that can be written of it stands beside it"))
            continue
        new |= {fold(it.latex): () for it in _going_on(each, before.text)} | {key: found}
        beside |= sentences_said(found)
        done.count += 1
    if writer.written:
        done.by = replace(writer.made, warnings=(*done.by.warnings, *writer.made.warnings))
    if not new:
        return None
    after = writer.with_origin(replaced(before, new))
    return replace(after, record=_with_abstracts(after.record, stale, new))


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


def _counted(count: int) -> str:
    return f"{count} sentence{'' if count == 1 else 's'}"


def _left(place: Place, why: str) -> str:
    return f"the sentence in line {place.line} stays as it is: {why}"


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
