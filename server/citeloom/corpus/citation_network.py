"""Papers and which of them cites which, as arrays; imports NumPy."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class CitationNetwork:
    """The papers of a collection in the order of their ids, and each citation of theirs once.

    Citation i leads from the paper at ``citing[i]`` to the one at ``cited[i]``; the two differ.
    Citations come in the order of the citing papers.
    """

    ids: tuple[str, ...]
    titles: tuple[str, ...]
    citing: NDArray[np.int32]
    cited: NDArray[np.int32]

    @staticmethod
    def of(titles: Mapping[str, str], citations: Iterable[tuple[str, str]]) -> "CitationNetwork":
        """Return the network of papers, given as id and title, whose first cites its second.

        A paper that cites itself, a citation that comes twice, and one from or to a paper that is
        not in ``titles`` count for nothing.
        """
        ids = tuple(sorted(titles))
        places = {paper: place for place, paper in enumerate(ids)}
        known = [
            places[citing] * len(ids) + places[cited]
            for citing, cited in citations
            if citing != cited and citing in places and cited in places
        ]
        citing, cited = np.divmod(np.unique(np.array(known, dtype=np.int64)), max(1, len(ids)))
        names = tuple(titles[paper] for paper in ids)
        return CitationNetwork(ids, names, citing.astype(np.int32), cited.astype(np.int32))

    @property
    def citations(self) -> tuple[tuple[str, str], ...]:
        """Which paper cites which, by their ids."""
        ids = self.ids
        return tuple(
            (ids[citing], ids[cited])
            for citing, cited in zip(self.citing.tolist(), self.cited.tolist(), strict=True)
        )

    def sums_of_neighbours(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return for each paper the sum of a value over those that it cites or that cite it.

        Two papers that cite each other are neighbours once.
        """
        first, second = self._neighbours
        sums = np.zeros(len(self.ids))
        sums += np.bincount(first, values[second], minlength=len(sums))
        sums += np.bincount(second, values[first], minlength=len(sums))
        return sums

    def citations_among(self, papers: Collection[str]) -> tuple[tuple[str, str], ...]:
        """Return which of some papers cites which, by their ids."""
        return tuple(pair for pair in self.citations if pair[0] in papers and pair[1] in papers)

    @cached_property
    def _neighbours(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The pairs of neighbours, each once."""
        number = max(1, len(self.ids))
        lower = np.minimum(self.citing, self.cited).astype(np.int64)
        pairs = np.unique(lower * number + np.maximum(self.citing, self.cited))
        return pairs // number, pairs % number
