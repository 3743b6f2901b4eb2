"""Edits that mend the citation of a retracted paper."""

from collections.abc import Iterator

from citeloom.actions.checking.claims.check_claims import cited_texts
from citeloom.actions.checking.claims.cited_claims import (
    CitingSentenceOfDraft,
    citing_sentence_at,
)
from citeloom.actions.checking.claims.claim_fix import ClaimFix, cited_instead
from citeloom.actions.checking.retracted_citations import (
    RULE,
    RetractedCitation,
    retracted_citations,
)
from citeloom.actions.context import Context, Opened
from citeloom.actions.papers.knowledge import PaperKnowledge, retraction_words
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.draft.document import Source
from citeloom.draft.references import cited_entries
from citeloom.grounding.support.checker import ENOUGH
from citeloom.grounding.support.claim import Claim
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span

_MOST_OTHERS = 2
_GOES_ON = frozenset("'’-–")
"""What makes one word of a citation and what follows: ``\\citet{gone}'s``."""

_IN_A_NOTE = frozenset({"footcite", "footcites", "footfullcite", "footcitetext"})


def retraction_fixes(
    opened: Opened, context: Context, reader: PaperReader, source: Source, offset: int
) -> tuple[ClaimFix, ...]:
    """Return edits for a citation of a retracted paper at an offset of a file.

    Another reference of the draft that says what the sentence says; words that the paper was
    retracted.
    """
    known = reader.read(cited_entries(opened.project), [])
    for found in retracted_citations(opened.project, known):
        if (
            found.document.path == source.path
            and found.key.span.start <= offset <= found.key.span.end
        ):
            return tuple(_fixes(found, opened, context, reader, known))
    return ()


def _fixes(
    found: RetractedCitation,
    opened: Opened,
    context: Context,
    reader: PaperReader,
    known: tuple[PaperKnowledge, ...],
) -> Iterator[ClaimFix]:
    citation, text = found.citation, found.document.text
    sentence = citing_sentence_at(found.document, citation.span.start)
    if sentence is None or not found.key.written:
        return
    for other in _others(found, sentence, opened, context, reader, known):
        yield from filter(None, (cited_instead(citation, found.key, text, other, RULE),))
    follows = text[citation.span.end : citation.span.end + 1]
    is_only = len(citation.placed_keys) == 1
    if is_only and citation.command not in _IN_A_NOTE and follows not in _GOES_ON:
        what = "withdrawn" if found.words.startswith("was withdrawn") else "retracted"
        end = Span(citation.span.end, citation.span.end)
        yield ClaimFix(f"Mention that it was {what}", Edit(end, f" (since {what})"), RULE)


def _others(
    found: RetractedCitation,
    sentence: CitingSentenceOfDraft,
    opened: Opened,
    context: Context,
    reader: PaperReader,
    known: tuple[PaperKnowledge, ...],
) -> Iterator[str]:
    """Yield the keys of other papers of the draft that support the claim, the best first."""
    texts = cited_texts(opened, context, [], reader)
    claims = [claim for claim in sentence.claims if found.key.key in claim.keys]
    if not claims:
        return
    claim = Claim(claims[0].text, ())
    gone = {paper.paper.id for paper in known if retraction_words(paper.notices)}
    gone.update(texts.ids_of(claims[0].keys))
    scores = {
        paper.id: texts.checker.score(claim, paper.id)
        for paper in texts.papers
        if paper.id not in gone
    }
    fitting = [it for it in scores if scores[it] >= ENOUGH and texts.checker.supports(claim, [it])]
    fitting.sort(key=lambda it: (-scores[it], it))
    for paper in fitting[:_MOST_OTHERS]:
        yield texts.paper_of[paper].key
