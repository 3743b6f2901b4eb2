"""An edit that may mend what is doubtful in a sentence."""

import re
from dataclasses import dataclass

from citeloom_latex.edit import Edit
from citeloom_latex.tex.facts import Citation, CitedKey

_WITHOUT_NOTES = re.compile(r"\\[A-Za-z]+\*?(?:\s*\[\s*\])*\s*\{[^{}\\]*\}")


@dataclass(frozen=True, slots=True)
class ClaimFix:
    """An edit, and the rule of the problem that it mends."""

    title: str
    edit: Edit
    rule: str


def cited_instead(
    citation: Citation, key: CitedKey, text: str, other: str, rule: str
) -> ClaimFix | None:
    """Return the edit that cites another paper in a key's place.

    None where the citation has a note: it may name a page of the paper that is cited now.
    """
    if not key.written or has_notes(citation, text):
        return None
    return ClaimFix(f"Cite '{other}' instead", Edit(key.span, other), rule)


def has_notes(citation: Citation, text: str) -> bool:
    """Tell whether a citation in a text has notes, or more than one list of keys."""
    return _WITHOUT_NOTES.fullmatch(citation.span.of(text)) is None
