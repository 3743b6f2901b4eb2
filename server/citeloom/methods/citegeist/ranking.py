"""How near papers and their pages are to the draft (section 3.1), and which are alike."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from citeloom.methods.citegeist.likeness import Likeness, Page, word_likeness
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.port import FullTexts
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper

POOL, LONGLIST = 6, 3
"""How many times the breadth the pool and the longlist have (the authors' program)."""

FEWEST = 40
"""Of fewer papers it cannot be told how alike papers are by chance."""

_DIGITS = 12
"""Sums in another order differ behind these, and would decide between equal scores."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A paper with its pages that are read, and how near it is to the draft."""

    paper: Paper
    pages: tuple[Page, ...]
    score: float


def batches_by_theme(
    papers: Sequence[Paper], parameters: CitegeistParameters, likeness: Likeness[Any]
) -> list[list[Ranked]]:
    """Return all papers in batches of alike ones, of about the same size, the best first.

    The best paper that is left begins a batch. Eq. 1 chooses the others, with this paper in the
    place of the draft.
    """
    ranked = best_first([rank_paper(paper, parameters, likeness) for paper in papers])
    between = likeness.between([own.paper.id for own in ranked])
    left, number = np.arange(len(ranked)), ceil(len(papers) / parameters.breadth)
    batches = []
    while left.size:
        alike = between[np.ix_(left, left)]
        size = ceil(len(papers) / number)
        chosen = sorted(choose_diverse(alike[0], alike, size, parameters.diversity))
        batches.append([ranked[place] for place in left[chosen]])
        left = np.delete(left, chosen)
    return batches


def nearer_than_chance(
    papers: Sequence[Paper],
    others: Sequence[Paper],
    parameters: CitegeistParameters,
    likeness: Likeness[Any],
) -> list[Paper]:
    """Return the papers that are more like the draft than papers of a corpus are like each other.

    ``others`` are some of the corpus, taken by chance. In a corpus on one subject they are alike,
    and few papers of it are nearer.
    """
    if len(others) < FEWEST:
        return list(papers)
    between = likeness.between([paper.id for paper in others])
    floor = np.quantile(between[np.triu_indices(len(others), 1)], parameters.nearer_than)
    near = likeness.to_draft([paper.id for paper in papers])
    return [paper for paper, own in zip(papers, near, strict=True) if own > floor]


def choose_longlist(
    papers: Sequence[Paper], parameters: CitegeistParameters, likeness: Likeness[Any]
) -> list[Paper]:
    """Return the longlist: the papers that Eq. 1 chooses from the pool nearest to the draft."""
    near = np.round(likeness.to_draft([paper.id for paper in papers]), _DIGITS)
    nearest = sorted(range(len(papers)), key=lambda place: (-near[place], place))
    pool = [papers[place] for place in nearest[: POOL * parameters.breadth]]
    count = LONGLIST * parameters.breadth
    if not parameters.diversity:
        return pool[:count]
    ids = [paper.id for paper in pool]
    chosen = choose_diverse(
        likeness.to_draft(ids),
        likeness.between(ids),
        count,
        parameters.diversity,
    )
    return [pool[place] for place in chosen]


def rank_paper(paper: Paper, parameters: CitegeistParameters, likeness: Likeness[Any]) -> Ranked:
    """Return a paper with its best pages, and the mean of its likeness and theirs."""
    near, between = likeness.of_pages(paper.id)
    chosen = choose_diverse(near, between, parameters.depth, parameters.diversity)
    alike = [*likeness.to_draft([paper.id]), *(near[page] for page in chosen)]
    pages = likeness.pages[paper.id]
    score = round(float(np.mean(alike)), _DIGITS)
    return Ranked(paper, tuple(pages[page] for page in sorted(chosen)), score)


def best_first(ranked: Iterable[Ranked]) -> list[Ranked]:
    """Return papers by their scores; equal ones stay in their order."""
    return sorted(ranked, key=lambda own: -own.score)


def pages_read(
    task: WritingTask, parameters: CitegeistParameters, texts: FullTexts
) -> Mapping[str, tuple[Page, ...]]:
    """Return the pages of each paper that a model is shown, where words count; by papers' ids."""
    likeness = word_likeness(task, texts)
    return {paper.id: rank_paper(paper, parameters, likeness).pages for paper in task.references}


def choose_diverse(
    similarity: NDArray[np.float64],
    between: NDArray[np.float64],
    count: int,
    diversity: float,
) -> list[int]:
    """Return the places of chosen texts in the order in which they are chosen; ties by place.

    The most similar one is the first; then each time the one of the largest
    ``(1 - w) s_i + w (1 - min_j sim(i, j))``, where j runs over those chosen before
    (Citegeist, Eq. 1).

    Parameters
    ----------
    similarity
        s: how similar each text is to the given one.
    between
        How similar each two texts are, a square matrix.
    count
        How many to choose at most.
    diversity
        w, from 0 to 1.
    """
    chosen: list[int] = []
    left = np.ones(len(similarity), bool)
    score = np.asarray(similarity, np.float64)
    nearness = np.full(len(similarity), np.inf)
    while len(chosen) < count and left.any():
        best = int(np.argmax(np.where(left, np.round(score, _DIGITS), -np.inf)))
        chosen.append(best)
        left[best] = False
        nearness = np.minimum(nearness, between[best])
        score = (1.0 - diversity) * similarity + diversity * (1.0 - nearness)
    return chosen
