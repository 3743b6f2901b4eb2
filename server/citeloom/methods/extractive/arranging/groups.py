"""Group papers by what they are about, and order them for reading."""

import math
from collections.abc import Sequence

from citeloom.grounding.vectors import Vector, cosine, similarities
from citeloom.methods.extractive.arranging.merging import GroupsToMerge
from citeloom.methods.extractive.candidates import Profile
from citeloom.methods.port import Progress

_PER_GROUP = 6.5
"""So many references have paragraphs of related work, by the median of public sections of 21 to 60.
"""

_MOST_IN_GROUP = 8
_NO_YEAR = 10_000


def group_count(papers: int, asked: int | None) -> int:
    """Return the number of groups: as asked, else one for six or seven papers."""
    if asked is not None:
        return max(1, min(asked, papers))
    return max(1, round(papers / _PER_GROUP))


def group_papers(
    profiles: Sequence[Profile], count: int, exactly: bool = True, progress: Progress | None = None
) -> list[list[int]]:
    """Return the indices of the papers in ``count`` groups of similar papers.

    Not ``exactly`` makes a few more groups, if some would become too large.

    Agglomerative clustering by average link. To keep sizes alike, large unions count less, and
    groups whose union is much larger than an even share are merged only when no others can be.
    Ties go to the papers that come first.
    """
    even = len(profiles) / count
    most = max(2, min(math.ceil(1.4 * even), max(_MOST_IN_GROUP, math.ceil(even))))
    groups = GroupsToMerge([profile.vector for profile in profiles], even, most)
    while (left := len(groups.members)) > count:
        if progress:
            progress.stage("grouping", len(profiles) - left, len(profiles) - count)
        pair = groups.most_alike()
        first, second = pair or groups.smallest()
        size = len(groups.members[first]) + len(groups.members[second])
        if pair is None and size > most and not exactly:
            break
        groups.merge(first, second)
    return [sorted(group) for group in groups.members.values()]


def with_strangers_moved(groups: list[list[int]], profiles: Sequence[Profile]) -> list[list[int]]:
    """Move each paper to the group that it is most like, of those that are not full."""
    import numpy as np

    likeness = similarities([profile.vector for profile in profiles])
    np.fill_diagonal(likeness, 0.0)
    sums = np.column_stack([likeness[:, group].sum(axis=1) for group in groups])
    sizes = np.array([len(group) for group in groups])
    moved = [set(group) for group in groups]
    for at, group in enumerate(groups):
        for paper in group:
            own = np.arange(len(groups)) == at
            others = sizes - own
            is_open = (others > 0) & (own | (sizes < _MOST_IN_GROUP))
            like = np.where(is_open, sums[paper] / np.maximum(others, 1), -1.0)
            best = int(like.argmax())
            if like[best] > like[at]:
                moved[at].remove(paper)
                moved[best].add(paper)
                sums[:, at] -= likeness[:, paper]
                sums[:, best] += likeness[:, paper]
                sizes[at] -= 1
                sizes[best] += 1
    return [sorted(group) for group in moved if group]


def by_closeness(
    groups: list[list[int]], profiles: Sequence[Profile], draft: Vector
) -> list[list[int]]:
    """Return the groups in order of their closeness to the draft, the closest last."""

    def closeness(group: list[int]) -> tuple[float, int]:
        close = math.fsum(cosine(profiles[paper].vector, draft) for paper in group) / len(group)
        return round(close, 9), group[0]

    return sorted(groups, key=closeness)


def reading_order(group: Sequence[int], profiles: Sequence[Profile]) -> list[int]:
    """Return the papers of a group, the oldest first; those of unknown year come last."""
    return sorted(group, key=lambda paper: (profiles[paper].paper.year or _NO_YEAR, paper))
