"""Cover all chosen papers: ask again, twice at most, for those that a text forgot."""

from collections.abc import Callable, Sequence
from functools import partial

from pydantic import BaseModel, Field, create_model, field_validator

from citeloom.grounding.closeness import closeness
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.changed_questions import ToldAnswer
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.lengths import TOKENS_A_REFERENCE
from citeloom.methods.modelled.refused import Refused, ask_around
from citeloom.methods.modelled.short_ids import ShortIds, ids_in
from citeloom.methods.modelled.showing_papers import show_papers
from citeloom.methods.modelled.visible_words import SentenceWords
from citeloom.methods.modelled.written_text import (
    PlannedParagraph,
    WrittenSentence,
    WrittenText,
    as_plain,
    cited_ids,
    closed_list,
    plain_ids,
)
from citeloom.methods.port import Ports
from citeloom.methods.task import WritingTask
from citeloom.models.port import AnswerError, ContextTooLongError, LanguageModel, Question

_NOT_SHOWN = "(it is not shown; any number of a paragraph will do)"


class Addition(BaseModel):
    """A sentence to add after the last one of a paragraph."""

    paragraph: int = Field(description="Number of the paragraph, from 1, that it fits best.")
    text: SentenceWords = Field(
        description="One sentence of plain text; an id in square brackets is a name."
    )
    cites: list[str] = Field(description="Ids of the papers that the sentence rests on.")

    @field_validator("cites")
    @classmethod
    def _read_ids(cls, cites: list[str]) -> list[str]:
        return plain_ids(cites)


class Additions(ToldAnswer):
    """Sentences on papers that a text does not cite yet."""

    additions: list[Addition] = Field(description="The new sentences.")


def _answer_type(ids: Sequence[str]) -> type[Additions]:
    cites = Field(description=Addition.model_fields["cites"].description)
    addition = create_model("Sentence", __base__=Addition, cites=(closed_list(ids), cites))
    additions = Field(description=Additions.model_fields["additions"].description)
    return create_model("Sentences", __base__=Additions, additions=(list[addition], additions))


async def cover_papers(
    ids: ShortIds,
    task: WritingTask,
    model: LanguageModel,
    ports: Ports,
    refused: Refused,
    alone: bool,
    text: WrittenText,
) -> WrittenText:
    """Return a text with sentences on the papers that it does not cite, but those left out.

    The first question asks for all of them. Papers that are still missing then get a question
    each (``alone``), which shows neither the other papers nor the text, so that nothing in these
    can keep a paper out; the new sentence goes into the paragraph whose words are closest. Where it
    was known before what paragraphs are about, a sentence goes into that of its papers. Papers that
    no answer cites stay out, and the result lists them as uncited.
    """
    ports.progress.stage("coverage")
    missing = [
        short
        for short in ids.all
        if short not in cited_ids(text) and ids.paper(short).id not in refused.left_out
    ]
    if not missing or not text.paragraphs:
        return text
    lists = [[short] for short in missing] if alone else [missing]
    shown = _NOT_SHOWN if alone else ports.fence.quote(_number_paragraphs(text))
    answers = await ask_together(
        _ask_for(shown, own, ids, task, model, ports, refused) for own in lists
    )
    for answer, own in zip(answers, lists, strict=True):
        text = _add_sentences(text, _place_additions(answer, text) if alone else answer, own)
    return text


async def _ask_for(
    text: str,
    missing: Sequence[str],
    ids: ShortIds,
    task: WritingTask,
    model: LanguageModel,
    ports: Ports,
    refused: Refused,
) -> Additions:
    papers = [ids.paper(short) for short in missing]

    async def ask(share: float, refused: Refused = refused) -> Additions:
        messages = ports.prompts["modelled/cover"].messages(
            language=task.draft.language,
            text=text,
            papers=show_papers(
                refused.shown(papers),
                refused.around(task.surroundings),
                ids,
                ports.fence,
                share,
            ),
        )
        question = Question(
            "coverage",
            messages,
            _answer_type(missing),
            0.0,
            check=_check_of(missing),
            written=TOKENS_A_REFERENCE * len(missing),
        )
        return await model.ask(question)

    try:
        if len(papers) > 1:
            return await ask_until_it_fits(ask)
        return await ask_around(
            papers, refused, lambda known: ask_until_it_fits(partial(ask, refused=known))
        )
    except AnswerError as error:
        kept = error.answer
        return kept if isinstance(kept, Additions) else Additions(additions=[])
    except ContextTooLongError:
        # The text alone fills the context: keep it; the result lists what it does not cite.
        return Additions(additions=[])


def _place_additions(answer: Additions, text: WrittenText) -> Additions:
    """Return additions that were written without the text, each where it fits best."""
    parts = as_plain(text).split("\n\n")

    def fitting_place(addition: Addition) -> int:
        return 1 + max(range(len(parts)), key=lambda place: closeness(addition.text, parts[place]))

    placed = [
        addition.model_copy(update={"paragraph": fitting_place(addition)})
        for addition in answer.additions
    ]
    return Additions(additions=placed)


def _number_paragraphs(text: WrittenText) -> str:
    parts = as_plain(text).split("\n\n")
    return "\n\n".join(f"({number}) {part}" for number, part in enumerate(parts, start=1))


def _check_of(missing: Sequence[str]) -> Callable[[Additions], None]:
    def check(answer: Additions) -> None:
        cited = {short for own in answer.additions for short in _cited_ids(own)}
        if unknown := sorted(cited - set(missing)):
            raise ValueError(f"cite only the papers of the list, not {', '.join(unknown)}")
        if left := [short for short in missing if short not in cited]:
            raise ValueError(f"no sentence cites these papers: {', '.join(left)}")

    return check


def _cited_ids(addition: Addition) -> tuple[str, ...]:
    if not addition.text:
        return ()
    return tuple(dict.fromkeys((*ids_in(addition.text), *addition.cites)))


def _add_sentences(text: WrittenText, answer: Additions, missing: Sequence[str]) -> WrittenText:
    further: dict[int, list[WrittenSentence]] = {}
    for addition in answer.additions:
        if any(cited in missing for cited in _cited_ids(addition)):
            at = _paragraph_about(addition, text)
            if at is None:
                at = min(max(addition.paragraph, 1), len(text.paragraphs)) - 1
            further.setdefault(at, []).append(
                WrittenSentence(text=addition.text, cites=addition.cites)
            )
    paragraphs = [
        own.model_copy(update={"sentences": [*own.sentences, *further.get(at, [])]})
        for at, own in enumerate(text.paragraphs)
    ]
    return WrittenText(paragraphs=paragraphs)


def _paragraph_about(addition: Addition, text: WrittenText) -> int | None:
    """Return the place of the paragraph that is to be about what an addition cites, if one is.

    Of several it is the last: those before introduce it.
    """
    cited = set(_cited_ids(addition))
    places = [
        at
        for at, own in enumerate(text.paragraphs)
        if isinstance(own, PlannedParagraph) and not cited.isdisjoint(own.about)
    ]
    return places[-1] if places else None
