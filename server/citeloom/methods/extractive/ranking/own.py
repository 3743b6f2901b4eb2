"""Our own ranker: it adds closeness to the draft, the title and the role to centrality."""

from collections.abc import Collection, Sequence

from citeloom.grounding.roles.role import Role
from citeloom.grounding.vectors import Idf, Vector, cosine, tf_idf
from citeloom.grounding.words import terms
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.parameters import ExtractiveParameters
from citeloom.methods.extractive.ranking.lexrank import lexrank
from citeloom.methods.extractive.ranking.textrank import textrank
from citeloom.methods.extractive.rewriting.openers import without_opener
from citeloom.methods.extractive.text.usability import badness, thinness

_ROLE_WORTH = {
    Role.OBJECTIVE: 1.0,
    Role.METHOD: 0.65,
    Role.RESULT: 0.5,
    Role.BACKGROUND: -0.6,
    Role.OTHER: -0.4,
}


_UNSTATED_AIM_WORTH = 0.3
_THIN = 1.5
"""What a sentence loses that says nothing but common words."""


def rank_sentences(
    sentences: Sequence[CandidateSentence],
    vectors: Sequence[Vector],
    draft: Vector,
    idf: Idf,
    parameters: ExtractiveParameters,
) -> list[float]:
    """Return the worth of each sentence, comparable within a paper; ``vectors`` are theirs.

    Each part lies between 0 and 1 before its weight: centrality as a share of the most central
    sentence of the same paper, closeness to the draft as a share of the closest of all, likeness
    to the paper's own title, and the worth of the role. ``badness`` is taken off with any ranker.
    """
    texts = [sentence.terms for sentence in sentences]
    if parameters.ranker == "textrank":
        central = textrank(texts, parameters.damping)
    else:
        central = lexrank(texts, damping=parameters.damping)
    shares = _shares(sentences, central)
    spoilt = [badness(without_opener(sentence.text)[0]) for sentence in sentences]
    if parameters.ranker != "own":
        return [share - bad for share, bad in zip(shares, spoilt, strict=True)]
    close = [cosine(vector, draft) for vector in vectors]
    closest = max(close, default=0.0) or 1.0
    aims = {s.paper.id for s in sentences if s.role is Role.OBJECTIVE}
    papers = {sentence.paper.id: sentence.paper for sentence in sentences}
    titles = {name: tf_idf(terms(paper.title), idf) for name, paper in papers.items()}
    return [
        parameters.centrality * share
        + parameters.closeness * closeness / closest
        + parameters.title * cosine(vector, titles[sentence.paper.id])
        + parameters.role * _role_worth(sentence, aims)
        - bad
        - _THIN * thinness(sentence.terms)
        for sentence, share, closeness, vector, bad in zip(
            sentences, shares, close, vectors, spoilt, strict=True
        )
    ]


def _role_worth(sentence: CandidateSentence, aims: Collection[str]) -> float:
    """Return the worth of a role; an abstract without an aim begins with what it is about."""
    if sentence.role is Role.BACKGROUND and sentence.paper.id not in aims:
        return _UNSTATED_AIM_WORTH
    return _ROLE_WORTH[sentence.role]


def _shares(sentences: Sequence[CandidateSentence], central: Sequence[float]) -> list[float]:
    most: dict[str, float] = {}
    for sentence, rank in zip(sentences, central, strict=True):
        most[sentence.paper.id] = max(rank, most.get(sentence.paper.id, 0.0))
    return [
        rank / most[sentence.paper.id] for sentence, rank in zip(sentences, central, strict=True)
    ]
