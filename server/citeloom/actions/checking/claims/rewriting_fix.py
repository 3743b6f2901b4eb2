"""A sentence of the draft in the words of its source, in the third person."""

import re

from citeloom.actions.checking.claims.check_claims import CheckedSentence, CitedTexts
from citeloom.actions.checking.claims.cited_claims import CitingSentenceOfDraft
from citeloom.actions.checking.claims.claim_fix import ClaimFix
from citeloom.draft.document import Document
from citeloom.draft.typesetting import letters_encoding, typesetting_of
from citeloom.grounding.sentences import sentences
from citeloom.grounding.support.source import ABSTRACT, SourceSentence
from citeloom.grounding.support.verdict import DoubtKind, Finding
from citeloom.methods.extractive.candidates import candidates
from citeloom.methods.extractive.rewriting.names import first_mention
from citeloom.methods.extractive.rewriting.statement import as_it_stands, by_authors
from citeloom.methods.result import Paragraph, Sentence, SentenceKind
from citeloom.papers.paper import Paper
from citeloom.placing.citation_style import citation_style
from citeloom.placing.render import render
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span

_WORDS = re.compile(r"""(?:[^\\${}%&#^_]|\\[&%#_$, ]|\\["'^`~=.](?:[A-Za-z]|\{[A-Za-z]\}))*""")
"""What an author's sentence may hold beside its citation, as a source's words replace it whole."""


def rewriting_fix(sentence: CheckedSentence, texts: CitedTexts) -> ClaimFix | None:
    """Return the edit that says what the cited paper says, as the extractive method words it.

    None for a sentence in its paper's words, or whose paper was retracted, that holds more than
    words and one citation without notes, or of whose abstract no sentence can stand alone.
    """
    document = texts.project.documents[sentence.sentence.path]
    span, keys = sentence.sentence.span, sentence.sentence.keys
    paper = texts.paper_of_key(keys[0]) if len(keys) == 1 else None
    checks = [claim.check for claim in sentence.claims]
    kinds = {doubt.kind for check in checks for doubt in check.doubts}
    is_right = not kinds and all(check.finding is Finding.SAME_WORDS for check in checks)
    if paper is None or paper.id in texts.taken_back or is_right or DoubtKind.OTHER_PAPER in kinds:
        return None
    if not _is_words_and_citation(document, sentence.sentence):
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


def _is_words_and_citation(document: Document, sentence: CitingSentenceOfDraft) -> bool:
    """Tell whether nothing but words is lost with a sentence, and its one key can be kept."""
    span = sentence.span
    cited = [it for it in document.facts.citations if span.start <= it.span.start < span.end]
    if len(cited) != 1 or len(sentences(sentence.text)) != 1:
        return False
    (citation,) = cited
    bare = re.sub(r"\s", "", citation.span.of(document.text)).replace("*", "")
    if bare != f"\\{citation.command}{{{sentence.keys[0]}}}":
        return False
    around = (Span(span.start, citation.span.start), Span(citation.span.end, span.end))
    return all(_WORDS.fullmatch(part.of(document.text)) for part in around)


def _said_by(paper: Paper, source: SourceSentence) -> Sentence | None:
    """Return a sentence of an abstract as one on its paper; None where it cannot stand alone."""
    for candidate in candidates(paper):
        if candidate.start <= source.start < candidate.end and candidate.usable:
            said = by_authors(candidate.text, first_mention(paper))
            said = said or as_it_stands(candidate.text, paper.id)
            if said is not None:
                return Sentence(said.parts, SentenceKind.STATEMENT, (candidate.evidence(),))
    return None
