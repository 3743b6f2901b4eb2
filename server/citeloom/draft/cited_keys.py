"""An index of the keys that a text cites, and of the places where it cites them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from citeloom_latex.tex.facts import Citation, CitedKey
from citeloom_latex.tex.pieced import Pieced


class Stretch:
    """The citations of one stretch of a text, indexed by key in lower case."""

    def __init__(self, citations: Sequence[Citation]) -> None:
        self.citations = citations

    @cached_property
    def numbers_of(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """For each key: the numbers of its citations, and of the key in each of them."""
        found: dict[str, list[tuple[int, int]]] = {}
        for number, citation in enumerate(self.citations):
            for which, cited in enumerate(citation.keys):
                found.setdefault(cited.key.lower(), []).append((number, which))
        return found


class CitedKeys:
    """The keys that a text cites. Iteration yields a key, in lower case, for each citation of it.

    ``before`` is the index before an edit: stretches that did not change are not indexed again.
    """

    def __init__(self, citations: Sequence[Citation], before: "CitedKeys | None" = None) -> None:
        self._citations = citations
        pieces = citations.pieces if isinstance(citations, Pieced) else (citations,)
        known = (
            {}
            if before is None
            else {id(stretch.citations): stretch for stretch in before.stretches}
        )
        self.stretches: list[Stretch] = [known.get(id(piece)) or Stretch(piece) for piece in pieces]

    def __iter__(self) -> Iterator[str]:
        for stretch in self.stretches:
            for key, numbers in stretch.numbers_of.items():
                for _ in numbers:
                    yield key

    def of(self, key: str) -> Iterator[tuple[Citation, CitedKey]]:
        """Yield the citations of a key in the order of the text."""
        first = 0
        for stretch in self.stretches:
            for number, which in stretch.numbers_of.get(key.lower(), ()):
                citation = self._citations[first + number]
                yield citation, citation.key(which)
            first += len(stretch.citations)
