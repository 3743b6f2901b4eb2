"""Batches of references: those nearest to the draft first, each with its pages (section 3.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from citeloom.methods.citegeist.diverse import choose_diverse
from citeloom.methods.citegeist.likeness import Likeness, WordLikeness
from citeloom.methods.citegeist.pages import Page
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.port import FullTexts
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper

POOL, LONGLIST = 6, 3
"""How many times the breadth the pool and the longlist have (the authors' program)."""

_DIGITS = 12
"""Sums in another order differ behind these, and would decide between equal scores."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A paper with its pages that are read, and how near it is to the draft."""

    paper: Paper
    pages: tuple[Page, ...]
    score: float


def ranked_batches(
    papers: Sequence[Paper], parameters: CitegeistParameters, likeness: Likeness[Any]
) -> list[list[Ranked]]:
    """Return all papers in batches of the breadth, the nearest to the draft first.

    Of those that are left the nearest are the pool, of which the longlist is chosen by Eq. 1; with
    the pages of their full texts its papers are scored, and the best are the next batch.
    """
    left = {paper.id: paper for paper in papers}
    ranked: dict[str, Ranked] = {}
    batches = []
    while left:
        longlist = choose_longlist([*left.values()], parameters, likeness)
        for paper in longlist:
            if paper.id not in ranked:
                ranked[paper.id] = rank_paper(paper, parameters, likeness)
        batch = best_of([ranked[paper.id] for paper in longlist], parameters)
        batches.append(batch)
        for own in batch:
            del left[own.paper.id]
    return batches


def choose_longlist(
    papers: Sequence[Paper], parameters: CitegeistParameters, likeness: Likeness[Any]
) -> list[Paper]:
    """Return the longlist: of the papers nearest to the draft, the pool, those of Eq. 1."""
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
        parameters.different_from,
    )
    return [pool[place] for place in chosen]


def rank_paper(paper: Paper, parameters: CitegeistParameters, likeness: Likeness[Any]) -> Ranked:
    """Return a paper with its best pages, and the mean of its likeness and theirs."""
    near, between = likeness.of_pages(paper.id)
    chosen = choose_diverse(
        near, between, parameters.depth, parameters.diversity, parameters.different_from
    )
    alike = [*likeness.to_draft([paper.id]), *(near[page] for page in chosen)]
    pages = likeness.pages[paper.id]
    score = round(float(np.mean(alike)), _DIGITS)
    return Ranked(paper, tuple(pages[page] for page in sorted(chosen)), score)


def best_of(longlist: Sequence[Ranked], parameters: CitegeistParameters) -> list[Ranked]:
    """Return the shortlist: the best of a longlist; of equal ones those that it has first."""
    return sorted(longlist, key=lambda own: -own.score)[: parameters.breadth]


def pages_read(
    task: WritingTask, parameters: CitegeistParameters, texts: FullTexts
) -> Mapping[str, tuple[Page, ...]]:
    """Return the pages of each paper that a model is shown, where words count; by papers' ids."""
    likeness = WordLikeness(task, texts, whole_draft=parameters.whole_draft)
    batches = ranked_batches(task.references, parameters, likeness)
    return {ranked.paper.id: ranked.pages for batch in batches for ranked in batch}
