"""Write related work by ChatCite's reflective increments (Algorithm 1)."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from citeloom.grounding.closeness import closeness
from citeloom.methods.chatcite.key_elements import KeyElementReader, NotesOnPapers
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.chatcite.voting import Evaluator, Turn
from citeloom.methods.modelled.asker import Asker, Shown
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.finishing import finish
from citeloom.methods.modelled.lengths import (
    WORDS_A_REFERENCE,
    sharing_in_words,
    words_to_write,
)
from citeloom.methods.modelled.short_ids import ids_in
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenText,
    as_plain,
    cited_ids,
)
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question
from citeloom.papers.paper import Paper

_HALF = 0.5
"""A paragraph that cites this share of what another one cites is that one, written anew."""


def with_paragraphs(text: WrittenText, answer: WrittenText, new: Collection[str]) -> WrittenText:
    """Return a text with those paragraphs of an answer that cite ``new`` papers.

    Each takes the place of the paragraph of which it cites the most; sentences whose papers it lost
    stay. One that cites hardly any of what a paragraph cites is a new one, behind the closest; a
    sentence alone comes into that.
    """
    paragraphs = list(text.paragraphs)
    for own in answer.paragraphs:
        cited = _cited(own.sentences)
        if cited.isdisjoint(new):
            continue
        kept = _best([_share(_cited(part.sentences), cited) for part in paragraphs], _HALF)
        near = _best([closeness(_plain(own), _plain(part)) for part in paragraphs], 0.0)
        if kept is not None:
            lost = [it for it in paragraphs[kept].sentences if not _cited([it]) <= cited]
            paragraphs[kept] = _joined(own, lost)
        elif near is not None and len(own.sentences) == 1:
            paragraphs[near] = _joined(paragraphs[near], own.sentences)
        else:
            paragraphs.insert(len(paragraphs) if near is None else near + 1, own)
    return WrittenText(paragraphs=paragraphs)


def _best(values: Sequence[float], least: float) -> int | None:
    """Return the place of the largest value, the last of several; None below the least."""
    places = [place for place, value in enumerate(values) if value >= least]
    return max(places, key=lambda place: (values[place], place), default=None)


def _share(before: Collection[str], cited: Collection[str]) -> float:
    return len({*before} & {*cited}) / max(1, len(before))


def _cited(sentences: Sequence[str]) -> set[str]:
    return set(ids_in(" ".join(sentences)))


def _joined(paragraph: WrittenParagraph, more: Sequence[str]) -> WrittenParagraph:
    return paragraph.model_copy(update={"sentences": [*paragraph.sentences, *more]})


def _plain(paragraph: WrittenParagraph) -> str:
    return " ".join(paragraph.sentences)


EMPTY = WrittenText(paragraphs=[])
_EMPTY = "(empty so far)"

PARAGRAPH_WORDS = 200


class Increments:
    """Weaves the references of a task into texts, each compared with what is there."""

    def __init__(self, asker: Asker, parameters: ChatCiteParameters, notes: NotesOnPapers) -> None:
        self.asker, self.parameters, self.notes = asker, parameters, notes
        self.evaluator = Evaluator(asker, parameters, notes)
        self.by_paragraph = parameters.answers_by_paragraph(words_to_write(asker.task))
        self.length = _length(asker.task)

    @property
    def steps(self) -> Sequence[tuple[Paper, ...]]:
        """The references of each turn."""
        return [(paper,) for paper in self.asker.task.references]

    async def take_turns(self) -> tuple[list[WrittenText], list[dict[str, Any]]]:
        """Return the texts of the last turn, the best first, and the trace of all turns.

        A turn that fails leaves the texts as they are.
        """
        given, steps = self.parameters, self.steps
        versions, trace = [EMPTY], []
        for number, step in enumerate(steps):
            self.asker.ports.progress.stage("weaving in references", number, len(steps))
            shown = [paper for paper in step if paper.id not in self.asker.refused.left_out]
            turn = await self.take_turn(versions[: given.n_keep], shown) if shown else None
            if turn:
                trace.append(turn.as_trace([paper.id for paper in shown]))
                versions = turn.best
        return versions, trace

    async def take_turn(self, texts: Sequence[WrittenText], papers: Sequence[Paper]) -> Turn | None:
        """Weave papers into each of the texts, and vote; None where no answer can be used."""
        found = await ask_together(
            self._continued(text, papers, sample)
            for text in texts
            for sample in range(self.parameters.samples)
        )
        candidates = [own for own in found if own.paragraphs]
        return await self.evaluator.vote(candidates, papers) if candidates else None

    async def _continued(
        self, text: WrittenText, papers: Sequence[Paper], sample: int
    ) -> WrittenText:
        """Return a text with papers woven in; an empty one where no answer can be used.

        An answer that does not cite all that the text cites is a part of it: one paragraph, as it
        was asked for, or what a weak model gives in the place of the whole text.
        """
        answer = await self.asker.text(
            papers,
            partial(self.question, text, sample),
            "the other version was used; without one, the references are added at the end",
        )
        if not answer.paragraphs or {*cited_ids(text)} <= {*cited_ids(answer)}:
            return answer
        new = [self.asker.ids.short(paper.id) for paper in papers]
        continued = with_paragraphs(text, answer, new)
        return EMPTY if continued == text else continued

    def question(
        self, text: WrittenText, sample: int, papers: Sequence[Paper], shown: Shown
    ) -> Question[WrittenText]:
        """Ask to weave papers into a text."""
        new, plain = shown.ids(papers), as_plain(text)
        quoted = self.asker.ports.fence.quote(plain) if text.paragraphs else _EMPTY
        before = [short for short in cited_ids(text) if short in self.asker.ids]
        if self.by_paragraph:
            words, needed, further = PARAGRAPH_WORDS, new, before
        else:
            words, needed, further = len(plain.split()), [*before, *new], []
            words += 2 * WORDS_A_REFERENCE * len(new)
        return self.ask(
            shown,
            papers,
            sample,
            "chatcite/increment",
            needed,
            words,
            further=further,
            text=quoted,
            paragraph="yes" if self.by_paragraph else "",
        )

    def ask(
        self, shown: Shown, papers: Sequence[Paper], sample: int, *asked: Any, **values: Any
    ) -> Question[WrittenText]:
        """Return a question that shows the notes on the draft and on papers."""
        return shown.text(
            "increments",
            *asked,
            temperature=self.parameters.temperature,
            sample=sample,
            length=self.length,
            draft=self.notes.show_draft(shown),
            papers=self.notes.show(papers, shown),
            **values,
        )


async def related_work(
    task: WritingTask,
    parameters: ChatCiteParameters,
    ports: Ports,
    model: LanguageModel,
    turns_of: type[Increments] = Increments,
) -> Result:
    asker = Asker(task, ports, model)
    reader = KeyElementReader(asker, parameters)
    draft, of_paper = await reader.of_papers()
    increments = turns_of(asker, parameters, NotesOnPapers(asker, draft, of_paper))
    versions, turns = await increments.take_turns()
    trace = {
        "key_elements": {
            paper: {element.name: element.sentence for element in own}
            for paper, own in of_paper.items()
        },
        "draft": {element.name: element.sentence for element in draft},
        "draft_read": reader.draft_read,
        "read": reader.texts_read,
        "turns": turns,
    }
    result = await finish(asker, versions, trace)
    return replace(result, warnings=(*result.warnings, *reader.warnings(task.references)))


def _length(task: WritingTask) -> str:
    """Tell the model how long the text may be; the words are the same in each turn."""
    words = (
        f"The finished text will have at most {task.words} words"
        if task.words
        else f"Take about {WORDS_A_REFERENCE} words for each reference, fewer where that is enough"
    )
    shape = f"{task.paragraphs} paragraph(s)" if task.paragraphs else "paragraphs by theme"
    sharing = sharing_in_words(words_to_write(task), len(task.references))
    return f"{words}, in {shape}.{sharing}"
