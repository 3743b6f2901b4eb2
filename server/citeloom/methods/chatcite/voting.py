"""The reflective evaluator: votes for the best of several candidates (ChatCite, section 3.2.2)."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, create_model


class Vote(BaseModel):
    """One vote: a weighing, then the number of a candidate from 1."""

    reason: str = Field(description="What speaks for and against the versions.")
    best: int = Field(description="The number of the best version.")


@lru_cache(maxsize=16)
def vote_among(number: int) -> type[Vote]:
    """Return the type of a vote for one of ``candidates`` candidates."""
    numbers = list(range(1, number + 1))

    def known(best: int) -> int:
        if best not in numbers:
            raise ValueError(f"there are the versions {numbers[0]} to {numbers[-1]}")
        return best

    # Azure takes an enumeration where it refuses a minimum and a maximum.
    schema: dict[str, Any] = {"enum": numbers}
    about = Vote.model_fields["best"].description
    number_of: Any = Annotated[int, AfterValidator(known)]
    best: Any = (number_of, Field(description=about, json_schema_extra=schema))
    return create_model("Vote", __base__=Vote, best=best)


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
