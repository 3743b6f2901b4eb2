"""The texts that papers are searched by for suggestions."""

from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.grounding.vectors import cosine, idf, tf_idf
from citeloom.papers.paper import Paper
from citeloom.words import terms

_REFERENCES_OF_PART = 10
"""References that count beside a section or a sentence: those nearest to it."""

_PART = 6
"""How often a sentence or section counts that was asked about, where a reference counts once."""


def query_texts(query: SuggestionQuery) -> tuple[str, ...]:
    """Return what papers are searched by together: the part asked about, the draft, references."""
    own, references = [query.text], query.references
    if not query.is_whole:
        own = [*[query.part] * _PART, query.text]
        references = _nearest(query)
    texts = (*own, *(paper.text for paper in references))
    return tuple(text for text in texts if text)


def _nearest(query: SuggestionQuery) -> tuple[Paper, ...]:
    """Return the references that a part of the draft cites, then those nearest to it by words."""
    cited = {key for asked in query.sentences for key in asked.keys}
    texts = [terms(paper.text) for paper in query.references]
    weights = idf(texts)
    wanted = tf_idf(terms(query.part), weights)
    nearness = [cosine(wanted, tf_idf(text, weights)) for text in texts]
    places = sorted(
        range(len(texts)),
        key=lambda place: (
            cited.isdisjoint(query.references[place].keys),
            -nearness[place],
            place,
        ),
    )
    return tuple(query.references[place] for place in sorted(places[:_REFERENCES_OF_PART]))
