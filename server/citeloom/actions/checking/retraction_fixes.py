"""The edit that mends the citation of a retracted paper."""

from citeloom.actions.checking.claims.cited_claims import citing_sentence_at
from citeloom.actions.checking.claims.claim_fix import ClaimFix
from citeloom.actions.checking.retracted_citations import (
    RULE,
    RetractedCitation,
    retracted_citations,
)
from citeloom.actions.context import Opened
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.draft.document import Source
from citeloom.draft.references import cited_entries
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span

_GOES_ON = frozenset("'’-–")
"""What makes one word of a citation and what follows: ``\\citet{gone}'s``."""

_IN_A_NOTE = frozenset({"footcite", "footcites", "footfullcite", "footcitetext"})


def retraction_fix(
    opened: Opened, reader: PaperReader, source: Source, offset: int
) -> ClaimFix | None:
    """Return the edit that says of a citation at an offset of a file that its paper was retracted.

    None where there is no such citation, or where it can be said in no such way.
    """
    known = reader.read(cited_entries(opened.project), [])
    for found in retracted_citations(opened.project, known):
        span = found.key.span
        if found.document.path == source.path and span.start <= offset <= span.end:
            return _mention(found)
    return None


def _mention(found: RetractedCitation) -> ClaimFix | None:
    citation, text = found.citation, found.document.text
    follows = text[citation.span.end : citation.span.end + 1]
    is_only = len(citation.placed_keys) == 1
    if not is_only or citation.command in _IN_A_NOTE or follows in _GOES_ON:
        return None
    if not found.key.written or citing_sentence_at(found.document, citation.span.start) is None:
        return None
    what = "withdrawn" if found.words.startswith("was withdrawn") else "retracted"
    end = Span(citation.span.end, citation.span.end)
    return ClaimFix(f"Mention that it was {what}", Edit(end, f" (since {what})"), RULE)
