"""Numbers, names and data sets of a claim that the cited papers do not have."""

import re
from collections.abc import Callable, Iterator, Sequence

from citeloom.grounding.support.names import letters, names
from citeloom.grounding.support.quantities import is_known, quantities
from citeloom.grounding.support.source import SourceText
from citeloom.grounding.support.verdict import Doubt, DoubtKind

_SAID, _SAID_THOROUGH = 0.4, 0.05
"""So much of a claim papers must say: an abstract on something else lacks its details, too."""

_SHORT_FORM = re.compile(r"[A-Z]{2,3}s?(?:-\w+)?")
"""A few capitals are more often a field's word (RNN, QA) than one paper's name."""


def details_lacking(
    claim: str,
    sources: Sequence[SourceText],
    is_elsewhere: Callable[[str], bool],
    said: float = 1.0,
    is_thorough: bool = False,
) -> Iterator[Doubt]:
    """Yield the numbers and names of a claim that are in none of the cited papers' texts.

    Parameters
    ----------
    is_elsewhere
        Tells of a name's ``letters`` whether the draft or another of its papers has them.
    said
        The share of the claim's words that the papers have.
    is_thorough
        Whether to tell of all numbers and names, and not only of what abstracts seldom leave out.
    """
    papers = tuple(source.paper for source in sources)
    one = len(sources) == 1
    who = f"{sources[0].known_as} does not contain" if one else "no cited paper contains"
    known = [it for source in sources for it in source.quantities]
    is_told = said >= (_SAID_THOROUGH if is_thorough else _SAID)
    for number in quantities(claim) if is_told else ():
        is_small = number.value <= 1 or number.is_spelled
        if not is_small and not is_known(number, known):
            reason = f"{who} {number.text}"
            yield Doubt(DoubtKind.NUMBER, reason, number.start, number.end, papers)
    families = {letters(family) for source in sources for family in source.authors}
    for name in names(claim):
        if (
            letters(name.text) in families
            or any(source.has_name(name.text) for source in sources)
            or is_elsewhere(letters(name.text))
        ):
            continue
        if not _SHORT_FORM.fullmatch(name.text) and (name.is_data or (is_thorough and is_told)):
            kind = DoubtKind.DATA_SET if name.is_data else DoubtKind.NAME
            yield Doubt(kind, f"{who} the name “{name.text}”", name.start, name.end, papers)
