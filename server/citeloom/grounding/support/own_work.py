"""Whether a sentence speaks of the draft's own work, which no cited paper has to know."""

import re

_WORK = (
    r"(?:paper|work|study|article|thesis|dissertation|report|manuscript|chapter|section|"
    r"subsection|project|research|review|survey|analysis|experiments?|implementation|evaluation)"
)
_OWN = re.compile(
    rf"\b(?:[Ww]e|[Oo]urs?|[Uu]s|[Mm]y|[Tt]his {_WORK}|(?:[Pp]resent|[Cc]urrent) {_WORK}|"
    r"[Tt]he (?:thesis|dissertation))\b"
)
"""*US* is a country."""


def speaks_of_own_work(text: str) -> bool:
    """Tell whether a sentence speaks of what its own draft does, has or shows."""
    return _OWN.search(text) is not None
