"""Draw papers of a taxonomy as the references of a text might be, with a seed."""

import random
from collections.abc import Mapping

from citeloom_lab.training.labelled_papers import LabelledPapers

PAPERS_OF_LEAF = (3, 4, 5, 6, 8, 10)
"""For how many papers there is a leaf."""


def scattered_sample(of: LabelledPapers, size: int, seed: int) -> LabelledPapers:
    """Draw some leaves, and papers of them by chance; hardly any cite each other."""
    rng = random.Random(f"scattered|{size}|{seed}")
    within = _some_leaves(of, size, rng)
    return within.subset(paper.id for paper in rng.sample(within.papers, size))


def linked_sample(of: LabelledPapers, size: int, seed: int) -> LabelledPapers:
    """Draw some leaves, and papers of them along citations, as a text's references are linked.

    From some starts to neighbours; there is a start for every five papers, more where a start has
    no further neighbours.
    """
    rng = random.Random(f"linked|{size}|{seed}")
    of = _some_leaves(of, size, rng)
    near = _neighbours(of)
    names = [paper.id for paper in of.papers]
    drawn: dict[str, None] = {}
    starts = max(1, size // 5)
    for start in range(starts):
        goal = size * (start + 1) // starts
        while len(drawn) < goal:
            edge = [name for name in (rng.choice(names),) if name not in drawn]
            while edge and len(drawn) < goal:
                name = edge.pop(rng.randrange(len(edge)))
                if name not in drawn:
                    drawn[name] = None
                    edge += [other for other in near[name] if other not in drawn]
    return of.subset(drawn)


def _neighbours(of: LabelledPapers) -> Mapping[str, list[str]]:
    near: dict[str, list[str]] = {paper.id: [] for paper in of.papers}
    for by, cited in of.cites.items():
        for other in cited:
            near[by].append(other)
            near[other].append(by)
    return near


def _some_leaves(of: LabelledPapers, size: int, rng: random.Random) -> LabelledPapers:
    """Return the papers of some leaves, with twice as many as are to be drawn at least.

    A text's references fall into a few topics; papers drawn from all leaves would share none. For
    how many papers there is a leaf is drawn as well, so that no clustering can know it.
    """
    papers = rng.choice(PAPERS_OF_LEAF)
    leaves: dict[tuple[str, ...], list[str]] = {}
    for paper in of.papers:
        leaves.setdefault(of.paths[paper.id], []).append(paper.id)
    order = rng.sample(sorted(leaves), len(leaves))
    drawn: list[str] = []
    for number, leaf in enumerate(order):
        if number >= max(2, size // papers) and len(drawn) >= 2 * size:
            break
        drawn += leaves[leaf]
    return of.subset(drawn)
