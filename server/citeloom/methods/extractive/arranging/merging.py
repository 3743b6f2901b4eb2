"""Average-link clustering of texts, in groups of like size."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from citeloom.grounding.vectors import Vector, similarities

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class GroupsToMerge:
    """Groups of texts by the index of their first text; at the beginning each holds one.

    ``even`` is an even share of the texts: larger unions count less. ``most_alike`` gives no union
    of more than ``most``.
    """

    def __init__(self, vectors: Sequence[Vector], even: float, most: int) -> None:
        import numpy as np

        count = len(vectors)
        self.members = {at: [at] for at in range(count)}
        self._even, self._most = even, most
        self._sums = similarities(vectors)
        """For each two groups the sum of the cosines of their texts; 0 where none share a term."""
        self._sizes = np.ones(count)
        # Each pair stands once, in the row of the group that comes first.
        self._likeness = np.full((count, count), -np.inf)
        for at in range(count):
            self._likeness[at, at + 1 :] = self._likeness_to(at)[at + 1 :]
        self._best = self._likeness.argmax(axis=1)

    def most_alike(self) -> tuple[int, int] | None:
        """Return the two groups to merge next, of equals the first ones; None if there are none."""
        import numpy as np

        likeness = self._likeness[np.arange(len(self._best)), self._best]
        first = int(likeness.argmax())
        return (first, int(self._best[first])) if likeness[first] > -np.inf else None

    def smallest(self) -> tuple[int, int]:
        """Return the two groups of the fewest texts."""
        first, second = sorted(self.members, key=lambda at: (len(self.members[at]), at))[:2]
        return min(first, second), max(first, second)

    def merge(self, first: int, second: int) -> None:
        """Put the texts of the second group behind those of the first, which comes before it."""
        import numpy as np

        self.members[first] += self.members.pop(second)
        self._sizes[first] += self._sizes[second]
        sums = self._sums
        sums[first] += sums[second]
        sums[first, [first, second]] = 0.0
        sums[:, first] = sums[first]
        sums[second] = sums[:, second] = 0.0

        likeness, best = self._likeness, self._best
        changed = self._likeness_to(first)
        likeness[second] = likeness[:, second] = -np.inf
        likeness[first, first + 1 :] = changed[first + 1 :]
        likeness[:first, first] = changed[:first]
        stale = (best == first) | (best == second)
        stale[[first, second]] = True
        before = likeness[np.arange(first), best[:first]]
        stale[:first] |= (changed[:first] >= before) & (changed[:first] > -np.inf)
        best[stale] = likeness[stale].argmax(axis=1)

    def _likeness_to(self, group: int) -> "NDArray[np.float64]":
        """Return how much each group is like one; minus infinity if the two cannot be merged."""
        import numpy as np

        sums, together = self._sums[group], self._sizes + self._sizes[group]
        likeness: NDArray[np.float64] = sums / (self._sizes * self._sizes[group])
        likeness *= np.sqrt(np.minimum(1.0, self._even / together))
        likeness[(sums == 0.0) | (together > self._most)] = -np.inf
        return likeness
