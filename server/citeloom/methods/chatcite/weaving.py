"""Weave one new reference into a paragraph of the draft, by ChatCite's increment.

The model sees the paragraph with numbered sentences. It answers with new sentences and their places
alone, so that no other word can change.
"""

from collections.abc import Sequence
from functools import partial

from citeloom.methods.chatcite.answered_sentences import (
    AnsweredSentence,
    AnsweredSentences,
    cited_ids_of,
    sentences_type,
)
from citeloom.methods.chatcite.key_elements import KeyElementReader
from citeloom.methods.chatcite.notes import NotesOnPapers
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.chatcite.voting import Evaluator
from citeloom.methods.modelled.accused import accusation_warnings
from citeloom.methods.modelled.asker import Asker, OrElse, Shown
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.assembling import assemble_paragraphs
from citeloom.methods.modelled.clean_words import known_names, left_out_warnings
from citeloom.methods.modelled.leaks import clean_text, with_usual_marks
from citeloom.methods.modelled.lengths import TOKENS_A_REFERENCE
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import list_authors, suspicions
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenSentence,
    WrittenText,
    as_plain,
)
from citeloom.methods.port import Ports
from citeloom.methods.result import CitationMark, Sentence, shown_part
from citeloom.methods.weaving import Change, Weave, WeavingTask
from citeloom.models.port import AnswerError, LanguageModel, Question
from citeloom.papers.key_elements import KeyElement

AT_MOST = 2


async def weave_in(
    task: WeavingTask, parameters: ChatCiteParameters, ports: Ports, model: LanguageModel
) -> Weave:
    """Weave a paper into a paragraph.

    A sentence of the answer that does not cite the paper is left out. One that would replace a
    sentence that cannot be replaced, or would lose its citations, comes after it instead.

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
    answers = await ask_together(
        asker.ask(
            [task.paper],
            partial(_question, paragraph, notes, parameters, sample),
            OrElse(None, "the other version was taken"),
        )
        for sample in range(parameters.samples)
    )
    candidates = [own for answer in answers if answer and (own := paragraph.usable(answer))]
    if not candidates:
        nothing = f"the model wrote no sentence that cites {paragraph.new}"
        raise asker.failure or AnswerError(nothing, "")
    ports.progress.stage("voting")
    texts = [paragraph.with_new(own) for own in candidates]
    turn = await Evaluator(asker, parameters, notes).vote(texts, [task.paper])
    chosen = candidates[turn.places[0]]
    warnings = [
        *asker.refused.warnings([task.paper]),
        *asker.warnings,
        *suspicions((task.paper,)),
        *reader.warnings,
        *left_out_warnings([sentence.text for sentence in chosen], known_names(writing)),
    ]
    changes = [change for sentence in chosen if (change := paragraph.change(sentence)) is not None]
    if not changes:
        raise AnswerError("the model wrote no words about the paper", as_plain(turn.best[0]))
    new = (change.sentence for change in changes)
    warnings += paragraph.warnings
    warnings += accusation_warnings(new, writing.references)
    trace = {"turn": turn.as_trace([task.paper.id])}
    return Weave(tuple(changes), tuple(warnings), trace)


class _Paragraph:
    """A paragraph as a model is shown it; it checks the answers and makes changes of them.

    ``warnings`` tell what was taken out of the changes.
    """

    def __init__(self, task: WeavingTask, ids: ShortIds) -> None:
        self.task, self.ids = task, ids
        self.new = ids.short(task.paper.id)
        self.warnings: list[str] = []
        self._before = [
            WrittenSentence(
                text=_show_sentence(sentence, ids), cites=[ids.short(p) for p in sentence.cites]
            )
            for sentence in task.sentences
        ]

    @property
    def numbered_text(self) -> str:
        """The paragraph with the numbers of its sentences."""
        return "\n".join(
            f"({number + 1}{', fixed' if number in self.task.fixed else ''}) {sentence.text}"
            for number, sentence in enumerate(self._before)
        )

    @property
    def authors(self) -> str:
        """The papers that it cites, each with its authors and year."""
        return list_authors(self.task.papers, self.ids)

    @property
    def answer(self) -> type[AnsweredSentences]:
        """The type of an answer, whose schema names the ids and numbers that there are."""
        return sentences_type(self.ids.all, len(self._before))

    def check(self, answer: AnsweredSentences) -> None:
        """Raise ValueError with what a model can mend; sentences on other papers do not count."""
        on_it = [sentence for sentence in answer.sentences if self._is_on_it(sentence)]
        if not on_it:
            raise ValueError(f"there is no sentence that cites {self.new}")
        for sentence in on_it:
            if unknown := [name for name in cited_ids_of(sentence) if name not in self.ids]:
                raise ValueError(f"these ids are not on the list: {', '.join(unknown)}")
            if sentence.replaces and (why := self._refusal(sentence)):
                raise ValueError(f"sentence {sentence.replaces} cannot be replaced: {why}")

    def usable(self, answer: AnsweredSentences) -> list[AnsweredSentence]:
        """Return the sentences of an answer that can be used, in the order of the text."""
        found: list[AnsweredSentence] = []
        replaced: set[int] = set()
        for sentence in answer.sentences:
            if not self._is_on_it(sentence):
                continue
            if sentence.replaces and (self._refusal(sentence) or sentence.replaces in replaced):
                sentence = sentence.model_copy(update={"after": sentence.replaces, "replaces": 0})
            replaced.add(sentence.replaces)
            found.append(sentence)
        return sorted(found[:AT_MOST], key=_place)

    def with_new(self, new: Sequence[AnsweredSentence]) -> WrittenText:
        """Return the paragraph with new sentences."""
        replaced = {sentence.replaces for sentence in new}
        placed = [
            ((number, 0), sentence)
            for number, sentence in enumerate(self._before, start=1)
            if number not in replaced
        ]
        read = [*placed, *((_place(sentence), sentence) for sentence in new)]
        read.sort(key=lambda pair: pair[0])
        return _text([sentence for _, sentence in read])

    def change(self, new: AnsweredSentence) -> Change | None:
        """Return a new sentence as a change; None if it is made of commands and links alone.

        Cleaning may remove citations. The sentence then replaces no sentence that has more.
        """
        known = known_names(self.task.writing)
        clean = clean_text(with_usual_marks(_text([new]), self.ids), known)
        assembled = assemble_paragraphs(clean, self.ids, self.task.writing)
        found = assembled.paragraphs
        if not found or self.task.paper.id not in found[0].sentences[0].cites:
            return None
        self.warnings += assembled.warnings
        sentence = found[0].sentences[0]
        if new.replaces:
            old = self.task.sentences[new.replaces - 1].cites
            if set(old) <= set(sentence.cites):
                return Change(new.replaces - 1, new.replaces, sentence)
        after = new.replaces or new.after
        return Change(after, after, sentence)

    def _is_on_it(self, sentence: AnsweredSentence) -> bool:
        return self.new in cited_ids_of(sentence) and bool(sentence.text.strip())

    def _refusal(self, sentence: AnsweredSentence) -> str:
        if sentence.replaces - 1 in self.task.fixed:
            return "it is fixed"
        old = self._before[sentence.replaces - 1].cites
        lost = [name for name in old if name not in cited_ids_of(sentence)]
        return f"the new one does not cite {', '.join(lost)}" if lost else ""


def _question(
    paragraph: _Paragraph,
    notes: NotesOnPapers,
    parameters: ChatCiteParameters,
    sample: int,
    shown: Shown,
) -> Question[AnsweredSentences]:
    quote = shown.asker.ports.fence.quote
    return shown.value(
        "increments",
        "chatcite/weave",
        paragraph.answer,
        TOKENS_A_REFERENCE,
        check=paragraph.check,
        temperature=parameters.temperature,
        sample=sample,
        text=quote(f"{paragraph.authors}\n\n{paragraph.numbered_text}"),
        papers=notes.show([paragraph.task.paper], shown),
    )


def _show_sentence(sentence: Sentence, ids: ShortIds) -> str:
    return "".join(
        f"[{', '.join(map(ids.short, part.papers))}]"
        if isinstance(part, CitationMark)
        else shown_part(part)
        for part in sentence.parts
    ).strip()


def _place(sentence: AnsweredSentence) -> tuple[int, int]:
    """Return the sort key of a new sentence among the numbered ones."""
    return (sentence.replaces, 0) if sentence.replaces else (sentence.after, 1)


def _text(sentences: Sequence[WrittenSentence]) -> WrittenText:
    return WrittenText(paragraphs=[WrittenParagraph(topic="", sentences=list(sentences))])
