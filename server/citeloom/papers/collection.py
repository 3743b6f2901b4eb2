"""The interface of a searchable collection of papers, whatever stores it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from citeloom.papers.paper import Paper
from citeloom.problem import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vectors: TypeAlias = "NDArray[np.float32]"


class CorpusError(InputError):
    """A collection cannot be opened, read or written; the message says what would help."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """By whom the papers of a collection are embedded: its name and the width of its vectors.

    Without a name nobody does: they are searched by words alone.
    """

    name: str = ""
    dimensions: int = 0


NO_EMBEDDER = Embedding()


@dataclass(frozen=True, slots=True)
class Hit:
    """A paper that was found; the larger ``score``, the better it fits its query."""

    paper: Paper
    score: float


class PaperSearch(Protocol):
    """Papers that are found by what they say; all methods raise `CorpusError` where it cannot."""

    @property
    def embedding(self) -> Embedding:
        """Who embeds them."""
        ...

    def by_words(self, text: str, most: int) -> Sequence[Hit]:
        """Return the papers that have the text's words, by BM25; ties by id."""
        ...

    def by_vector(self, vector: Vectors, most: int) -> Sequence[Hit]:
        """Return the papers nearest to a vector by the cosine; ties by id."""
        ...

    def some(self, most: int) -> Sequence[Paper]:
        """Return papers from all over, which tell what is alike by chance."""
        ...

    def close(self) -> None:
        """Close files and connections."""
        ...


class CorpusStore(PaperSearch, Protocol):
    """Keeps papers with their vectors by id; all methods raise `CorpusError` where it cannot.

    What ``put`` and ``delete`` have returned from lasts, also if the program is killed right after.
    """

    def count(self) -> int:
        """Return how many papers there are."""
        ...

    def papers(self, ids: Sequence[str]) -> Mapping[str, Paper]:
        """Return the papers that the collection has."""
        ...

    def vectors(self, ids: Sequence[str]) -> Mapping[str, Vectors]:
        """Return the vectors of those papers that have one."""
        ...

    def put(self, papers: Sequence[Paper], vectors: "Vectors | None") -> None:
        """Keep papers of different ids, in the place of those that have the same ids.

        Parameters
        ----------
        vectors
            A row of length 1 for each paper, as wide as ``embedding`` says; None where nobody
            embeds them.
        """
        ...

    def delete(self, ids: Sequence[str]) -> None:
        """Delete those papers that are there."""
        ...

    def optimise(self) -> None:
        """Bring the indexes up to date; to be called after many changes."""
        ...
