"""Citation recall and precision of a text, as ALCE defines them, by the checker of support.

Source: Gao et al., "Enabling large language models to generate text with citations", EMNLP 2023.
Theirs asks a model of entailment; ours is `checker.SupportChecker.supports`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim

_HALF = 0.5
_LEAST_RECALL = 1 / 3


@dataclass(frozen=True, slots=True)
class CitationScores:
    """How a text is covered by what it cites.

    ``recall`` is the share of sentences whose cited papers say them together, ``precision`` the
    share of citations that count: their sentence is supported, and the paper supports it alone or
    the others do not without it. ``unknown`` are citations of papers without an abstract or full
    text, which count as not supporting. ``copied`` are sentences with a long run of their papers'
    words.
    """

    sentences: int
    supported: int
    citations: int
    counting: int
    unknown: int
    copied: int = 0

    @property
    def recall(self) -> float | None:
        """The citation recall; None for a text without sentences."""
        return self.supported / self.sentences if self.sentences else None

    @property
    def precision(self) -> float | None:
        """The citation precision; None for a text without citations."""
        return self.counting / self.citations if self.citations else None

    @property
    def is_hardly_supported(self) -> bool:
        """Whether most sentences say what their papers, where these are known, do not."""
        too_few = self.supported < _LEAST_RECALL * self.sentences
        return too_few and self.unknown < _HALF * self.citations


def citation_scores(
    sentences: Iterable[tuple[str, tuple[str, ...]]], checker: SupportChecker
) -> CitationScores:
    """Return the scores of sentences, each with its words and the ids of the papers it cites."""
    each = [_score(Claim(text, papers), checker) for text, papers in sentences]
    return CitationScores(len(each), *(map(sum, zip(*each, strict=True)) if each else (0,) * 5))


def _score(claim: Claim, checker: SupportChecker) -> tuple[int, int, int, int, int]:
    """Return what one sentence adds to each number of ``CitationScores``, in their order."""
    papers = claim.papers
    sources = [checker.sources.get(paper) for paper in papers]
    unknown = sum(source is None or not source.is_known for source in sources)
    # Of two papers one alone is what is left without the other.
    supports = cache(partial(checker.supports, claim))
    is_supported = bool(papers) and supports(papers)
    counting = 0
    for paper in papers if is_supported else ():
        others = tuple(other for other in papers if other != paper)
        counting += not others or supports((paper,)) or not supports(others)
    return is_supported, len(papers), counting, unknown, any(checker.copied(claim))
