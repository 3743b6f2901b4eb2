"""One turn: the texts that it could end with, and the votes on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from citeloom.methods.chatcite.answered_sentences import PlacedSentence
from citeloom.methods.modelled.written_text import Planned, WrittenText, as_plain


@dataclass(frozen=True)
class Draft:
    """A text after a turn; ``new`` are the sentences that changed it, if the model gave these."""

    text: WrittenText
    new: tuple[PlacedSentence, ...] = ()

    @property
    def plan(self) -> str:
        """What the model planned before it wrote."""
        return self.text.plan if isinstance(self.text, Planned) else ""


@dataclass(frozen=True)
class Turn:
    """The candidates of a turn, their votes, and their places, the best first.

    ``orders`` are the orders in which each vote was shown the candidates; all numbers are from 1.
    """

    candidates: tuple[Draft, ...]
    votes: tuple[int, ...]
    places: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...] = ()

    @property
    def best(self) -> list[WrittenText]:
        """All candidates, the best first."""
        return [self.candidates[place].text for place in self.places]

    def as_trace(self, papers: Sequence[str]) -> dict[str, Any]:
        """Return the turn as JSON values.

        Each candidate stands there whole, and where sentences alone were asked for, these too.
        """
        traced: dict[str, Any] = {
            "papers": list(papers),
            "candidates": [as_plain(candidate.text) for candidate in self.candidates],
        }
        if any(candidate.plan for candidate in self.candidates):
            traced["plans"] = [candidate.plan for candidate in self.candidates]
        if any(candidate.new for candidate in self.candidates):
            traced["sentences"] = [
                [sentence.model_dump() for sentence in candidate.new]
                for candidate in self.candidates
            ]
        return traced | {
            "votes": list(self.votes),
            "orders": [list(order) for order in self.orders],
            "best": self.places[0],
        }
