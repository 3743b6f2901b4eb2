"""Whether a sentence speaks of what the draft itself does, which no cited paper has to know."""

import re

_WORK = (
    r"(?:paper|work|study|article|thesis|dissertation|report|manuscript|chapter|section|"
    r"subsection|project|research|review|survey|analysis|experiments?|implementation|evaluation)"
)
_OWN = re.compile(
    rf"\A\w+=\w|\b(?:[Ww]e|[Oo]urs?|[Uu]s|[Mm]y|[Tt]his {_WORK}|(?:[Pp]resent|[Cc]urrent) {_WORK}|"
    r"[Tt]he (?:thesis|dissertation)|"
    # Whose picture it is, whose notation, where more is told: no abstract says that.
    r"[Ff]ig(?:ure)?s?[A-Z]?|[Ss]ee|[Cc]ourtesy|"
    r"(?i:adapted|reproduced|redrawn|reprinted|modified) (?:from|with)|data not shown|"
    r"[Nn]otations? (?:follows?|from)|(?:from|follow(?:s|ing)?)(?=\W*\Z))\b|"
    # What was quoted was read, a display goes on, or commands were not understood.
    r"[“\"](?:[^\s”\"]+ ){3}|(?::|\bas)\Z|[\\{}]"
)
"""*US* is a country."""


def speaks_of_own_work(text: str) -> bool:
    """Tell whether a sentence speaks of what its draft does or has, or only quotes or goes on."""
    return _OWN.search(text) is not None
