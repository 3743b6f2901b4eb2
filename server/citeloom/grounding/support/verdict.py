"""What was found of a sentence and the papers that it cites."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from citeloom.grounding.support.source import SourceSentence


class SupportVerdict(StrEnum):
    """Whether papers say what a sentence says of them."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    NOT_SUPPORTED = "not supported"
    CANNOT_TELL = "cannot tell"


class DoubtKind(StrEnum):
    """What a doubt is about."""

    NUMBER = "number"
    UNIT = "unit"
    DATA_SET = "data-set"
    NAME = "name"
    SUPERLATIVE = "superlative"
    NEGATION = "negation"
    OTHER_PAPER = "other-paper"
    NOTHING_OF_IT = "nothing-of-it"
    VERBATIM = "verbatim"
    ACCUSATION = "accusation"


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something in a claim, at a half-open range of it, that the cited papers do not say.

    ``papers`` are the ids of those that are meant: the cited ones, or the one that fits better.
    ``is_sure`` tells that a paper's text speaks against it; else it is only not there. ``instead``
    is what the papers have in the place of a wrong number.
    """

    kind: DoubtKind
    reason: str
    start: int
    end: int
    papers: tuple[str, ...] = ()
    is_sure: bool = False
    instead: tuple[str, ...] = ()


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
    verdict: SupportVerdict
    reason: str
    sentences: tuple[Supporting, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """What the cited papers say of a claim, each and together, and what is doubtful in it."""

    verdict: SupportVerdict
    papers: tuple[PaperSupport, ...]
    doubts: tuple[Doubt, ...] = ()


def together(papers: Sequence[PaperSupport], doubts: Sequence[Doubt]) -> SupportVerdict:
    """Return the verdict of several papers: what the best of them says, less what is doubtful."""
    order = list(SupportVerdict)
    known = [it.verdict for it in papers]
    kinds = {doubt.kind for doubt in doubts}
    if kinds & {DoubtKind.OTHER_PAPER, DoubtKind.NOTHING_OF_IT, DoubtKind.ACCUSATION}:
        return SupportVerdict.NOT_SUPPORTED
    if SupportVerdict.CANNOT_TELL in known and SupportVerdict.SUPPORTED not in known:
        return SupportVerdict.CANNOT_TELL
    best = min(known, key=order.index, default=SupportVerdict.CANNOT_TELL)
    weighty = kinds - {DoubtKind.VERBATIM}
    if best is SupportVerdict.SUPPORTED and weighty:
        return SupportVerdict.PARTLY
    return best
