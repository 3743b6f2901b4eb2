"""Whether a sentence speaks of the draft's own work, which no cited paper has to know."""

import re

from citeloom.grounding.guarded import GuardedPattern, guarded

_WORK = (
    r"(?:paper|work|study|article|thesis|dissertation|report|manuscript|chapter|section|"
    r"subsection|project|research|review|survey|analysis|experiments?|implementation|evaluation)"
)
_AUTHORS = guarded(
    "we|our|my|this |present |current |the thesis|the dissertation",
    r"\b(?:we|our|ours|my|this "
    rf"{_WORK}|(?:the )?(?:present|current) {_WORK}|the (?:thesis|dissertation)(?:['’]s)?)\b",
)
_US = re.compile(r"\b[Uu]s\b")
"""*US* is a country."""

_I = re.compile(
    r"(?<![Tt]ype )(?<![Pp]hase )(?<![Cc]lass )(?<![Pp]art )\bI (?:also |will |have |now |then )?"
    r"(?:am|was|use|used|choose|chose|chosen|explain|show|describe|present|propose|introduce|"
    r"follow|followed|refer|find|found|mention|discuss|implement|implemented|study|argue|"
    r"call|denote|consider|did|do|had|would|can|could)\b"
)
_POINTS_BACK = guarded(
    "before|earlier|previously|above|below|already|here|aforementioned|section|chapter|appendix",
    r"\b(?:(?:mentioned|said|discussed|described|stated|shown|seen|noted|introduced|defined) "
    r"(?:before|earlier|previously|above|below)|(?:previously|already) "
    r"(?:mentioned|said|discussed|described)|the (?:\w+ )?(?:test|results?|method|model)s? above|"
    r"(?:reported|used|presented|proposed|compared|comparison|considered|studied|adopted) here|"
    r"above-mentioned|aforementioned|in the (?:\w+ )?(?:section|chapter|appendix))\b",
)
_OWN_PLACE = GuardedPattern(
    re.compile(
        r"\b(?:Sections?|Sect|Figures?|Figs?|Tables?|Chapters?|Appendix|Appendices|Equations?|Eqs?|"
        r"Algorithms?|Listings?)\b(?:\.?(?=\s*[,;:)])|\.?\s*$|(?= (?:shows?|illustrates?|lists?|"
        r"summari[sz]es?|presents?|gives?|depicts?|and|or)\b))"
    ),
    ("sect", "fig", "table", "chapter", "append", "eq", "algorithm", "listing"),
)
"""What is left of a reference to a place of the draft, whose number TeX would put in."""

_NAME_GOES_ON = re.compile(r"(?<=[^.!?:] )[A-Z][\w-]+ \Z")
"""What stands before the last word of a name: *by Genetic Algorithms*."""

_LONGEST_WORD = 40


def speaks_of_own_work(text: str) -> bool:
    """Tell whether a sentence speaks of what its own draft does, has or shows."""
    return any(
        pattern.search(text) is not None for pattern in (_AUTHORS, _US, _I, _POINTS_BACK)
    ) or any(
        _NAME_GOES_ON.search(text[max(0, found.start() - _LONGEST_WORD) : found.start()]) is None
        for found in _OWN_PLACE.finditer(text)
    )
