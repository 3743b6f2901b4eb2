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
        pairs = np.unique(np.array(known, dtype=np.int64))
        return _network(ids, tuple(titles[paper] for paper in ids), pairs)

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

    def induced(self, papers: Collection[str]) -> "CitationNetwork":
        """Return the network of some of the papers, with all citations among them."""
        rows = sorted(self._places[paper] for paper in set(papers) if paper in self._places)
        new_places = {row: place for place, row in enumerate(rows)}
        wanted = np.array(rows, dtype=self.citing.dtype)
        begins = np.searchsorted(self.citing, wanted, "left").tolist()
        ends = np.searchsorted(self.citing, wanted, "right").tolist()
        found = [
            place * len(rows) + new_places[cited]
            for place, (begin, end) in enumerate(zip(begins, ends, strict=True))
            for cited in self.cited[begin:end].tolist()
            if cited in new_places
        ]
        pairs = np.array(found, dtype=np.int64)
        return _network(
            tuple(self.ids[row] for row in rows), tuple(self.titles[row] for row in rows), pairs
        )

    @cached_property
    def _places(self) -> dict[str, int]:
        return {paper: place for place, paper in enumerate(self.ids)}

    @cached_property
    def _neighbours(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The pairs of neighbours, each once."""
        number = max(1, len(self.ids))
        lower = np.minimum(self.citing, self.cited).astype(np.int64)
        pairs = np.unique(lower * number + np.maximum(self.citing, self.cited))
        return pairs // number, pairs % number


def _network(
    ids: tuple[str, ...], titles: tuple[str, ...], pairs: NDArray[np.int64]
) -> CitationNetwork:
    """Return a network from citations as numbers: citing place times number of papers + cited."""
    number = max(1, len(ids))
    return CitationNetwork(
        ids, titles, (pairs // number).astype(np.int32), (pairs % number).astype(np.int32)
    )
