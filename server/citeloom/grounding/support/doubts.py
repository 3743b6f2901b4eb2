"""Numbers, names and data sets of a claim that the cited papers do not have."""

import re
from collections.abc import Callable, Iterator, Sequence

from citeloom.grounding.support.names import letters, names
from citeloom.grounding.support.quantities import is_known, quantities
from citeloom.grounding.support.source import SourceText
from citeloom.grounding.support.verdict import Doubt, DoubtKind

_FEW, _ONE = 10, 1
"""An author counts a few things in an own way; what was written of papers counts as they do."""

_SHORT_FORM = re.compile(r"[A-Z]{2,3}s?(?:-\w+)?")
"""A few capitals are more often a field's word (RNN, QA) than one paper's name."""


def lacking_numbers(
    claim: str, sources: Sequence[SourceText], *, is_written: bool = False
) -> Iterator[Doubt]:
    """Yield a doubt of the numbers of a claim that are in none of the cited papers' texts."""
    known = [it for source in sources for it in source.quantities]
    lacking = [
        it
        for it in quantities(claim)
        if it.value > (_ONE if is_written else _FEW)
        and not it.is_spelled
        and not is_known(it, known)
    ]
    if lacking:
        told = ", ".join(dict.fromkeys(it.text for it in lacking))
        yield _doubt(DoubtKind.NUMBER, told, lacking[0].start, lacking[0].end, sources)


def lacking_names(
    claim: str,
    sources: Sequence[SourceText],
    is_elsewhere: Callable[[str], bool],
    *,
    is_written: bool = False,
) -> Iterator[Doubt]:
    """Yield the names of a claim that are in none of the cited papers' texts.

    Of an author's names it is those of data sets: methods and tools are often the draft's own.
    ``is_elsewhere`` tells of a name's ``letters`` whether the draft or another of its papers has
    them.
    """
    families = {letters(family) for source in sources for family in source.authors}
    for name in names(claim):
        if (
            (name.is_data or is_written)
            and not _SHORT_FORM.fullmatch(name.text)
            and letters(name.text) not in families
            and not any(source.has_name(name.text) for source in sources)
            and not is_elsewhere(letters(name.text))
        ):
            kind = DoubtKind.DATA_SET if name.is_data else DoubtKind.NAME
            yield _doubt(kind, f"the name “{name.text}”", name.start, name.end, sources)


def _doubt(
    kind: DoubtKind, what: str, start: int, end: int, sources: Sequence[SourceText]
) -> Doubt:
    one = len(sources) == 1
    who = f"{sources[0].known_as} does not contain" if one else "no cited paper contains"
    return Doubt(kind, f"{who} {what}", start, end, tuple(source.paper for source in sources))
