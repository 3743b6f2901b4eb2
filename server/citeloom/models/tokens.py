"""About how many tokens a text is, and how many a step has used."""

import re
from dataclasses import astuple, dataclass

CHARACTERS_A_TOKEN = 4
_WIDE = re.compile("[\u2e81-\U0010ffff]")


def text_tokens(text: str) -> int:
    """Estimate a text's tokens; scripts without spaces count one for each character."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + (len(text) - wide) // CHARACTERS_A_TOKEN + 1


def padded(words: str, length: int) -> str:
    """Return words, repeated to about so many characters."""
    return " ".join([words] * max(1, length // (len(words) + 1)))


@dataclass(frozen=True, slots=True)
class StepUsage:
    """The usage of one step; ``repeated`` counts calls after faults or wrong answers."""

    step: str
    calls: int = 0
    memo_hits: int = 0
    repeated: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: "StepUsage") -> "StepUsage":
        both = zip(astuple(self)[1:], astuple(other)[1:], strict=True)
        return StepUsage(self.step, *map(sum, both))
