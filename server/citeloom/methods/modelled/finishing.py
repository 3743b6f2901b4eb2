"""The last step of every method that asks a model: coverage, citations, sources, warnings."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from pydantic_core import to_jsonable_python

from citeloom.grounding.accusations import accusations
from citeloom.grounding.closeness import closeness
from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.asker import Asker, Shown, join_texts
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.assembling import assemble_paragraphs
from citeloom.methods.modelled.clean_words import (
    clean_words,
    known_names,
    left_out_warnings,
    names_stranger,
    with_usual_signs,
)
from citeloom.methods.modelled.lengths import WORDS_A_REFERENCE, length_warnings
from citeloom.methods.modelled.short_ids import ids_in
from citeloom.methods.modelled.showing_papers import suspicions, without_orders
from citeloom.methods.modelled.written_text import (
    PlannedParagraph,
    WrittenParagraph,
    WrittenText,
    add_marks,
    as_plain,
    change_texts,
    cited_ids,
)
from citeloom.methods.port import MethodError
from citeloom.methods.result import Result, Sentence
from citeloom.models.port import ModelError, Question
from citeloom.papers.paper import Paper
from citeloom.words import word_count


def accusation_warnings(sentences: Iterable[Sentence], papers: Iterable[Paper]) -> Iterator[str]:
    """Yield a warning for each sentence with an accusation, unless a cited paper makes it.

    Instructions to a model in a paper do not count.
    """
    known = {paper.id: paper for paper in papers}
    for sentence in sentences:
        cited = [known[paper] for paper in sentence.cites if paper in known]
        texts = (without_orders(text) for paper in cited for text in (paper.title, paper.abstract))
        if found := next(accusations(sentence.text, texts), None):
            yield (
                f"the model wrote “{found.text}”, which no cited text says; remove this sentence "
                f"unless you can prove it: {sentence.text}"
            )


def clean_text(text: WrittenText, known: Collection[str]) -> WrittenText:
    """Return a text without what no related work holds.

    ``known`` are names that may stay, as in ``clean_words``. A sentence that names another host,
    address or wallet goes; where no other one cites its papers, only the name does.
    """
    only = {*cited_ids(text)}.difference(cited_ids(without_strangers(text, known)))

    def clean(words: str) -> str:
        # A mark that stands in what goes, as in the braces of a command, stays.
        own = clean_words(words, known)
        return add_marks(own, ids_in(words)) if any(map(str.isalnum, own)) else ""

    return change_texts(without_strangers(text, known, only), clean)


def without_strangers(
    text: WrittenText, known: Collection[str], papers: Collection[str] = ()
) -> WrittenText:
    """Return a text without the sentences that name hosts, addresses or wallets not in ``known``.

    Those that cite one of ``papers`` stay as they are. Paragraphs stay, also empty ones: their
    papers may get other sentences.
    """

    def left(sentence: str) -> str:
        if not names_stranger(sentence, known):
            return sentence
        pieces = [it.text for it in sentences(with_usual_signs(sentence))]
        own = " ".join(it for it in pieces if not names_stranger(it, known))
        return own if own or set(papers).isdisjoint(ids_in(sentence)) else sentence

    return change_texts(text, left)


COVERAGE = "coverage"


async def cover_papers(asker: Asker, alone: bool, text: WrittenText) -> WrittenText:
    """Return a text with sentences on the papers that it does not cite, but those left out.

    The first question asks for all of them. Papers that are still missing then get a question
    each (``alone``), which shows neither the other papers nor the text, so that nothing in these
    can keep a paper out. A sentence goes into the paragraph of its papers where it was known before
    what paragraphs are about, else into the one whose words are closest. Papers that no answer
    cites stay out, and the result lists them as uncited. Where there is no text yet, the answer to
    the first question is the text.
    """
    asker.ports.progress.stage(COVERAGE)
    ids, cited = asker.ids, cited_ids(text)
    missing = [ids.paper(short) for short in ids.all if short not in cited]
    missing = [paper for paper in missing if paper.id not in asker.refused.left_out]
    if not missing:
        return text
    lists = [[paper] for paper in missing] if alone else [missing]

    def question(papers: Sequence[Paper], shown: Shown) -> Question[WrittenText]:
        return shown.text(
            COVERAGE,
            "modelled/cover",
            shown.ids(papers),
            WORDS_A_REFERENCE * len(papers),
            further=() if alone else [short for short in cited if short in ids],
            text="" if alone else shown.quote(as_plain(text)),
            papers=shown.papers(papers),
        )

    instead = "its paper is not cited" if alone else "each paper was asked about alone"
    found = await ask_together(asker.text(own, question, instead) for own in lists)
    wanted = {ids.short(paper.id) for paper in missing}
    new = [
        own.model_copy(
            update={"sentences": [it for it in own.sentences if wanted & set(ids_in(it))]}
        )
        for own in join_texts(found).paragraphs
    ]
    if not text.paragraphs and not alone:
        return WrittenText(paragraphs=[own for own in new if own.sentences])
    for sentence in (it for own in new for it in own.sentences):
        text = _with_sentence(text, sentence)
    return text


def _with_sentence(text: WrittenText, sentence: str) -> WrittenText:
    if not text.paragraphs:
        return WrittenText(paragraphs=[WrittenParagraph(topic="", sentences=[sentence])])
    cited = set(ids_in(sentence))
    about = [
        at
        for at, own in enumerate(text.paragraphs)
        if isinstance(own, PlannedParagraph) and not cited.isdisjoint(own.about)
    ]

    def closest() -> int:
        parts = [" ".join(own.sentences) for own in text.paragraphs]
        return max(range(len(parts)), key=lambda place: closeness(sentence, parts[place]))

    # Of several paragraphs about a paper those before the last introduce it.
    place = about[-1] if about else closest()
    paragraphs = [
        own.model_copy(update={"sentences": [*own.sentences, sentence]}) if at == place else own
        for at, own in enumerate(text.paragraphs)
    ]
    return WrittenText(paragraphs=paragraphs)


Value = TypeVar("Value")


class LastSteps:
    """Takes steps on a text that is there, until the model fails or the run is cancelled.

    ``cut_short`` is what ended them; None if nothing has.
    """

    def __init__(self) -> None:
        self.cut_short: ModelError | asyncio.CancelledError | None = None

    async def take(self, step: Callable[[Value], Awaitable[Value]], value: Value) -> Value:
        """Return what a step makes of a value; the value itself where the step is not taken."""
        if self.cut_short is None:
            try:
                return await step(value)
            except ModelError as error:
                self.cut_short = error
            except asyncio.CancelledError as error:
                self.cut_short = error
                if (task := asyncio.current_task()) is not None:
                    task.uncancel()  # The run goes on, to give its text.
        return value

    @property
    def warnings(self) -> list[str]:
        """What the author should know of a run that was cut short."""
        if self.cut_short is None:
            return []
        error = self.cut_short
        why = error.problem.message if isinstance(error, ModelError) else "the work was interrupted"
        return [f"the last steps on this text were left out: {why}"]


async def finish(
    asker: Asker,
    versions: Sequence[WrittenText],
    trace: Mapping[str, Any],
    steps: LastSteps | None = None,
) -> Result:
    """Return the first of several versions as a result, the others as its alternatives.

    The model is asked for papers that the text forgot, which may be all. ``steps`` may have been
    cut short already. Unknown ids, links and LaTeX commands, which only instructions in a paper can
    have caused, are left out. Papers that the model refused are named, and what came instead of
    answers that could not be used.

    Raises
    ------
    ModelError
        If no answer gave a sentence that cites: the last of them.
    MethodError
        If nothing of the text is left.
    """
    task, ids, refused, steps = asker.task, asker.ids, asker.refused, steps or LastSteps()
    known = known_names(task)
    first = versions[0]
    text = without_strangers(first, known)
    for alone in (False, True):
        text = await steps.take(partial(cover_papers, asker, alone), text)
    if not cited_ids(text) and asker.failure is not None:
        raise asker.failure
    warnings = [
        *steps.warnings,
        *refused.warnings(task.references),
        *asker.warnings,
        *suspicions(task.references, task.surroundings),
    ]
    if task.draft.abstract_source != "abstract":
        warnings.append(f"the draft has no abstract; read instead: {task.draft.abstract_source}")
    versions = [text, *versions[1 : task.alternatives + 1]]
    written = (own for it in (first, text) for part in it.paragraphs for own in part.sentences)
    warnings += left_out_warnings(list(dict.fromkeys(written)), known)
    assembled, *others = (
        assemble_paragraphs(clean_text(version, known), ids, task) for version in versions
    )
    paragraphs = assembled.paragraphs
    warnings += assembled.warnings
    said = [sentence for paragraph in paragraphs for sentence in paragraph.sentences]
    warnings += accusation_warnings(said, task.references)
    warnings += length_warnings(sum(word_count(sentence.text) for sentence in said), task)
    cited = {paper for sentence in said for paper in sentence.cites}
    if not cited:
        raise MethodError("the model wrote no text about these references")
    return Result(
        paragraphs,
        uncited=tuple(paper.id for paper in task.references if paper.id not in cited),
        without_abstract=tuple(paper.id for paper in task.references if not paper.abstract),
        warnings=tuple(warnings),
        alternatives=tuple(other.paragraphs for other in others if other.paragraphs),
        trace=to_jsonable_python(dict(trace)),
        cut_short=steps.cut_short,
        answers=asker.used.total() + asker.unused.total(),
        unused_answers=asker.unused.total(),
    )
