"""Asking a model for a text; what is right in a wrong answer is kept."""

from collections.abc import Awaitable, Callable, Iterable, Sequence

from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.refused import Refused, ask_around
from citeloom.methods.modelled.written_text import WrittenText
from citeloom.models.port import Answer, AnswerError, LanguageModel, Question, RefusedError
from citeloom.papers.paper import Paper

SOME_FAILED = "the model's answers on some references could not be used"


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
