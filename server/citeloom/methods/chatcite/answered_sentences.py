"""New and changed sentences of a paragraph by number, as a model answers with them."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, create_model

from citeloom.methods.modelled.short_ids import ids_in
from citeloom.methods.modelled.visible_words import SentenceWords
from citeloom.methods.modelled.written_text import WrittenSentence, check_citations, closed_list

_MOST_NUMBERS = 150
"""Numbers that are listed, twice each: a schema may list 500 values."""


class AnsweredSentence(WrittenSentence):
    """A new sentence and its place among the numbered ones."""

    text: SentenceWords = Field(
        description="One sentence of plain text, with ids in square brackets behind what they "
        "support."
    )
    after: int = Field(description="Number of the sentence that it comes after; 0: the first.")
    replaces: int = Field(
        description="Number of the sentence that it takes the place of; 0 if all of them stay."
    )


class AnsweredSentences(BaseModel):
    """What is new in a paragraph."""

    sentences: list[AnsweredSentence] = Field(description="The new sentences, in their order.")


@lru_cache(maxsize=16)
def sentences_type(ids: tuple[str, ...], last: int) -> type[AnsweredSentences]:
    """Return the type of an answer whose schema names the ids and numbers that there are."""
    fields = AnsweredSentence.model_fields
    # The bounds hold here, the list of numbers in the schema: strict endpoints know no bounds.
    numbers: dict[str, Any] = {"enum": list(range(last + 1))} if last <= _MOST_NUMBERS else {}
    place, replaced = (
        (int, Field(ge=0, le=last, description=field.description, json_schema_extra=numbers))
        for field in (fields["after"], fields["replaces"])
    )
    cites = Field(description=fields["cites"].description)
    sentence = create_model(
        "Sentence",
        __base__=AnsweredSentence,
        cites=(closed_list(ids), cites),
        after=place,
        replaces=replaced,
    )
    about = Field(description=AnsweredSentences.model_fields["sentences"].description)
    some: Any = Annotated[list[sentence], AfterValidator(partial(_with_citations, ids))]
    return create_model("Sentences", __base__=AnsweredSentences, sentences=(some, about))


def _with_citations(ids: Sequence[str], found: list[WrittenSentence]) -> list[WrittenSentence]:
    check_citations(ids, found)
    return found


def cited_ids_of(sentence: WrittenSentence) -> tuple[str, ...]:
    """Return all ids that a sentence names, known or not, each once, in order."""
    return tuple(dict.fromkeys((*ids_in(sentence.text), *sentence.cites)))
