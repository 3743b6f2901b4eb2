"""One turn: the texts that it could end with, and the votes on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from citeloom.methods.modelled.written_text import WrittenText, as_plain


@dataclass(frozen=True)
class Turn:
    """The candidates of a turn, their votes, and their places, the best first.

    ``orders`` are the orders in which each vote was shown the candidates; all numbers are from 1.
    """

    candidates: tuple[WrittenText, ...]
    votes: tuple[int, ...]
    places: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...] = ()

    @property
    def best(self) -> list[WrittenText]:
        """All candidates, the best first."""
        return [self.candidates[place] for place in self.places]

    def as_trace(self, papers: Sequence[str]) -> dict[str, Any]:
        """Return the turn as JSON values."""
        return {
            "papers": list(papers),
            "candidates": [as_plain(candidate) for candidate in self.candidates],
            "votes": list(self.votes),
            "orders": [list(order) for order in self.orders],
            "best": self.places[0],
        }
