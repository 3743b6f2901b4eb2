"""Asking a model for a text; of a wrong answer what is right is kept."""

from citeloom.methods.modelled.written_text import WrittenText
from citeloom.models.port import AnswerError, LanguageModel, Question


async def ask_for_text(model: LanguageModel, question: Question[WrittenText]) -> WrittenText:
    """Return a written text; the last answer where only its check still fails.

    Unknown ids are left out when it is assembled, and papers that it dropped are asked for
    again by ``cover_papers``.

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
