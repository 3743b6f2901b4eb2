"""How fast a model answers: measured by its earlier answers, and how long one is waited for."""

from dataclasses import dataclass

BYTES_A_TOKEN = 3
"""Fewer bytes than a token of prose has with any tokeniser, so that estimates are never too low."""

READ_IN_THE_TIME = 5_000
"""Tokens that give a call as long again: a model on the user's own machine may read slowly."""

WRITTEN_IN_THE_TIME = 1_000
"""Tokens of an answer that give a call as long again as ``model.timeout`` says."""

SLOWEST_STREAM = 400
"""Tokens that a model which goes on writing must write in that time."""

USUAL_WAITS = (0.5, 5.0)
"""Seconds until an answer begins, where nothing is known: few to many."""

USUAL_SPEEDS = (100.0, 15.0)
"""Tokens a second, where nothing is known: of large providers, and of a model on a laptop."""

_ENOUGH = 200
"""After so many calls older ones count half: endpoints get faster and slower."""

_FEWEST_TOKENS = 30
"""Of fewer tokens no speed is told."""


def endpoint_name(address: str, model: str) -> str:
    """Return the name under which the speed of a model at an endpoint is kept."""
    return f"{address} {model}"


@dataclass(frozen=True, slots=True)
class Speed:
    """Calls to an endpoint: seconds until words came, seconds of writing, and tokens written."""

    calls: float = 0
    waited: float = 0.0
    wrote: float = 0.0
    tokens: float = 0

    def with_call(self, waited: float, wrote: float, tokens: int) -> "Speed":
        return Speed(self.calls + 1, self.waited + waited, self.wrote + wrote, self.tokens + tokens)

    def with_earlier(self, earlier: "Speed") -> "Speed":
        """Return this and earlier calls together."""
        share = 0.5 if earlier.calls > _ENOUGH else 1.0
        return Speed(
            self.calls + share * earlier.calls,
            self.waited + share * earlier.waited,
            self.wrote + share * earlier.wrote,
            self.tokens + share * earlier.tokens,
        )

    @property
    def is_known(self) -> bool:
        return self.tokens >= _FEWEST_TOKENS and self.wrote > 0

    @property
    def wait(self) -> float:
        """Seconds until an answer begins."""
        return self.waited / max(1.0, self.calls)

    @property
    def tokens_a_second(self) -> float:
        """Tokens that are written in a second."""
        return self.tokens / max(self.wrote, 1e-6)
