"""TextRank on its own: a baseline of CKMA's Table 2."""

import math
from collections import defaultdict
from collections.abc import Sequence

from citeloom_lab.baselines.centrality import centrality
from citeloom_lab.baselines.top_ranked import RankingParameters, TopRanked


def overlaps(sentences: Sequence[Sequence[str]]) -> list[dict[int, float]]:
    """Return for each sentence those that share a word with it, with their similarity.

    The number of shared words, over the sum of the logarithms of the two lengths in words.
    """
    posting: dict[str, list[int]] = defaultdict(list)
    rows: list[dict[int, float]] = [{} for _ in sentences]
    for at, terms in enumerate(sentences):
        shared: dict[int, int] = {}
        for term in sorted(set(terms)):
            for other in posting[term]:
                shared[other] = shared.get(other, 0) + 1
            posting[term].append(at)
        for other, count in shared.items():
            scale = math.log(len(terms)) + math.log(len(sentences[other]))
            if scale > 0.0:
                rows[at][other] = rows[other][at] = count / scale
    return rows


def textrank(sentences: Sequence[Sequence[str]], damping: float = 0.85) -> list[float]:
    """Return the TextRank of each sentence, given by its terms; the ranks sum to 1.

    Source: Mihalcea and Tarau, "TextRank: bringing order into texts", EMNLP 2004: weighted ranking
    (section 2.2) and sentence similarity (section 4.1). Ranks are scaled to a sum of 1, which
    leaves their order as it is; pairs of one-word sentences, where the similarity is not defined,
    are not joined.
    """
    return centrality(overlaps(sentences), damping)


class TextRank(TopRanked[RankingParameters]):
    name = "textrank"
    summary = "Baseline: the most central sentences of the abstracts by TextRank, unchanged."
    parameters = RankingParameters

    def rank(
        self, parameters: RankingParameters, sentences: Sequence[Sequence[str]]
    ) -> list[float]:
        return textrank(sentences, parameters.damping)
