"""What was found of a sentence and the papers that it cites, by their words alone."""

from dataclasses import dataclass
from enum import StrEnum

from citeloom.grounding.support.source import SourceSentence


class Finding(StrEnum):
    """What words alone can tell of a claim: whether it is right is for a reader, or a judge."""

    SAME_WORDS = "same words as the source"
    LOOK_HERE = "look here"
    NOTHING = "nothing found"
    NOT_COMPARED = "not compared"


class DoubtKind(StrEnum):
    """What a doubt is about."""

    NUMBER = "number"
    DATA_SET = "data-set"
    NAME = "name"
    AUTHOR = "author"
    YEAR = "year"
    OTHER_PAPER = "other-paper"
    NOTHING_OF_IT = "nothing-of-it"
    WORD = "word"
    VERBATIM = "verbatim"
    ACCUSATION = "accusation"


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something in a claim, at a half-open range of it, that the cited papers do not say.

    ``papers`` are the ids of those that are meant: the cited ones, or the one that fits better.
    """

    kind: DoubtKind
    reason: str
    start: int
    end: int
    papers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Supporting:
    """A sentence of a paper that says a part of a claim, and the share that it says."""

    sentence: SourceSentence
    score: float


@dataclass(frozen=True, slots=True)
class PaperSupport:
    """What one paper says of a claim: the share of its weighted words, and the sentences."""

    paper: str
    score: float
    reason: str
    sentences: tuple[Supporting, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """What the cited papers say of a claim, each and together, and what is doubtful in it."""

    finding: Finding
    papers: tuple[PaperSupport, ...]
    doubts: tuple[Doubt, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether a reader is to look at it."""
        return self.finding is Finding.LOOK_HERE
