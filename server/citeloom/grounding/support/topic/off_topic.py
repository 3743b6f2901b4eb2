"""Whether a sentence is about something else than the papers that it cites, as was learnt."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from citeloom.problem import InputError

SCALE = 100
"""Weights are whole hundredths."""

FEATURES = (
    "always", "said", "nothing said", "telling", "share of words known", "words known",
    "words unknown", "best other", "others with less", "others",
)  # fmt: skip
"""What is weighed, in the order of the file."""

_FILE = "off_topic_weights.tsv"
_MOST_WORDS = 12
_MOST_PAPERS = 20
_DIGITS = 6
"""Logarithms differ in their last digits from machine to machine, which must decide nothing."""


class OffTopicWeightsError(InputError):
    """The file of weights cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Common:
    """What a claim and the papers that are cited for it have in common.

    ``said`` is the share of its weighted words that they have, ``telling`` the weight of the
    rarest of these; ``known`` of its ``words`` begin as a word of theirs does. ``others`` are the
    shares that the draft's other papers have, each alone.
    """

    said: float
    telling: float
    known: int
    words: int
    others: tuple[float, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether it is not a word, in any form."""
        return not self.said and not self.known

    @property
    def features(self) -> tuple[float, ...]:
        """The numbers that are weighed, in the order of ``FEATURES``, each from 0 to 1."""
        count = len(self.others)
        less = sum(other < self.said for other in self.others)
        return (
            1.0,
            self.said,
            float(not self.said),
            self.telling,
            self.known / self.words,
            min(self.known, _MOST_WORDS) / _MOST_WORDS,
            min(self.words - self.known, _MOST_WORDS) / _MOST_WORDS,
            max(self.others, default=0.0),
            less / count if count else 0.5,
            min(count, _MOST_PAPERS) / _MOST_PAPERS,
        )


def off_topic_score(common: Common, weights: Mapping[str, int] | None = None) -> float:
    """Return how far a claim is from what the cited papers are about; above 0 it is off topic.

    ``weights`` are by feature; without them, those that came with Citeloom.
    """
    own = shipped_weights() if weights is None else weights
    weighed = zip(FEATURES, common.features, strict=True)
    return round(sum(own[name] * value for name, value in weighed) / SCALE, _DIGITS)


@cache
def shipped_weights() -> Mapping[str, int]:
    """Return the weights that came with Citeloom, by feature.

    Raises
    ------
    OffTopicWeightsError
        If the file is missing or broken.
    """
    try:
        text = files("citeloom.grounding.support.topic").joinpath(_FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OffTopicWeightsError(
            f"{_FILE} cannot be read: {error}; install Citeloom again"
        ) from None
    return weights_of(text)


def weights_of(text: str) -> Mapping[str, int]:
    """Return the weights in the text of a file: a feature and its weight a line.

    Raises
    ------
    OffTopicWeightsError
        If it holds anything else, or not all features in their order.
    """
    lines = [line.partition("\t") for line in text.splitlines()]
    try:
        weights = {name: int(weight) for name, _, weight in lines}
    except ValueError:
        weights = {}
    if tuple(weights) != FEATURES or len(lines) != len(FEATURES):
        raise OffTopicWeightsError(f"{_FILE} is no file of weights; install Citeloom again")
    return weights
