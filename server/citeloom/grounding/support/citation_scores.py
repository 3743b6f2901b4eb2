"""Citation recall and precision of a text, as ALCE defines them, by the checker of support.

Source: Gao et al., "Enabling large language models to generate text with citations", EMNLP 2023.
Theirs asks a model of entailment; ours is `checker.SupportChecker.supports`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim


@dataclass(frozen=True, slots=True)
class CitationScores:
    """How a text is covered by what it cites.

    ``recall`` is the share of sentences whose cited papers say them together, ``precision`` the
    share of citations that count: their sentence is supported, and the paper supports it alone or
    the others do not without it. ``unknown`` are citations of papers without an abstract or full
    text, which count as not supporting.
    """

    sentences: int
    supported: int
    citations: int
    counting: int
    unknown: int

    @property
    def recall(self) -> float | None:
        """The citation recall; None for a text without sentences."""
        return self.supported / self.sentences if self.sentences else None

    @property
    def precision(self) -> float | None:
        """The citation precision; None for a text without citations."""
        return self.counting / self.citations if self.citations else None


def citation_scores(
    sentences: Iterable[tuple[str, tuple[str, ...]]], checker: SupportChecker
) -> CitationScores:
    """Return the scores of sentences, each with its words and the ids of the papers it cites."""
    count = supported = citations = counting = unknown = 0
    for text, papers in sentences:
        count += 1
        citations += len(papers)
        sources = (checker.sources.get(paper) for paper in papers)
        unknown += sum(source is None or not source.is_known for source in sources)
        claim = Claim(text, papers)
        if not papers or not checker.supports(claim, papers):
            continue
        supported += 1
        for paper in papers:
            others = tuple(other for other in papers if other != paper)
            counting += (
                not others
                or checker.supports(claim, (paper,))
                or not checker.supports(claim, others)
            )
    return CitationScores(count, supported, citations, counting, unknown)
