"""The interface of a judge: a metric for which a language model is asked about written texts."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from citeloom.methods.port import Ports
from citeloom.models.cost import Cost
from citeloom.models.port import (
    Answer,
    AnswerError,
    ContextTooLongError,
    LanguageModel,
    Question,
)
from citeloom_lab.evaluation.evaluated_text import EvaluatedText
from citeloom_lab.evaluation.example import Example
from citeloom_lab.evaluation.metrics import Metric

Judged = Mapping[str, Mapping[str, float]]
"""Values of a judge's metrics, by the methods whose texts were judged; what failed is left out."""


@dataclass(frozen=True)
class TextsOfExample:
    """What methods wrote for an example, by their names; none of the texts is empty."""

    example: Example
    texts: Mapping[str, EvaluatedText]
    seed: int = 0


class TextJudge(ABC):
    """A judge; ``name`` is what the user types, ``source`` whose definition it is.

    ``main`` is the place of the metric that stands for all where there is room for one alone.
    ``judges_authors``: whether the authors' own text can be judged beside the others.
    """

    name: str
    source: str
    metrics: tuple[Metric, ...]
    main: int = 0
    judges_authors: bool = False

    @abstractmethod
    def cost(self, example: Example, texts: int, words: int) -> Cost:
        """Return the calls for so many texts of about so many words each."""

    @abstractmethod
    async def judge(self, given: TextsOfExample, ports: Ports, model: LanguageModel) -> Judged:
        """Return the values of the texts.

        Raises
        ------
        ModelError
            If the endpoint cannot be used. An answer that cannot be is a value left out.
        """


async def usable_answer(model: LanguageModel, question: Question[Answer]) -> Answer | None:
    """Return an answer; None where it cannot be used, or the question does not fit."""
    try:
        return await model.ask(question)
    except (AnswerError, ContextTooLongError):
        return None
