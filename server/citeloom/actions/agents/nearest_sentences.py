"""The sentences of a draft's references that are nearest to a claim."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.agents.word_search import papers_with_words
from citeloom.grounding.sentences import sentences
from citeloom.grounding.vectors import cosine, idf, tf_idf
from citeloom.grounding.words import terms
from citeloom.papers.paper import Paper

MOST_PAPERS = 60
"""Papers whose sentences are compared with the claim."""


@dataclass(frozen=True)
class NearSentence:
    """A sentence of a paper and how near it is to the claim, from 0 to 1.

    ``source`` is ``title`` or ``abstract``; ``start`` and ``end`` are its range in that, in code
    points.
    """

    paper: Paper
    source: str
    text: str
    start: int
    end: int
    score: float


@dataclass(frozen=True)
class NearestSentences:
    """The nearest sentences, the best first, and in how many papers they were looked for."""

    found: tuple[NearSentence, ...]
    papers: int
    without_abstract: tuple[str, ...]


def nearest_sentences(
    given: AgentProject, claim: str, keys: Sequence[str] = (), most: int = 5
) -> NearestSentences:
    """Return the sentences that share the most telling words with a claim.

    They are looked for in the papers of ``keys``, or of all entries.

    Raises
    ------
    InputError
        If a key has no entry, or one that an agent is not given.
    """
    known = given.known_of(map(given.entry, keys)) if keys else given.known
    papers = [of_paper.paper for of_paper in known]
    near = papers if keys else [paper for paper, _ in papers_with_words(claim, papers)]
    scored = sorted(_scored(claim, near[:MOST_PAPERS]), key=lambda found: -found.score)
    bare = tuple(paper.key for paper in papers if not paper.abstract) if keys else ()
    return NearestSentences(tuple(scored[:most]), len(papers), bare)


def _scored(claim: str, papers: Sequence[Paper]) -> Iterator[NearSentence]:
    read = [
        (paper, source, sentence)
        for paper in papers
        for source, text in (("title", paper.title), ("abstract", paper.abstract))
        for sentence in sentences(text)
    ]
    words = [[*dict.fromkeys(terms(sentence.text))] for _, _, sentence in read]
    wanted = [*dict.fromkeys(terms(claim))]
    weights = idf([wanted, *words])
    vector = tf_idf(wanted, weights)
    for (paper, source, sentence), own in zip(read, words, strict=True):
        score = cosine(vector, tf_idf(own, weights))
        if score > 0:
            yield NearSentence(paper, source, sentence.text, sentence.start, sentence.end, score)
