"""A ranking of sentences on its own as a method: LexRank, a baseline of CKMA's Table 2."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial

from citeloom.methods.extractive.parameters import LexRankParameters
from citeloom.methods.port import Method, P, Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask


class TopRanked(Method[P]):
    """Takes the sentences of all cited abstracts that a ranking puts first, word for word."""

    async def write(self, task: WritingTask, parameters: P, ports: Ports) -> Result:
        """Return the most central sentences; papers may stay uncited.

        Raises
        ------
        MethodError
            If the draft is not in English, or no reference has a usable abstract.
        """
        from citeloom.methods.extractive.top_sentences import top_sentences

        return await top_sentences(task, partial(self.rank, parameters), ports)

    @abstractmethod
    def rank(self, parameters: P, sentences: Sequence[Sequence[str]]) -> list[float]:
        """Return how central each sentence is, given by its terms."""


class LexRank(TopRanked[LexRankParameters]):
    name = "lexrank"
    summary = "Baseline: the most central sentences of the abstracts by LexRank, unchanged."
    parameters = LexRankParameters

    def rank(
        self, parameters: LexRankParameters, sentences: Sequence[Sequence[str]]
    ) -> list[float]:
        from citeloom.methods.extractive.ranking.lexrank import lexrank

        return lexrank(sentences, parameters.threshold, parameters.damping)
