"""The type in which a model writes related work: paragraphs of sentences, with ids."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, Field

from citeloom.methods.modelled.short_ids import MARK_AT_END, ShortIds, ids_in
from citeloom.methods.result import Heading
from citeloom.models.port import FaultyAnswerError


class WrittenParagraph(BaseModel):
    """A paragraph and, in a few words, what it is about.

    Its sentences name the papers that they cite in square brackets: ``[P1, P4]``.
    """

    topic: str
    sentences: list[str]


class PlannedParagraph(WrittenParagraph):
    """A paragraph of which is known before it is written what it is about.

    ``about`` are the ids of its papers; of several paragraphs about a paper it belongs to the last.
    ``headings`` stand right before it. No model answers with one.
    """

    about: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()


class WrittenText(BaseModel):
    """A related work, or a part of one, as a model writes it.

    ``unknown`` are its citations that name no paper, ``left_out`` its sentences that are no content
    of a related work; both are taken out of it.
    """

    paragraphs: list[WrittenParagraph]
    unknown: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


_MOST_NAMED = 500
"""Values that a schema may list (same page as in ``models.answers``)."""

ENDS = ".!?。！？।؟"
"""Signs that end a sentence; a citation stands before them."""


def closed_list(ids: Sequence[str]) -> Any:
    """Return the type of a list of ids whose schema names all that it may hold.

    Beyond the number that strict endpoints take, the checks of answers alone close the list.
    """
    if len(ids) > _MOST_NAMED:
        return list[str]
    one_id: Any = Annotated[str, Field(json_schema_extra={"enum": list(ids)})]
    return list[one_id]


def as_plain(text: WrittenText) -> str:
    """Return a text as it is shown to a model, its ids in square brackets."""
    return "\n\n".join(" ".join(paragraph.sentences) for paragraph in text.paragraphs)


def cited_ids(text: WrittenText) -> tuple[str, ...]:
    """Return all ids that a text names, known or not, each once, in order."""
    return ids_in(as_plain(text))


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


def change_texts(text: WrittenText, change: Callable[[str], str]) -> WrittenText:
    """Apply ``change`` to all topics and sentences of a text; sentences without words go.

    Headings are not a model's words.
    """
    paragraphs = [
        own.model_copy(
            update={
                "topic": change(own.topic),
                "sentences": [left for sentence in own.sentences if (left := change(sentence))],
            }
        )
        for own in text.paragraphs
    ]
    return text.model_copy(update={"paragraphs": paragraphs})


def add_marks(text: str, further: Iterable[str]) -> str:
    """Return a sentence that cites further papers at its end, each once."""
    named = ids_in(text)
    new = [short for short in dict.fromkeys(further) if short not in named]
    words = text.strip().rstrip(ENDS)
    stop = text.strip()[len(words) :]
    if new and (before := MARK_AT_END.search(words)):
        new, words = [*ids_in(before[0]), *new], words[: before.start()]
    return f"{words} [{', '.join(new)}]{stop}" if new else text.strip()
