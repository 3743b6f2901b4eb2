"""The port for the features of texts that a network reads."""

from collections.abc import Sequence
from typing import Protocol

from citeloom.methods.hireview.paper_links import Matrix


class FeatureSource(Protocol):
    """Turns texts into rows of numbers; the same texts into the same rows on every machine.

    A network reads the rows of that source alone on whose rows it was trained: ``name`` tells them
    apart, and changes whenever the rows would. Behind it may stand vectors that an embedder of
    `citeloom.models.embedders` gave before.
    """

    @property
    def name(self) -> str: ...

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        ...

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return a row for each text of a collection, of length 1, or zeros for one without words.

        What a row says may depend on the other texts of the collection.
        """
        ...
