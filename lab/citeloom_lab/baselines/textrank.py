"""TextRank on its own: a baseline of CKMA's Table 2."""

from collections.abc import Sequence

from citeloom.methods.extractive.parameters import BaselineParameters
from citeloom.methods.extractive.ranking.textrank import textrank
from citeloom.methods.extractive.top_ranked import TopRanked


class TextRank(TopRanked[BaselineParameters]):
    name = "textrank"
    summary = "Baseline: the most central sentences of the abstracts by TextRank, unchanged."
    parameters = BaselineParameters

    def rank(
        self, parameters: BaselineParameters, sentences: Sequence[Sequence[str]]
    ) -> list[float]:
        return textrank(sentences, parameters.damping)
