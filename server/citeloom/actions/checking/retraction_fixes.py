"""The edit that mends the citation of a retracted paper."""

from citeloom.actions.checking.claims.cited_claims import citing_sentence_at
from citeloom.actions.checking.claims.claim_fix import ClaimFix, has_notes
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
    """Return the edit that mends the citation of a retracted paper at an offset of a file.

    A paper that is cited alone is said to be retracted, one beside others is taken from their list.
    None where there is no such citation, or where neither can be done without a loss.
    """
    known = reader.read(cited_entries(opened.project), [])
    for found in retracted_citations(opened.project, known):
        span = found.key.span
        if found.document.path == source.path and span.start <= offset <= span.end:
            is_only = len(found.citation.placed_keys) == 1
            return _mention(found) if is_only else _removal(found)
    return None


def _mention(found: RetractedCitation) -> ClaimFix | None:
    citation, text = found.citation, found.document.text
    follows = text[citation.span.end : citation.span.end + 1]
    if citation.command in _IN_A_NOTE or follows in _GOES_ON:
        return None
    if not found.key.written or citing_sentence_at(found.document, citation.span.start) is None:
        return None
    what = "withdrawn" if found.words.startswith("was withdrawn") else "retracted"
    end = Span(citation.span.end, citation.span.end)
    return ClaimFix(f"Mention that it was {what}", Edit(end, f" (since {what})"), RULE)


def _removal(found: RetractedCitation) -> ClaimFix | None:
    citation, key, text = found.citation, found.key, found.document.text
    if not key.written or has_notes(citation, text) or "%" in citation.span.of(text):
        return None
    at, keys = citation.keys.index(key), citation.keys
    span = Span(key.span.start, keys[1].span.start)
    if at:
        span = Span(keys[at - 1].span.end, key.span.end)
    return ClaimFix(f"Remove '{key.key}' here", Edit(span, ""), RULE)
