"""Ranks the candidates of all sources together."""

from collections.abc import Collection, Mapping, Sequence

from citeloom.actions.suggesting.merging import MergedCandidates
from citeloom.actions.suggesting.query import SuggestionQuery, nearness
from citeloom.corpus.searching import best_first, fused_scores
from citeloom.papers.paper import Paper

_FURTHER = 0.5
"""The weight of each further source, where the first one has 1: networks have much in common."""

_BY_WORDS = 0.5
"""The weight of the order by words."""


def candidate_scores(
    merged: MergedCandidates, query: SuggestionQuery, wanted: Collection[str]
) -> Mapping[str, float]:
    """Return the scores of candidates by their ids; those who are not ``wanted`` have none.

    The orders of the sources are joined by reciprocal ranks. The papers of a source that does not
    rank are in the order of the citation network (HiReview, Eq. 2). Where a section or a sentence
    is asked about, a further order is how near to it papers are by words.
    """
    network = network_order(merged, query) if len(merged.ranked) < len(merged.rankings) else ()
    rankings: list[Sequence[str]] = [
        ranking if name in merged.ranked else _among(network, {*ranking})
        for name, ranking in merged.rankings.items()
    ]
    weights = [1.0, *[_FURTHER] * len(rankings)][: len(rankings)]
    if not query.is_whole:
        rankings.append(_order_by_words(merged.papers, query.part))
        weights.append(_BY_WORDS)
    left = [_among(ranking, wanted) for ranking in rankings]
    return fused_scores(left, weights)


def _among(ranking: Sequence[str], wanted: Collection[str]) -> Sequence[str]:
    return [name for name in ranking if name in wanted]


def network_order(merged: MergedCandidates, query: SuggestionQuery) -> Sequence[str]:
    """Return the candidates that citations lead to, by HiReview's Eq. 2, the best first."""
    linked = {name for citation in merged.citations for name in citation}
    papers = [paper for paper in (*merged.papers, *query.references) if paper.id in linked]
    if not papers:
        return []
    # They load numpy.
    from citeloom.corpus.citation_network import CitationNetwork
    from citeloom.corpus.network_search import NetworkSearch

    network = CitationNetwork.of({paper.id: paper.title for paper in papers}, merged.citations)
    asked = query.draft.title or query.draft.abstract
    if not query.is_whole:
        asked = query.part
    found = NetworkSearch(network).find_papers(asked, len(papers))
    candidates = {paper.id for paper in merged.papers}
    return [paper.id for paper in found if paper.id in candidates]


def _order_by_words(papers: Sequence[Paper], text: str) -> Sequence[str]:
    """Return the papers that share a word with a text, the nearest first; ties by id."""
    near = {paper.id: value for paper, value in zip(papers, nearness(text, papers), strict=True)}
    return best_first({name: value for name, value in near.items() if value > 0})
