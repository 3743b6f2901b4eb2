"""Rewrite the sentences whose sources have changed, and no others."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from citeloom.actions.checking.stale_sentences import StaleSentence, stale_sentences
from citeloom.actions.context import Context, Opened
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.actions.writing.revising.choosing import nearest, sentences_beside, sentences_said
from citeloom.actions.writing.revising.leads import lead_now
from citeloom.actions.writing.revising.new_sentences import Made, SentenceWriter, writer_for
from citeloom.actions.writing.revising.place import read_block_text
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.revising.revised_files import RevisedBlock
from citeloom.actions.writing.revising.wanted_words import WantedWords
from citeloom.draft.references import cited_entries
from citeloom.methods.port import Progress
from citeloom.methods.result import SentenceKind
from citeloom.placing.block import ItemKind
from citeloom.placing.folding import fold
from citeloom.placing.record import Record
from citeloom.placing.revising.replacing import New, RevisedText, replaced
from citeloom.placing.revising.standing_text import StandingText
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
    found = list(stale_sentences(project, known, context, problems))
    for problem in problems:
        raise InputError(problem.message, problem.place)
    return found


@dataclass
class Rewritten:
    """The marked texts without stale sentences, and what was done with each of these.

    ``left_out`` says why, of each sentence that goes, and ``kept`` which one stays as it is.
    ``notes`` are what the author should know of the method.
    """

    blocks: list[RevisedBlock] = field(default_factory=list)
    count: int = 0
    left_out: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

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
        """What the author should look at; no model was asked."""
        reasons = Counter(self.left_out).items()
        gone = (f"{_counted(count)} left out: {why}" for why, count in reasons)
        return Made(warnings=tuple(dict.fromkeys((*self.kept, *gone, *self.notes))))


async def without_stale(
    chosen: Sequence[StaleSentence],
    request: ReviseRequest,
    opened: Opened,
    context: Context,
    progress: Progress,
) -> Rewritten:
    """Rewrite stale sentences; one of which no paper can be cited any more is left out."""
    by_block: dict[tuple[str, int], list[StaleSentence]] = {}
    for stale in chosen:
        where = (str(stale.document.path), stale.block.begin.start)
        by_block.setdefault(where, []).append(stale)
    done = Rewritten()
    for own in by_block.values():
        after = await _revised(own, request, opened, context, progress, done)
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
) -> RevisedText | None:
    document, block = stale[0].document, stale[0].block
    before = read_block_text(opened, document, block)
    writer = writer_for(request, opened, context, (document, block, before.record), progress)
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
            new[key] = ()
            continue
        if key in new:
            done.count += 1
            continue
        if old.kind is SentenceKind.LEAD:
            lead = lead_now(old, each.changes)
            new[key] = () if lead is None else (lead,)
            if lead is None:
                done.left_out.append("too few of the papers that it introduces are left")
            else:
                done.count += 1
            continue
        try:
            found = nearest(old, await _versions(writer, each, before.text), beside)
        except InputError as error:
            done.kept.append(_left(place, error.problem.message))
            continue
        if found is None:
            done.kept.append(_left(place, "all that can be written of it stands beside it"))
            continue
        new[key] = found
        beside |= sentences_said(found)
        done.count += 1
    done.notes += writer.made.warnings
    if not new:
        return None
    after = replaced(before, new)
    return replace(after, record=_with_abstracts(after.record, stale, new))


async def _versions(
    writer: SentenceWriter, stale: StaleSentence, text: StandingText
) -> Sequence[New]:
    """Return new texts for a sentence; where others cite its papers, longer ones, too."""
    keys = stale.kept_keys
    words = len(stale.placed.sentence.latex.split())
    others = sum(
        not set(keys).isdisjoint(sentence.keys)
        for paragraph in text.paragraphs
        for item in paragraph
        if (sentence := text.sentence(item)) is not None
    )
    wanted = WantedWords((0,), keys, words)
    found = await writer.versions(wanted)
    if others > 1:
        found += await writer.versions(replace(wanted, words=words * others))
    return found


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
