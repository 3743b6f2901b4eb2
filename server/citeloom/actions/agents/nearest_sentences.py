"""The sentences of a draft's references that are nearest to a claim."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.checking.claims.check_claims import source_texts
from citeloom.actions.papers.knowledge import retraction_words
from citeloom.grounding.support.source import SourceSentence, SourceText, source_text
from citeloom.grounding.vectors import cosine, idf, tf_idf
from citeloom.papers.paper import Paper
from citeloom.papers.word_index import best_papers
from citeloom.words import terms

MOST_PAPERS = 60
"""Papers whose sentences are compared with the claim."""

MOST_FULL_TEXTS = 10
"""Of these, those whose full texts are read, unless their keys are named."""


@dataclass(frozen=True)
class NearSentence:
    """A sentence of a paper and how near it is to the claim, from 0 to 1.

    ``retraction`` says that the paper was retracted or withdrawn.
    """

    paper: Paper
    sentence: SourceSentence
    score: float
    retraction: str = ""


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
    """
    known = given.known_of(map(given.entry, keys)) if keys else given.known
    papers = [of_paper.paper for of_paper in known]
    near = papers[:MOST_PAPERS]
    if not keys:
        near = best_papers(claim, papers, MOST_PAPERS)
    whole = {paper.id for paper in (near if keys else near[:MOST_FULL_TEXTS])}
    read = [of_paper for of_paper in known if of_paper.paper.id in whole]
    sources = {it.paper: it for it in source_texts(read, given.project, given.context)}
    texts = [(paper, sources.get(paper.id) or source_text(paper)) for paper in near]
    scored = sorted(_scored(claim, texts), key=lambda found: -found.score)[:most]
    retracted = {it.paper.id: retraction_words(it.notices) for it in known if it.notices}
    found = (replace(it, retraction=retracted.get(it.paper.id, "")) for it in scored)
    bare = tuple(paper.key for paper in papers if not paper.abstract) if keys else ()
    return NearestSentences(tuple(found), len(papers), bare)


def _scored(claim: str, texts: Sequence[tuple[Paper, SourceText]]) -> Iterator[NearSentence]:
    read = [(paper, sentence) for paper, text in texts for sentence in text.sentences]
    words = [[*dict.fromkeys(terms(sentence.text))] for _, sentence in read]
    wanted = [*dict.fromkeys(terms(claim))]
    weights = idf([wanted, *words])
    vector = tf_idf(wanted, weights)
    for (paper, it), own in zip(read, words, strict=True):
        score = cosine(vector, tf_idf(own, weights))
        if score > 0:
            yield NearSentence(paper, it, score)
