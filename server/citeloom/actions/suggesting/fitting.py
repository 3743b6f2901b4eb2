"""Which sentence of a draft a paper belongs to, and which sentence of the paper says so."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.query_texts import text_of
from citeloom.actions.suggesting.suggestion import DraftSentence
from citeloom.grounding.sentences import sentences
from citeloom.grounding.vectors import Idf, Vector, cosine, idf, tf_idf
from citeloom.grounding.words import terms
from citeloom.papers.paper import Paper

LEAST_NEAR = 0.2
"""Cosine of a sentence and a paper's nearest sentence below which the sentence does not fit."""

LEAST_SHARED = 2
"""Terms that both must have."""

WITHOUT_CITATION = 1.25
"""How much more a sentence counts that cites nobody yet."""


@dataclass(frozen=True)
class DraftFit:
    """Compares papers with the sentences of a draft.

    Parameters
    ----------
    papers
        All papers that are compared: what few of them say tells more.
    """

    query: SuggestionQuery
    papers: Sequence[Paper]

    def sentence_of(self, paper: Paper) -> DraftSentence | None:
        """Return the sentence that a paper fits best, rather one that cites nobody yet.

        None where none is near to a sentence of the paper; if one sentence was asked about, it is
        that one.
        """
        asked = self.query.sentences
        if len(asked) == 1 and not self.query.is_whole:
            return asked[0].sentence
        own = [self._vector(text) for text in _sentences_of(paper)]
        best, found = 0.0, None
        for sentence, vector in zip(asked, self._vectors, strict=True):
            near = max((_nearness(vector, other) for other in own), default=0.0)
            if near < LEAST_NEAR:
                continue
            value = near if sentence.keys else near * WITHOUT_CITATION
            if value > best:
                best, found = value, sentence.sentence
        return found

    def quote_of(self, paper: Paper, sentence: DraftSentence | None) -> str:
        """Return the sentence of a paper's abstract that is nearest to one of the draft.

        Without a sentence it is the one nearest to the draft's title and abstract; without an
        abstract the paper's title.
        """
        own = [found.text for found in sentences(paper.abstract)]
        if not own:
            return paper.title
        draft = text_of(self.query.draft.title, self.query.draft.abstract)
        wanted = self._vector(sentence.text if sentence else draft)
        values = [cosine(wanted, self._vector(text)) for text in own]
        return own[max(range(len(own)), key=lambda place: (values[place], -place))]

    @cached_property
    def _weights(self) -> Idf:
        texts = [asked.sentence.text for asked in self.query.sentences]
        texts += [text for paper in self.papers for text in _sentences_of(paper)]
        return idf(terms(text) for text in texts)

    @cached_property
    def _vectors(self) -> Sequence[Vector]:
        return [self._vector(asked.sentence.text) for asked in self.query.sentences]

    def _vector(self, text: str) -> Vector:
        return tf_idf(terms(text), self._weights)


def _sentences_of(paper: Paper) -> list[str]:
    return [paper.title, *(found.text for found in sentences(paper.abstract))]


def _nearness(vector: Vector, other: Vector) -> float:
    """Return the cosine of two sentences; 0 where they share too few words to mean the same."""
    if len(vector.keys() & other.keys()) < LEAST_SHARED:
        return 0.0
    return cosine(vector, other)
