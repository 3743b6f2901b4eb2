"""Which sentence of a draft a paper belongs to, and which sentence of the paper says so."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.suggestion import DraftSentence
from citeloom.grounding.sentences import sentences
from citeloom.grounding.vectors import Idf, Vector, cosine, idf, tf_idf
from citeloom.papers.paper import Paper
from citeloom.words import terms, words

LEAST_NEAR = 0.2
"""Cosine of a sentence and a paper's nearest sentence below which the sentence does not fit."""

LEAST_SHARED = 2
"""Terms that both must have."""

WITHOUT_CITATION = 1.25
"""The extra weight of a sentence without a citation."""

OF_THE_AUTHORS = 0.6
"""How much a sentence counts in which the authors speak of themselves: it seldom cites."""

_FIRST_PERSON = frozenset({"i", "we", "our", "ours", "us", "my"})
_MOST_COMPARED = 300


@dataclass(frozen=True)
class DraftFit:
    """Compares papers with the sentences of a draft.

    Parameters
    ----------
    papers
        All candidates, the best first: what few of them say tells more.
    """

    query: SuggestionQuery
    papers: Sequence[Paper]

    def sentence_of(self, paper: Paper) -> DraftSentence | None:
        """Return the sentence that a paper fits best, preferably one without a citation.

        It shares a term with the paper's title: what all papers say, such as that experiments were
        made, does not count; nor does a sentence that begins with a citation. None where no
        sentence is near; if one sentence was asked about, it is that one.
        """
        asked = self.query.sentences
        if len(asked) == 1 and not self.query.is_whole:
            return asked[0].sentence
        subject = set(terms(paper.title))
        own = [self._vector(text) for text in _paper_sentences(paper)]
        best, found = 0.0, None
        for sentence, vector in zip(asked, self._vectors, strict=True):
            if subject.isdisjoint(vector) or sentence.begins_with_citation:
                continue
            near = max((_nearness(vector, other) for other in own), default=0.0)
            value = near * (1.0 if sentence.keys else WITHOUT_CITATION)
            if _speaks_of_authors(sentence.sentence.text):
                value *= OF_THE_AUTHORS
            if value > max(best, LEAST_NEAR):
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
        wanted = self._vector(sentence.text if sentence else self.query.text)
        values = [cosine(wanted, self._vector(text)) for text in own]
        return own[max(range(len(own)), key=lambda place: (values[place], -place))]

    @cached_property
    def _weights(self) -> Idf:
        texts = [asked.sentence.text for asked in self.query.sentences]
        texts += [it.text for it in self.papers[:_MOST_COMPARED]]
        return idf(terms(text) for text in texts)

    @cached_property
    def _vectors(self) -> Sequence[Vector]:
        return [self._vector(asked.sentence.text) for asked in self.query.sentences]

    def _vector(self, text: str) -> Vector:
        """Return the vector of a sentence; a word that it repeats says no more."""
        return tf_idf(tuple(dict.fromkeys(terms(text))), self._weights)


def _paper_sentences(paper: Paper) -> list[str]:
    return [paper.title, *(found.text for found in sentences(paper.abstract))]


def _speaks_of_authors(text: str) -> bool:
    spoken: Collection[str] = words(text)
    return not _FIRST_PERSON.isdisjoint(spoken)


def _nearness(vector: Vector, other: Vector) -> float:
    """Return the cosine of two sentences; 0 where they share too few words to mean the same."""
    if len(vector.keys() & other.keys()) < LEAST_SHARED:
        return 0.0
    return cosine(vector, other)
