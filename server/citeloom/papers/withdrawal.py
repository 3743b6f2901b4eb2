"""Whether a paper's own words say that it has been withdrawn."""

import re

_WORK = r"(?:this|the|our) (?:[\w-]+ )?(?:paper|article|submission|manuscript|work|preprint|note)"
_SAYS_SO = re.compile(
    rf"(?:\A|(?<=[.;,!?\])]\s)|(?<=[.;!?]))\s*(?:{_WORK} (?:has been|have been|was|is|has now been)"
    r"(?: (?:temporarily|voluntarily|now|hereby))? withdrawn\b(?! from))",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    rf"\W*(?:{_WORK} )?(?:paper |article |submission |manuscript )?withdrawn\b(?! from)"
    r"|\W*withdrawal\b",
    re.IGNORECASE,
)

_STANDS_IN = re.compile(
    rf"\W*(?:{_WORK} (?:has been|have been|was|is|has now been)"
    r"(?: (?:temporarily|voluntarily|now|hereby))? (?:withdrawn|retracted)\b(?! from)"
    r"|(?:paper |article |submission |manuscript )?withdrawn(?=\W*\Z|\W* (?:by|due|because|as)\b))",
    re.IGNORECASE,
)
_SAYS_RETRACTED = re.compile(
    _SAYS_SO.pattern.replace("|the|", "|").replace("withdrawn", "retracted"), re.IGNORECASE
)
"""Within an abstract "the paper was retracted" speaks of one that it studies."""

_LONGEST_NOTICE = 600
"""Characters beyond which more than a notice stands there."""

_RETRACTED = re.compile(
    r"\W*(?:retracted|withdrawn)(?: article| paper)?\s*(?:[:.–—)\]]|-(?=\s))", re.IGNORECASE
)


def says_withdrawn(comment: str) -> bool:
    """Tell whether the comment on a paper says that it has been withdrawn.

    "Withdrawn" about another version or another paper does not count: the comment begins with the
    word, or a sentence of it says so of this paper.
    """
    return bool(_BEGINS.match(comment) or _SAYS_SO.search(comment))


def is_withdrawal_notice(abstract: str) -> bool:
    """Tell whether a notice of a withdrawal stands in the place of an abstract, or in it."""
    return bool(_BEGINS.match(abstract) or _SAYS_SO.search(abstract))


def is_only_a_notice(abstract: str) -> bool:
    """Tell whether a text says that a paper was withdrawn or retracted, and nothing else."""
    return len(abstract) <= _LONGEST_NOTICE and bool(_STANDS_IN.match(abstract))


def says_taken_back(abstract: str) -> bool:
    """Tell whether an abstract says of its own paper that it was withdrawn or retracted.

    That is stricter than ``is_withdrawal_notice``: "Withdrawal of opioids" begins an abstract, too.
    """
    folded = abstract.casefold()
    if "withdrawn" not in folded and "retracted" not in folded:
        return False
    patterns = (_SAYS_SO, _SAYS_RETRACTED)
    return bool(_STANDS_IN.match(abstract)) or any(it.search(abstract) for it in patterns)


def says_retracted(title: str) -> bool:
    """Tell whether a publisher has put before a title that the paper is retracted."""
    return bool(_RETRACTED.match(title))
