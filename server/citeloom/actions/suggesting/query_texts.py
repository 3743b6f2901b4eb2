"""The texts that a corpus is searched by for suggestions."""

from collections.abc import Sequence

from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.corpus.fusion import best_first, fused_scores
from citeloom.corpus.joint_search import (
    MOST_SEARCHES,
    JointWeights,
    SearchText,
    search_texts,
)
from citeloom.grounding.vectors import cosine, idf, tf_idf
from citeloom.papers.paper import Paper
from citeloom.words import terms

_REFERENCES_OF_PART = 10
"""References that count beside a section or a sentence: those nearest to it."""

_PART = 1.0
"""The weight of the sentence or section that was asked about, where a reference has 1."""


def query_texts(
    query: SuggestionQuery,
    weights: JointWeights = JointWeights(),  # noqa: B008
) -> tuple[SearchText, ...]:
    """Return what a corpus is searched by: the draft, the references, the part asked about."""
    draft = text_of(query.draft.title, query.draft.abstract)
    own = [SearchText((draft,), weights.draft)] if draft else []
    references: Sequence[Paper] = query.references
    if not query.is_whole:
        part = " ".join(asked.sentence.text for asked in query.sentences)
        own = [SearchText((part,), _PART), *own]
        references = _nearest(part, query)
    texts = [text for paper in references if (text := text_of(paper.title, paper.abstract))]
    return (*own, *search_texts(texts, 1.0, MOST_SEARCHES))


def best_ids(rankings: Sequence[Sequence[str]], wanted: Sequence[SearchText]) -> list[str]:
    """Join rankings, one by each text, into one by reciprocal ranks; ties by id."""
    weights = [text.weight for text in wanted]
    return best_first(fused_scores(rankings, weights, JointWeights().constant))


def text_of(title: str, abstract: str) -> str:
    """Return what is known of a paper as one text."""
    return f"{title}\n{abstract}".strip()


def _nearest(part: str, query: SuggestionQuery) -> Sequence[Paper]:
    """Return the references that a part of the draft cites, then those nearest to it by words."""
    cited = {key for asked in query.sentences for key in asked.keys}
    texts = [terms(text_of(paper.title, paper.abstract)) for paper in query.references]
    weights = idf(texts)
    wanted = tf_idf(terms(part), weights)
    nearness = [cosine(wanted, tf_idf(text, weights)) for text in texts]
    places = sorted(
        range(len(texts)),
        key=lambda place: (
            cited.isdisjoint(query.references[place].keys),
            -nearness[place],
            place,
        ),
    )
    return [query.references[place] for place in sorted(places[:_REFERENCES_OF_PART])]
