"""The reflective evaluator: votes for the best of several candidates (ChatCite, section 3.2.2)."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache, partial
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, create_model

from citeloom.methods.chatcite.key_elements import NotesOnPapers
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.modelled.asker import Asker, OrElse, Shown
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.short_ids import ids_in
from citeloom.methods.modelled.written_text import WrittenText, as_plain
from citeloom.models.port import Question
from citeloom.papers.paper import Paper

LEFT_OUT = "[…]"
_BREAK = "\n\n"


def show_changes(versions: Sequence[WrittenText]) -> list[str]:
    """Return of each version what another one has not, and a sentence before and behind it.

    What is left out is marked. Versions without any difference are shown whole.
    """
    pieces = [_sentences(version) for version in versions]
    marked = [set[int]() for _ in pieces]
    for own, places in zip(pieces, marked, strict=True):
        for other in pieces:
            changes = SequenceMatcher(None, other, own, autojunk=False).get_opcodes()
            for kind, _, _, begin, end in changes:
                if kind != "equal":
                    places.update(range(max(0, begin - 1), min(len(own), end + 1)))
    if not any(marked):
        return [as_plain(version) for version in versions]
    return [_excerpt(own, places) for own, places in zip(pieces, marked, strict=True)]


def _sentences(version: WrittenText) -> list[str]:
    """Return the sentences of a text as they are shown, and breaks between its paragraphs."""
    found: list[str] = []
    for part in version.paragraphs:
        found += [_BREAK] * bool(found)
        found += part.sentences
    return found


def _excerpt(pieces: Sequence[str], places: set[int]) -> str:
    shown: list[str] = []
    for place, piece in enumerate(pieces):
        if place in places:
            shown.append(piece)
        elif shown[-1:] != [LEFT_OUT]:
            shown.append(LEFT_OUT)
    return " ".join(shown).replace(f" {_BREAK} ", _BREAK).strip()


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


_VOTE_TOKENS = 150


class Vote(BaseModel):
    """One vote: the number of a candidate from 1, and why."""

    best: int = Field(description="The number of the best version.")
    reason: str = Field(description="Why it is the best, in one sentence.")


@lru_cache(maxsize=16)
def vote_among(number: int) -> type[Vote]:
    """Return the type of a vote for one of so many candidates."""
    numbers = list(range(1, number + 1))

    def known(best: int) -> int:
        if best not in numbers:
            raise ValueError(f"the versions have the numbers {numbers[0]} to {numbers[-1]}")
        return best

    # Azure takes an enumeration where it refuses a minimum and a maximum.
    schema: dict[str, Any] = {"enum": numbers}
    about = Vote.model_fields["best"].description
    number_of: Any = Annotated[int, AfterValidator(known)]
    best: Any = (number_of, Field(description=about, json_schema_extra=schema))
    return create_model("Vote", __base__=Vote, best=best)


class Evaluator:
    """Asks for votes on texts."""

    def __init__(self, asker: Asker, parameters: ChatCiteParameters, notes: NotesOnPapers) -> None:
        self._asker, self._parameters, self._notes = asker, parameters, notes

    async def vote(self, candidates: Sequence[WrittenText], papers: Sequence[Paper]) -> Turn:
        """Vote on texts into which papers were woven; a vote that fails does not count."""
        given, number = self._parameters, len(candidates)
        if given.votes == "none" or number == 1:
            return Turn(tuple(candidates), (), tuple(range(number)))
        seed = "|".join((str(self._asker.task.seed), *(paper.id for paper in papers)))
        orders = orders_for_votes(number, given.n_votes, seed)
        whole = given.votes == "whole"
        texts = list(map(as_plain, candidates)) if whole else show_changes(candidates)
        instead = OrElse(None, "the other votes counted; without any, the first version was used")
        found = await ask_together(
            self._asker.ask((), partial(self._question, texts, papers, order, sample), instead)
            for sample, order in enumerate(orders)
        )
        votes = [order[own.best - 1] for own, order in zip(found, orders, strict=True) if own]
        return Turn(
            tuple(candidates), tuple(votes), tuple(rank_by_votes(votes, number)), tuple(orders)
        )

    def _question(
        self,
        texts: Sequence[str],
        papers: Sequence[Paper],
        order: Sequence[int],
        sample: int,
        shown: Shown,
    ) -> Question[Any]:
        """Return the question for a vote, which shows the candidates in this order."""
        ids, known = self._asker.ids, self._notes.of
        cited = {short for text in texts for short in ids_in(text)}
        named = [ids.paper(short) for short in ids.all if short in cited]
        versions = (
            f"Version {number}:\n{shown.quote(texts[candidate - 1])}"
            for number, candidate in enumerate(order, start=1)
        )
        return shown.value(
            "votes",
            "chatcite/vote",
            vote_among(len(texts)),
            _VOTE_TOKENS,
            temperature=self._parameters.temperature,
            sample=sample,
            changes="yes" if self._parameters.votes == "changes" else "",
            draft=self._notes.show_draft(shown),
            papers=self._notes.show([own for own in named if own.id in known], shown, papers),
            candidates="\n\n".join(versions),
        )


def orders_for_votes(candidates: int, votes: int, seed: str) -> list[tuple[int, ...]]:
    """Return for each vote the order in which it is shown the candidates, as numbers from 1.

    The seed decides the first order; each further vote begins with the candidate that was second
    before, so that none of them gains from its place.
    """
    shown = list(range(1, candidates + 1))
    random.Random(f"votes|{seed}").shuffle(shown)
    turns = (vote % candidates for vote in range(votes))
    return [tuple(shown[turn:] + shown[:turn]) for turn in turns]


def rank_by_votes(votes: Sequence[int], candidates: int) -> list[int]:
    """Return the places of candidates, the one with most votes first; of equal ones the earlier.

    Parameters
    ----------
    votes
        Numbers of candidates, from 1.
    candidates
        How many there are.
    """
    counts = Counter(votes)
    return sorted(range(candidates), key=lambda place: (-counts[place + 1], place))
