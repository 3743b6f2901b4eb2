"""LexRank and TextRank on their own: the baselines of CKMA's Table 2."""

from collections.abc import Sequence

from pydantic import BaseModel

from citeloom.methods.cost import Cost
from citeloom.methods.extractive.parameters import BaselineParameters, LexRankParameters
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask


class LexRank:
    """The sentences of all cited abstracts that LexRank puts first, word for word."""

    name = "lexrank"
    summary = "Baseline: the most central sentences of the abstracts by LexRank, unchanged."
    parameters: type[BaseModel] = LexRankParameters
    uses_model = False

    def cost(self, task: WritingTask, parameters: BaseModel) -> Cost:
        """Return no calls."""
        return Cost()

    async def write(self, task: WritingTask, parameters: BaseModel, ports: Ports) -> Result:
        """Return the most central sentences; papers may stay uncited.

        Raises
        ------
        MethodError
            If the draft is not in English, or no reference has a usable abstract.
        """
        from citeloom.methods.extractive.ranking.lexrank import lexrank
        from citeloom.methods.extractive.top import top_sentences

        given = LexRankParameters.model_validate(parameters.model_dump())

        def rank(sentences: Sequence[Sequence[str]]) -> list[float]:
            return lexrank(sentences, given.threshold, given.damping)

        return await top_sentences(task, rank, ports)


class TextRank:
    """The sentences of all cited abstracts that TextRank puts first, word for word."""

    name = "textrank"
    summary = "Baseline: the most central sentences of the abstracts by TextRank, unchanged."
    parameters: type[BaseModel] = BaselineParameters
    uses_model = False

    def cost(self, task: WritingTask, parameters: BaseModel) -> Cost:
        """Return no calls."""
        return Cost()

    async def write(self, task: WritingTask, parameters: BaseModel, ports: Ports) -> Result:
        """Return the most central sentences; papers may stay uncited.

        Raises
        ------
        MethodError
            If the draft is not in English, or no reference has a usable abstract.
        """
        from citeloom.methods.extractive.ranking.textrank import textrank
        from citeloom.methods.extractive.top import top_sentences

        given = BaselineParameters.model_validate(parameters.model_dump())

        def rank(sentences: Sequence[Sequence[str]]) -> list[float]:
            return textrank(sentences, given.damping)

        return await top_sentences(task, rank, ports)
