"""New and changed sentences of a text by number, as a model answers with them."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, Field, create_model

from citeloom.methods.modelled.changed_questions import ToldAnswer
from citeloom.methods.modelled.short_ids import ids_in
from citeloom.methods.modelled.visible_words import Words
from citeloom.methods.modelled.written_text import WrittenSentence, check_citations, closed_list

_MOST_NUMBERS = 150
"""Numbers that are listed, twice each: a schema may list 500 values."""


class AnsweredSentence(WrittenSentence):
    """A new sentence and its place among the numbered ones."""

    after: int = Field(description="Number of the sentence that it comes after; 0: the first.")
    replaces: int = Field(
        description="Number of the sentence that it takes the place of; 0 if all of them stay."
    )


class AnsweredSentences(BaseModel):
    """What is new in a paragraph."""

    sentences: list[AnsweredSentence] = Field(description="The new sentences, in their order.")


class PlacedSentence(AnsweredSentence):
    """A new sentence in a text of several paragraphs."""

    new_paragraph: Words = Field(
        description="Where the sentence begins a new paragraph, a few words on what that is about; "
        "else empty."
    )


class PlacedSentences(ToldAnswer):
    """What is new in a text."""

    sentences: list[PlacedSentence] = Field(description="The new sentences, in their order.")


Answered = TypeVar("Answered", AnsweredSentences, PlacedSentences)


def sentences_type(
    base: type[Answered], sentence_base: type[AnsweredSentence], ids: Sequence[str], last: int
) -> type[Answered]:
    """Return the type of an answer whose schema names the ids and numbers that there are."""
    made: type[Answered] = _sentences_type(base, sentence_base, tuple(ids), last)
    return made


@lru_cache(maxsize=16)
def _sentences_type(
    base: type[Any], sentence_base: type[AnsweredSentence], ids: tuple[str, ...], last: int
) -> Any:
    fields = sentence_base.model_fields
    # The bounds hold here, the list of numbers in the schema: strict endpoints know no bounds.
    numbers: dict[str, Any] = {"enum": list(range(last + 1))} if last <= _MOST_NUMBERS else {}
    place, replaced = (
        (int, Field(ge=0, le=last, description=field.description, json_schema_extra=numbers))
        for field in (fields["after"], fields["replaces"])
    )
    cites = Field(description=fields["cites"].description)
    sentence = create_model(
        "Sentence",
        __base__=sentence_base,
        cites=(closed_list(ids), cites),
        after=place,
        replaces=replaced,
    )
    about = Field(description=base.model_fields["sentences"].description)
    some: Any = Annotated[list[sentence], AfterValidator(partial(_with_citations, ids))]
    return create_model("Sentences", __base__=base, sentences=(some, about))


def _with_citations(ids: Sequence[str], found: list[WrittenSentence]) -> list[WrittenSentence]:
    check_citations(ids, found)
    return found


def cited_ids_of(sentence: WrittenSentence) -> tuple[str, ...]:
    """Return all ids that a sentence names, known or not, each once, in order."""
    return tuple(dict.fromkeys((*ids_in(sentence.text), *sentence.cites)))
