"""Batches of references: those nearest to the draft first, each with its pages (section 3.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from citeloom.grounding.vectors import Idf, Vector, cosine, idf, tf_idf
from citeloom.grounding.words import terms
from citeloom.methods.citegeist.diverse import choose_diverse
from citeloom.methods.citegeist.pages import Page, pages_of, pages_of_draft
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.port import FullTexts
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper

POOL, LONGLIST = 6, 3
"""How many times the breadth the pool and the longlist have (the authors' program)."""

_BEST_PAGES = 3
"""So many of the draft's pages that fit best count for a paper, where all are matched."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A paper with its pages that are read, and how near it is to the draft."""

    paper: Paper
    pages: tuple[Page, ...]
    score: float


def ranked_batches(
    task: WritingTask, parameters: CitegeistParameters, texts: FullTexts
) -> list[list[Ranked]]:
    """Return all references in batches of the breadth, the nearest to the draft first.

    Of those that are left the nearest are the pool, of which the longlist is chosen by Eq. 1; with
    the pages of their full texts its papers are scored, and the best are the next batch.
    """
    ranking = _Ranking(task, parameters, texts)
    left = list(range(len(task.references)))
    batches = []
    while left:
        batch = ranking.shortlist(left)
        batches.append([ranking.ranked(place) for place in batch])
        left = [place for place in left if place not in set(batch)]
    return batches


class _Ranking:
    def __init__(
        self, task: WritingTask, parameters: CitegeistParameters, texts: FullTexts
    ) -> None:
        papers = task.references
        self.papers = papers
        self.parameters = parameters
        self.pages = {paper.id: pages_of(paper, texts) for paper in papers}
        draft = f"{task.draft.title} {task.draft.abstract}"
        abstracts = [terms(f"{paper.title} {paper.abstract}") for paper in papers]
        self.weights = idf([terms(draft), *abstracts])
        self.vectors = [tf_idf(words, self.weights) for words in abstracts]
        self.query = tf_idf(terms(draft), self.weights)
        self.similarity = np.array([cosine(self.query, vector) for vector in self.vectors])
        if parameters.whole_draft and (pages := pages_of_draft(task.draft)):
            self.similarity = _of_pages(pages, self.vectors, self.weights)
        self._ranked: dict[int, Ranked] = {}

    def shortlist(self, left: Sequence[int]) -> list[int]:
        """Return the next batch of those that are left, the best first."""
        breadth = self.parameters.breadth
        near = np.round(self.similarity, 12)
        nearest = sorted(left, key=lambda place: (-near[place], place))
        longlist = self._diverse(nearest[: POOL * breadth], LONGLIST * breadth)
        order = {place: rank for rank, place in enumerate(longlist)}
        best = sorted(longlist, key=lambda place: (-self.ranked(place).score, order[place]))
        return best[:breadth]

    def ranked(self, place: int) -> Ranked:
        """Return a paper with its best pages and the mean of its similarities."""
        if place not in self._ranked:
            self._ranked[place] = self._rank(place)
        return self._ranked[place]

    def _rank(self, place: int) -> Ranked:
        paper, given = self.papers[place], self.parameters
        pages = self.pages[paper.id]
        vectors = [tf_idf(terms(f"{page.heading} {page.text}"), self.weights) for page in pages]
        near = np.array([cosine(self.query, vector) for vector in vectors])
        chosen = choose_diverse(
            near, _between(vectors), given.depth, given.diversity, given.different_from
        )
        similarities = [self.similarity[place], *(near[page] for page in chosen)]
        score = round(float(np.mean(similarities)), 12)
        return Ranked(paper, tuple(pages[page] for page in sorted(chosen)), score)

    def _diverse(self, pool: Sequence[int], count: int) -> list[int]:
        given = self.parameters
        if not given.diversity:
            return list(pool[:count])
        between = _between([self.vectors[place] for place in pool])
        similarity = self.similarity[list(pool)]
        chosen = choose_diverse(similarity, between, count, given.diversity, given.different_from)
        return [pool[number] for number in chosen]


def pages_read(
    task: WritingTask, parameters: CitegeistParameters, texts: FullTexts
) -> Mapping[str, tuple[Page, ...]]:
    """Return the pages of each paper that a model is shown, by the papers' ids."""
    batches = ranked_batches(task, parameters, texts)
    return {ranked.paper.id: ranked.pages for batch in batches for ranked in batch}


def _of_pages(
    pages: Sequence[Page], vectors: Sequence[Vector], weights: Idf
) -> NDArray[np.float64]:
    """Return for each paper the mean of its likeness to the draft's pages that fit it best."""
    queries = [tf_idf(terms(f"{page.heading} {page.text}"), weights) for page in pages]
    likeness = np.array([[cosine(query, vector) for query in queries] for vector in vectors])
    best = np.sort(likeness, axis=1)[:, -_BEST_PAGES:]
    found: NDArray[np.float64] = best.mean(axis=1)
    return found


def _between(vectors: Sequence[Vector]) -> NDArray[np.float64]:
    found = np.zeros((len(vectors), len(vectors)))
    for row, vector in enumerate(vectors):
        for column in range(row):
            found[row, column] = found[column, row] = cosine(vector, vectors[column])
    np.fill_diagonal(found, 1.0)
    return found
