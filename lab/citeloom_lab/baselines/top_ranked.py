"""Rankings of sentences on their own as methods: baselines of CKMA's Table 2."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial

from pydantic import Field

from citeloom.methods.port import Method, P, Parameters, Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask


class RankingParameters(Parameters):
    damping: float = Field(0.85, gt=0, lt=1, description="Probability of following an edge.")


class TopRanked(Method[P]):
    """Takes the sentences of all cited abstracts that a ranking puts first, word for word."""

    async def write(self, task: WritingTask, parameters: P, ports: Ports) -> Result:
        """Return the most central sentences; papers may stay uncited.

        Raises
        ------
        MethodError
            If the draft is not in English, or no reference has a usable abstract.
        """
        from citeloom_lab.baselines.top_sentences import top_sentences

        return await top_sentences(task, partial(self.rank, parameters), ports)

    @abstractmethod
    def rank(self, parameters: P, sentences: Sequence[Sequence[str]]) -> list[float]:
        """Return how central each sentence is, given by its terms."""
