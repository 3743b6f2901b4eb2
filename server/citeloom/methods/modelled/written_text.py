"""The type in which a model writes related work: paragraphs of sentences, with ids."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, Field

from citeloom.methods.modelled.changed_questions import ToldAnswer
from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in, is_id
from citeloom.methods.result import Heading
from citeloom.models.port import FaultyAnswerError


class WrittenSentence(BaseModel):
    """One sentence, its citations in square brackets, and the ids that it cites."""

    text: str
    cites: list[str]


class WrittenParagraph(BaseModel):
    """A paragraph and, in a few words, what it is about."""

    topic: str
    sentences: list[WrittenSentence]


class PlannedParagraph(WrittenParagraph):
    """A paragraph of which is known before it is written what it is about.

    ``about`` are the ids of its papers; of several paragraphs about a paper it belongs to the last.
    ``headings`` stand right before it. No model answers with one.
    """

    about: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()


class WrittenText(ToldAnswer):
    """A related work, or a part of one, as a model writes it.

    ``unknown`` are its citations that name no paper, ``left_out`` its sentences that are no content
    of a related work; both are taken out of it.
    """

    paragraphs: list[WrittenParagraph]
    unknown: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


_MOST_NAMED = 500
"""Values that a schema may list (same page as in ``models.answers``)."""

_MARK_AT_END = re.compile(MARK.pattern + r"\Z")

_ENDS = ".!?。！？।؟"
"""Signs that end a sentence; a citation stands before them."""


def check_citations(ids: Sequence[str], sentences: Iterable[WrittenSentence]) -> None:
    """Raise ValueError where no sentence cites any paper of a closed list."""
    if set(ids).isdisjoint(_ids_of(sentences)):
        raise ValueError(f"no sentence cites any of these papers: {', '.join(ids)}")


def closed_list(ids: Sequence[str]) -> Any:
    """Return the type of a list of ids whose schema names all that it may hold.

    Beyond the number that strict endpoints take, the checks of answers alone close the list.
    """
    if len(ids) > _MOST_NAMED:
        return list[str]
    one_id: Any = Annotated[str, Field(json_schema_extra={"enum": list(ids)})]
    return list[one_id]


def cited_ids(text: WrittenText) -> tuple[str, ...]:
    """Return all ids that a text names, known or not, each once, in order."""
    return _ids_of(sentence for part in text.paragraphs for sentence in part.sentences)


def _ids_of(sentences: Iterable[WrittenSentence]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            i for sentence in sentences for i in (*ids_in(sentence.text), *sentence.cites)
        )
    )


def ids_check(ids: ShortIds, needed: Collection[str] = ()) -> Callable[[WrittenText], None]:
    """Return a check that a text has only known ids, and all needed ones.

    The check raises ValueError with what a model can mend.
    """

    def check(text: WrittenText) -> None:
        cited = cited_ids(text)
        unknown = [short for short in cited if short not in ids]
        missing = [short for short in needed if short not in cited]
        said = "these ids are not on the list" if unknown else "no sentence cites these papers"
        if wrong := unknown or missing:
            faults = len(unknown) + len(missing)
            raise FaultyAnswerError(f"{said}: {', '.join(wrong)}", faults)

    return check


def as_plain(text: WrittenText) -> str:
    """Return a text as it is shown to a model, its ids in square brackets.

    Citations that cannot be ids are left out, so that no later answer repeats them.
    """
    return "\n\n".join(
        " ".join(
            add_marks(sentence.text, filter(is_id, sentence.cites))
            for sentence in paragraph.sentences
        )
        for paragraph in text.paragraphs
    )


def change_texts(text: WrittenText, change: Callable[[str], str]) -> WrittenText:
    """Apply ``change`` to all topics and sentences of a text; headings are not a model's words."""
    paragraphs = [
        own.model_copy(
            update={
                "topic": change(own.topic),
                "sentences": [
                    sentence.model_copy(update={"text": change(sentence.text)})
                    for sentence in own.sentences
                ],
            }
        )
        for own in text.paragraphs
    ]
    return text.model_copy(update={"paragraphs": paragraphs})


def add_marks(text: str, further: Iterable[str]) -> str:
    """Return a sentence that cites further papers at its end, each once."""
    named = ids_in(text)
    new = [short for short in dict.fromkeys(further) if short not in named]
    text = text.strip()
    if not new:
        return text
    words = text.rstrip(_ENDS)
    group, before = new, _MARK_AT_END.search(words)
    if before:
        group, words = [*ids_in(before[0]), *new], words[: before.start()]
    return f"{words} [{', '.join(group)}]{text[len(text.rstrip(_ENDS)) :]}"
