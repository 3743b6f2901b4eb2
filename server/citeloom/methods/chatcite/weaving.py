"""Weave one new reference into a paragraph of the draft, by ChatCite's increment.

The model answers with the paragraph and the new sentences in it. Of these the new ones alone are
taken, each behind the sentence that it follows there, so that no other word can change.
"""

from collections.abc import Sequence
from functools import partial

from citeloom.grounding.closest_text import closest_text
from citeloom.methods.chatcite.key_elements import KeyElementReader, NotesOnPapers
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.chatcite.voting import Evaluator
from citeloom.methods.modelled.asker import Asker, OrElse, Shown
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.assembling import assemble_paragraphs
from citeloom.methods.modelled.clean_words import known_names, left_out_warnings
from citeloom.methods.modelled.finishing import accusation_warnings, clean_text
from citeloom.methods.modelled.lengths import WORDS_A_REFERENCE
from citeloom.methods.modelled.marks import title_words
from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.methods.modelled.showing_papers import list_authors, suspicions
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenText,
    as_plain,
)
from citeloom.methods.port import Ports
from citeloom.methods.result import CitationMark, Sentence, shown_part
from citeloom.methods.weaving import Change, Weave, WeavingTask
from citeloom.models.port import AnswerError, LanguageModel, Question
from citeloom.papers.key_elements import KeyElement

AT_MOST = 2

_Placed = tuple[int, str]
"""A new sentence, and the number of the standing ones before it."""


async def weave_in(
    task: WeavingTask, parameters: ChatCiteParameters, ports: Ports, model: LanguageModel
) -> Weave:
    """Weave a paper into a paragraph.

    Raises
    ------
    ModelError
        If the model cannot be used, or never answers with a sentence on the paper.
    """
    writing = task.writing
    asker = Asker(writing, ports, model)
    paragraph = _Paragraph(task, asker.ids)
    ports.progress.stage("key elements")
    reader = KeyElementReader(asker, parameters)
    of_paper = {task.paper.id: await reader.of_paper(task.paper)}
    draft = (KeyElement("Abstract", task.draft.abstract, "draft"),)
    notes = NotesOnPapers(asker, draft, of_paper)
    ports.progress.stage("weaving in the reference")
    nothing = OrElse(WrittenText(paragraphs=[]), "the other version was taken")
    answers = await ask_together(
        asker.ask([task.paper], partial(_question, paragraph, notes, parameters, sample), nothing)
        for sample in range(parameters.samples)
    )
    candidates = [own for answer in answers if (own := paragraph.placed(answer))]
    if not candidates:
        said = f"the model wrote no sentence that cites {paragraph.new}"
        raise asker.failure or AnswerError(said, "")
    ports.progress.stage("voting")
    texts = [paragraph.with_new(own) for own in candidates]
    turn = await Evaluator(asker, parameters, notes).vote(texts, [task.paper])
    chosen = candidates[turn.places[0]]
    changes = [change for own in chosen for change in paragraph.changes(*own)]
    if not changes:
        raise AnswerError("the model wrote no words about the paper", as_plain(turn.best[0]))
    warnings = [
        *asker.refused.warnings([task.paper]),
        *asker.warnings,
        *suspicions((task.paper,)),
        *reader.warnings([task.paper]),
        *left_out_warnings([sentence for _, sentence in chosen], known_names(writing)),
        *paragraph.warnings,
        *accusation_warnings((change.sentence for change in changes), writing.references),
    ]
    return Weave(tuple(changes), tuple(warnings), {"turn": turn.as_trace([task.paper.id])})


class _Paragraph:
    """A paragraph as a model is shown it; it makes changes of the answers.

    ``warnings`` tell what was taken out of the changes.
    """

    def __init__(self, task: WeavingTask, ids: ShortIds) -> None:
        self.task, self.ids = task, ids
        self.new = ids.short(task.paper.id)
        self.warnings: list[str] = []
        self._before = [_show_sentence(sentence, ids) for sentence in task.sentences]

    @property
    def shown(self) -> str:
        """The papers that it cites, with their authors, and its sentences."""
        words = " ".join(self._before)
        return f"{list_authors(self.task.papers, self.ids)}\n\n{words}"

    def placed(self, answer: WrittenText) -> list[_Placed]:
        """Return the new sentences of an answer that cite the new paper, two at most.

        Where the answer repeats none of the others they come behind the sentence that is closest
        to the paper.
        """
        numbers = {_words(own): number for number, own in enumerate(self._before, start=1)}
        written = [own for part in answer.paragraphs for own in part.sentences]
        after = 0
        if numbers and not any(_words(own) in numbers for own in written):
            after = closest_text(self.task.paper, self._before) + 1
        found = []
        for sentence in written:
            after = numbers.get(_words(sentence), after)
            is_new = _words(sentence) not in numbers
            if is_new and self.new in ids_in(sentence):
                found.append((after, sentence))
        return sorted(found[:AT_MOST], key=lambda own: own[0])

    def with_new(self, new: Sequence[_Placed]) -> WrittenText:
        """Return the paragraph with new sentences."""
        sentences = list(self._before)
        for after, sentence in reversed(new):
            sentences.insert(after, sentence)
        return WrittenText(paragraphs=[WrittenParagraph(topic="", sentences=sentences)])

    def changes(self, after: int, new: str) -> list[Change]:
        """Return a new sentence as a change; none if it is made of commands and links alone."""
        text = WrittenText(paragraphs=[WrittenParagraph(topic="", sentences=[new])])
        clean = clean_text(text, known_names(self.task.writing))
        assembled = assemble_paragraphs(clean, self.ids, self.task.writing)
        self.warnings += assembled.warnings
        return [
            Change(after, sentence)
            for part in assembled.paragraphs
            for sentence in part.sentences
            if self.task.paper.id in sentence.cites
        ]


def _question(
    paragraph: _Paragraph,
    notes: NotesOnPapers,
    parameters: ChatCiteParameters,
    sample: int,
    shown: Shown,
) -> Question[WrittenText]:
    return shown.text(
        "increments",
        "chatcite/weave",
        [paragraph.new],
        WORDS_A_REFERENCE * (1 + len(paragraph.task.sentences)),
        temperature=parameters.temperature,
        sample=sample,
        further=paragraph.ids.all,
        text=shown.asker.ports.fence.quote(paragraph.shown),
        papers=notes.show([paragraph.task.paper], shown),
    )


def _show_sentence(sentence: Sentence, ids: ShortIds) -> str:
    return "".join(
        f"[{', '.join(map(ids.short, part.papers))}]"
        if isinstance(part, CitationMark)
        else shown_part(part)
        for part in sentence.parts
    ).strip()


def _words(sentence: str) -> str:
    return title_words(MARK.sub("", sentence))
