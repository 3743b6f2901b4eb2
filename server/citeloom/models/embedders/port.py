"""The port to an embedder; NumPy is loaded with the first vectors."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from citeloom.models.usage import Ledger

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from citeloom.models.embedders.setup import EmbedderSetup

    Vectors = NDArray[np.float32]
else:
    Vectors = Any
"""A row for each text."""

Use = Literal["text", "query"]
"""Whether a text is searched for, or is what it is searched by; some models tell these apart."""

LONGEST = 24_000
"""Characters of a text that count at most: some eight pages, and what large models read at once."""


class Embedder(Protocol):
    """Turns texts into vectors of length 1: the more alike two texts, the larger their cosine.

    ``name`` says whose vectors these are; those of another name or width compare with none of them.
    ``ledger`` counts what is asked of an endpoint.
    """

    name: str
    ledger: Ledger

    async def dimensions(self) -> int:
        """Return how wide the vectors are; an endpoint that does not say is asked for one."""
        ...

    async def embed(self, texts: Sequence[str], use: Use = "text") -> Vectors:
        """Return a row for each text.

        An empty text has a row of zeros, which is like nothing. Of a text of more than ``LONGEST``
        characters the beginning counts.

        Raises
        ------
        MissingExtraError
            If a library is not installed.
        InputError
            If the model is not on this machine.
        ModelError
            If an endpoint cannot be used, gives vectors of another width than it is asked for, or
            the call would pass a limit of the budget.
        """
        ...

    async def close(self) -> None:
        """Close files and connections."""
        ...


class TextEmbedder(ABC):
    """The part of an embedder that all have in common."""

    def __init__(self, setup: "EmbedderSetup") -> None:
        self.name = setup.vectors
        self.ledger = Ledger()
        self._settings, self._dimensions = setup.settings, setup.settings.dimensions

    async def dimensions(self) -> int:
        if not self._dimensions:
            await self.embed(["dimensions"])
        return self._dimensions

    async def embed(self, texts: Sequence[str], use: Use = "text") -> Vectors:
        ready = [_without_breaks(text) for text in texts]
        places = [place for place, text in enumerate(ready) if text]
        given = self._settings
        prefix = given.query_prefix if use == "query" else given.text_prefix
        found = None
        if places:
            found = await self._vectors([f"{prefix}{ready[place]}" for place in places], use)
            self._dimensions = found.shape[1]
        import numpy as np

        rows = np.zeros((len(texts), await self.dimensions()), np.float32)
        if found is not None:
            rows[places] = found
        return rows

    async def close(self) -> None:
        """Let go of files and connections; a library has none."""
        return

    @abstractmethod
    async def _vectors(self, texts: Sequence[str], use: Use) -> Vectors:
        """Return a row of length 1 for each text, at least one; none is empty."""


def unit_rows(vectors: "NDArray[np.floating]") -> Vectors:
    """Return vectors with the length 1; one of zeros stays."""
    import numpy as np

    wide = vectors.astype(np.float64)
    # What is squared must neither vanish nor pass all bounds.
    largest = np.abs(wide).max(axis=1, keepdims=True, initial=0.0)
    wide /= np.where(largest, largest, 1.0)
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    rows: Vectors = (wide / np.where(lengths, lengths, 1.0)).astype(np.float32)
    return rows


def batches(texts: Sequence[str], most: int, characters: int) -> Iterator[Sequence[str]]:
    """Yield texts in their order, so many at once, and no more characters than these in all.

    Each text counts as long as the longest of its batch: local models pad all to that.
    """
    begin, longest = 0, 0
    for place, text in enumerate(texts):
        longest = max(longest, len(text))
        if place > begin and (place - begin == most or longest * (place - begin + 1) > characters):
            yield texts[begin:place]
            begin, longest = place, len(text)
    if begin < len(texts):
        yield texts[begin:]


def _without_breaks(text: str) -> str:
    """Return the beginning of a text on one line, of signs that can be sent."""
    line = " ".join(text[: 2 * LONGEST].split())[:LONGEST].rstrip()
    return line.encode("utf-8", "replace").decode()
