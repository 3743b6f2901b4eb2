"""Citation recall and precision of a text, as ALCE defines them, by the checker of support.

Source: Gao et al., "Enabling large language models to generate text with citations", EMNLP 2023.
Theirs asks a model of entailment; ours is `checker.SupportChecker.supports`.
"""

from collections.abc import Iterable, Sequence
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


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """Whether the papers that a sentence cites say it together, and which citations count.

    The numbers are those of ``CitationScores``.
    """

    is_supported: bool
    citations: int
    counting: int
    unknown: int
    is_copied: bool


def citation_scores(
    sentences: Iterable[tuple[str, tuple[str, ...]]], checker: SupportChecker
) -> CitationScores:
    """Return the scores of sentences, each with its words and the ids of the papers it cites."""
    return scores_together([sentence_score(text, papers, checker) for text, papers in sentences])


def sentence_score(text: str, papers: tuple[str, ...], checker: SupportChecker) -> SentenceScore:
    """Return the score of a sentence, given its words and the ids of the papers it cites."""
    sources = (checker.sources.get(paper) for paper in papers)
    unknown = sum(source is None or not source.is_known for source in sources)
    # Of two papers one alone is what is left without the other.
    supports = cache(partial(checker.supports, Claim(text, papers)))
    is_supported = bool(papers) and supports(papers)
    counting = 0
    for paper in papers if is_supported else ():
        others = tuple(other for other in papers if other != paper)
        counting += not others or supports((paper,)) or not supports(others)
    is_copied = any(checker.copied(Claim(text, papers)))
    return SentenceScore(is_supported, len(papers), counting, unknown, is_copied)


def scores_together(scores: Sequence[SentenceScore]) -> CitationScores:
    """Return the scores of a text, given those of its sentences."""
    return CitationScores(
        len(scores),
        sum(it.is_supported for it in scores),
        sum(it.citations for it in scores),
        sum(it.counting for it in scores),
        sum(it.unknown for it in scores),
        sum(it.is_copied for it in scores),
    )
