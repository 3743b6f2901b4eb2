"""A sentence of the draft in the words of its source, in the third person."""

import re

from citeloom.actions.checking.claims.check_claims import CheckedSentence, CitedTexts
from citeloom.actions.checking.claims.claim_fix import ClaimFix
from citeloom.draft.typesetting import letters_encoding, typesetting_of
from citeloom.grounding.support.source import ABSTRACT, SourceSentence
from citeloom.grounding.support.verdict import DoubtKind, SupportVerdict
from citeloom.methods.extractive.candidates import candidates
from citeloom.methods.extractive.rewriting.names import first_mention
from citeloom.methods.extractive.rewriting.statement import rewrite
from citeloom.methods.result import Paragraph, Sentence, SentenceKind
from citeloom.papers.paper import Paper
from citeloom.placing.citation_style import citation_style
from citeloom.placing.render import render
from citeloom_latex.edit import Edit

_MORE_THAN_WORDS = re.compile(
    r"(?<!\\)%|\\(?:label|footnote|begin|end|input|include|(?:auto|eq|c|C|page)?ref|index)\b"
)
"""What a sentence may hold that its source cannot replace."""


def rewriting_fix(sentence: CheckedSentence, texts: CitedTexts) -> ClaimFix | None:
    """Return the edit that says what the cited paper says, as the extractive method words it.

    None for a sentence that its paper supports, that cites several, or of whose abstract no
    sentence can stand alone.
    """
    document = texts.project.documents[sentence.sentence.path]
    span, keys = sentence.sentence.span, sentence.sentence.keys
    paper = texts.paper_of_key(keys[0]) if len(keys) == 1 else None
    checks = [claim.check for claim in sentence.claims]
    kinds = {doubt.kind for check in checks for doubt in check.doubts}
    is_right = not kinds and all(check.verdict is SupportVerdict.SUPPORTED for check in checks)
    if paper is None or is_right or DoubtKind.OTHER_PAPER in kinds:
        return None
    if _MORE_THAN_WORDS.search(document.text, span.start, span.end):
        return None
    found = (
        found.sentence
        for check in checks
        for support in check.papers
        for found in support.sentences
        if found.sentence.source == ABSTRACT
    )
    said = next((said for it in found if (said := _said_by(paper, it))), None)
    if said is None:
        return None
    project = texts.project
    rendered = render(
        (Paragraph("", (said,)),),
        {paper.id: keys[0]},
        citation_style([it.facts for it in project.documents.values()]),
        encoding=letters_encoding(project, document.encoding),
        typesetting=typesetting_of(project),
    )
    return ClaimFix("Rewrite from its source", Edit(span, rendered.latex.strip()), "")


def _said_by(paper: Paper, source: SourceSentence) -> Sentence | None:
    """Return a sentence of an abstract as one on its paper; None where it cannot stand alone."""
    for candidate in candidates(paper):
        if candidate.start <= source.start < candidate.end and candidate.usable:
            rewriting = rewrite(candidate.text, first_mention(paper, 0))
            if rewriting.stands_alone:
                return Sentence(rewriting.parts, SentenceKind.STATEMENT, (candidate.evidence(),))
    return None
