"""Other answers of a language model to the same questions."""

from dataclasses import replace

from citeloom.models.port import Answer, LanguageModel, Question


class LaterSamples:
    """A model that is asked for other answers than before: those from the number ``first`` on."""

    def __init__(self, model: LanguageModel, first: int) -> None:
        self._model, self._first = model, first
        self.name = model.name

    async def ask(self, question: Question[Answer]) -> Answer:
        """Return an answer, as the model does."""
        return await self._model.ask(replace(question, sample=question.sample + self._first))


def later_samples(model: LanguageModel | None, first: int) -> LanguageModel | None:
    """Return a model that gives its answers from a number on; of 0 it is the model itself."""
    return model if model is None or not first else LaterSamples(model, first)
