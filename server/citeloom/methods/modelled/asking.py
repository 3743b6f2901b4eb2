"""Asking a model for a text; what is right in a wrong answer is kept."""

from collections.abc import Awaitable, Callable, Iterable, Sequence

from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.lengths import TOKENS_A_WORD
from citeloom.methods.modelled.reader import TextReader
from citeloom.methods.modelled.refused import Refused, ask_around
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.written_text import WrittenText, ids_check
from citeloom.models.port import Answer, AnswerError, LanguageModel, Message, Question, RefusedError
from citeloom.papers.paper import Paper

SOME_FAILED = "the model's answers on some references could not be used"


def text_question(
    step: str,
    messages: tuple[Message, ...],
    ids: ShortIds,
    shown: Sequence[str],
    temperature: float | None = 0.0,
    sample: int = 0,
    *,
    words: int,
    needed: Sequence[str] | None = None,
    kept_as: tuple[Message, ...] = (),
) -> Question[WrittenText]:
    """Return a question for a text of about so many words, in prose.

    ``ids`` are those of the run, ``shown`` those that the question shows; ``needed`` have to be
    cited: None, all that are shown.
    """
    return Question(
        step,
        messages,
        WrittenText,
        temperature,
        sample,
        ids_check(ids, shown if needed is None else needed),
        round(words * TOKENS_A_WORD),
        kept_as,
        TextReader(ids, tuple(shown)),
    )


async def ask_for_text(model: LanguageModel, question: Question[Answer]) -> Answer:
    """Return a written text; where only its check still fails, the last answer.

    The assembler leaves unknown ids out, and ``cover_papers`` asks again for missing papers.
    """
    try:
        return await model.ask(question)
    except AnswerError as error:
        if isinstance(error.answer, question.answer):
            return error.answer
        raise


async def ask_for_parts(
    parts: Iterable[tuple[Sequence[Paper], Callable[[Refused], Awaitable[WrittenText]]]],
    refused: Refused,
    tell: Callable[[int], None],
) -> tuple[list[WrittenText], list[str]]:
    """Ask for several texts side by side, each about papers of its own; return a warning, too.

    A text of which no answer can be used is left out, and one whose papers are all refused.

    Raises
    ------
    ModelError
        If the model cannot be used, or there is no text at all.
    """
    failed: list[AnswerError] = []

    async def text_about(
        papers: Sequence[Paper], ask: Callable[[Refused], Awaitable[WrittenText]]
    ) -> WrittenText:
        try:
            return await ask_around(papers, refused, ask)
        except RefusedError:
            if refused.shown(papers):
                raise
        except AnswerError as error:
            failed.append(error)
        return WrittenText(paragraphs=[])

    found = await ask_together((text_about(*part) for part in parts), tell)
    texts = [text for text in found if text.paragraphs]
    if failed and not texts:
        raise failed[0]
    return texts, [SOME_FAILED] * bool(failed)
