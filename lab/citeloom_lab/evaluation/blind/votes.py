"""Counts exported votes by method, sentences and leads."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from citeloom.keeping.reading import LARGEST_RECORD, UnreadFileError, read_file
from citeloom.problem import InputError, Place
from citeloom_lab.evaluation.blind.faults import FAULTS, VOTES
from citeloom_lab.evaluation.blind.shuffled import BlindText
from citeloom_lab.evaluation.tables import NONE, WordTable


class SentenceVote(BaseModel):
    """A reader's word on a sentence, which is counted in its text from 0."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    text: str
    sentence: int = Field(ge=0)
    vote: Literal["keep", "edit", "throw"]
    faults: tuple[str, ...] = ()


class _Exported(BaseModel):
    model_config = ConfigDict(extra="ignore")

    votes: tuple[SentenceVote, ...]


@dataclass(frozen=True)
class VoteCount:
    """The votes on a method's sentences: how often each was given, and each fault named."""

    method: str
    sentences: int
    votes: Counter[str]
    leads: Counter[str]
    faults: Counter[str]


def read_votes(path: Path) -> tuple[SentenceVote, ...]:
    """Return the votes of a file that a page exported.

    Raises
    ------
    InputError
        If it cannot be read or holds no votes.
    """
    try:
        return _Exported.model_validate_json(read_file(path, LARGEST_RECORD)).votes
    except UnreadFileError as error:
        raise InputError(error.strerror, Place(path)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Place(path)) from None
    except ValidationError:
        raise InputError("holds no votes that a page exported", Place(path)) from None


def count_votes(votes: Sequence[SentenceVote], texts: Sequence[BlindText]) -> tuple[VoteCount, ...]:
    """Return the votes by method, in the order of their names; a later vote replaces an earlier.

    Raises
    ------
    InputError
        If a vote is on a text or a sentence that is not there.
    """
    known = {blind.name: blind for blind in texts}
    last = {(vote.text, vote.sentence): vote for vote in votes}
    counts = {
        method: VoteCount(method, 0, Counter(), Counter(), Counter())
        for method in sorted({blind.method for blind in texts})
    }
    wanted = Counter(blind.method for blind in texts for _ in blind.text.sentences)
    for vote in last.values():
        blind = known.get(vote.text)
        if blind is None or vote.sentence >= len(blind.text.sentences):
            raise InputError(
                "the votes are on other texts",
                advice="name the same data, methods, words and seed as for the page; texts of "
                "another version of the program are others",
            )
        count = counts[blind.method]
        count.votes[vote.vote] += 1
        if blind.text.sentences[vote.sentence].is_lead:
            count.leads[vote.vote] += 1
        if vote.vote != "keep":
            count.faults.update(set(vote.faults) & FAULTS.keys())
    return tuple(
        VoteCount(each.method, wanted[each.method], each.votes, each.leads, each.faults)
        for each in counts.values()
    )


def vote_tables(counts: Sequence[VoteCount]) -> Iterator[WordTable]:
    """Yield the tables of votes: shares of sentences, and kinds of faults."""
    yield WordTable(
        "votes on sentences (leads)",
        ("method", "sentences", "voted on", *VOTES),
        tuple(
            (
                each.method,
                str(each.sentences),
                _number(each.votes.total(), each.leads.total()),
                *(_share(each, vote) for vote in VOTES),
            )
            for each in counts
        ),
    )
    named = [fault for fault in FAULTS if any(each.faults[fault] for each in counts)]
    if named:
        yield WordTable(
            "faults of sentences that were edited or thrown away",
            ("method", *named),
            tuple((each.method, *(str(each.faults[fault]) for fault in named)) for each in counts),
        )


def _share(count: VoteCount, vote: str) -> str:
    total, leads = count.votes.total(), count.leads.total()
    if not total:
        return NONE
    of_leads = f" ({100 * count.leads[vote] / leads:.0f} %)" if leads else ""
    return f"{count.votes[vote]}, {100 * count.votes[vote] / total:.0f} %{of_leads}"


def _number(number: int, leads: int) -> str:
    return f"{number} ({leads})" if leads else str(number)
