"""Asking a model for a text; what is right in a wrong answer is kept."""

from citeloom.methods.modelled.written_text import WrittenText
from citeloom.models.port import AnswerError, LanguageModel, Question


async def ask_for_text(model: LanguageModel, question: Question[WrittenText]) -> WrittenText:
    """Return a written text; where only its check still fails, the last answer.

    The assembler leaves unknown ids out, and ``cover_papers`` asks again for missing papers.

    Raises
    ------
    ModelError
        As ``LanguageModel.ask`` does, where there is no text at all.
    """
    try:
        return await model.ask(question)
    except AnswerError as error:
        if isinstance(error.answer, WrittenText):
            return error.answer
        raise
