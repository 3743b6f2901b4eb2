"""What is doubtful in a draft's sentences, as problems with their places and sources."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

from citeloom.actions.checking.claims.check_claims import (
    CheckedClaim,
    CheckedSentence,
    CitedTexts,
    ClaimsCheck,
)
from citeloom.actions.checking.claims.judgement import JudgedVerdict
from citeloom.actions.checking.claims.places_of_words import place_in_claim
from citeloom.draft.document import Document
from citeloom.draft.section.own_text import paragraph_span
from citeloom.grounding.support.source import FULL_TEXT, SourceSentence
from citeloom.grounding.support.verdict import Doubt, DoubtKind, PaperSupport
from citeloom.papers.paper import Paper
from citeloom.problem import Problem, Severity
from citeloom.visible import shorten
from citeloom_latex.spans import Span

_RULES = (
    (Severity.NOTE, "unsupported"),
    (Severity.NOTE, "misplaced-citation"),
    (Severity.NOTE, "not-in-source"),
    (Severity.WARNING, "misattributed"),
    (Severity.NOTE, "verbatim"),
)
UNSUPPORTED, MISPLACED, NOT_IN_SOURCE, MISATTRIBUTED, VERBATIM = (rule for _, rule in _RULES)
_SEVERITIES = {rule: severity for severity, rule in _RULES}

_JUDGED = {
    JudgedVerdict.NOT_SUPPORTED: (Severity.WARNING, "judged-by-model"),
    JudgedVerdict.PARTLY: (Severity.NOTE, "judged-by-model"),
}
"""What a language model says of a claim, where one was asked."""

LONGEST_REASON = 300
LONGEST_QUOTE = 200
"""Characters that are told of a model's reason and of its quote: in a hover all of both stands."""

_ADVICE = {
    UNSUPPORTED: "cite the paper that says it, or say what this one says",
    MISATTRIBUTED: "correct it, or cite the paper that you mean",
    NOT_IN_SOURCE: "check it in the paper",
    VERBATIM: "quote it or rephrase it",
}


def claim_problems(checked: ClaimsCheck) -> Iterator[Problem]:
    """Yield what is doubtful in the sentences of a draft, in reading order.

    Of a paragraph that has its papers' words in several sentences it is told once.
    """
    for _, block in groupby(checked.sentences, partial(_paragraph, checked.texts)):
        sentences = list(block)
        copied = [it for it in sentences if _is_copied(it)]
        for sentence in sentences:
            found = problems_of(sentence, checked.texts)
            if len(copied) > 1:
                found = (it for it in found if it.rule != VERBATIM)
                if sentence is copied[0]:
                    yield _copied_block(copied, len(sentences), checked.texts)
            yield from found


def problems_of(checked: CheckedSentence, texts: CitedTexts) -> Iterator[Problem]:
    """Yield what is doubtful in one sentence."""
    document = texts.project.documents[checked.sentence.path]
    for claim in checked.claims:
        for doubt in claim.check.doubts:
            yield _problem(doubt, claim, checked, document, texts)
        if problem := _judged(claim, checked, document, texts):
            yield problem


def _paragraph(texts: CitedTexts, checked: CheckedSentence) -> tuple[Path, int]:
    sentence = checked.sentence
    text = texts.project.documents[sentence.path].text
    return sentence.path, paragraph_span(text, sentence.span.start).start


def _is_copied(checked: CheckedSentence) -> bool:
    kinds = {doubt.kind for claim in checked.claims for doubt in claim.check.doubts}
    return DoubtKind.VERBATIM in kinds


def _copied_block(copied: Sequence[CheckedSentence], count: int, texts: CitedTexts) -> Problem:
    document = texts.project.documents[copied[0].sentence.path]
    place = document.place(copied[0].sentence.span.start, copied[-1].sentence.span.end)
    message = f"{len(copied)} of {count} sentences copy words of the papers they cite"
    details = "\n".join(
        line for it in copied for claim in it.claims for line in source_lines(claim, texts)
    )
    return Problem(Severity.NOTE, VERBATIM, message, place, _ADVICE[VERBATIM], details)


def rule_of(doubt: Doubt) -> str:
    """Return the rule that a doubt falls under."""
    match doubt.kind:
        case DoubtKind.OTHER_PAPER:
            return MISPLACED
        case DoubtKind.NOTHING_OF_IT | DoubtKind.ACCUSATION:
            return UNSUPPORTED
        case DoubtKind.VERBATIM:
            return VERBATIM
        case DoubtKind.AUTHOR | DoubtKind.YEAR:
            return MISATTRIBUTED
    return NOT_IN_SOURCE


def doubt_in_words(doubt: Doubt, keys: Iterable[str], papers: Mapping[str, Paper]) -> str:
    """Return a doubt of a claim for which ``keys`` are cited; ``papers`` are those of their ids."""
    cited = ", ".join(f"'{key}'" for key in keys)
    if doubt.kind is not DoubtKind.OTHER_PAPER:
        return f"{cited}: {doubt.reason}"
    (better,) = (papers[paper] for paper in doubt.papers)
    return f"'{better.key}' fits this better than {cited}: \"{better.title}\""


def _problem(
    doubt: Doubt,
    claim: CheckedClaim,
    checked: CheckedSentence,
    document: Document,
    texts: CitedTexts,
) -> Problem:
    rule = rule_of(doubt)
    advice = _ADVICE.get(rule, "")
    if rule == MISPLACED:
        advice = f"cite '{texts.paper_of[doubt.papers[0]].key}', if that is the paper you mean"
    message = doubt_in_words(doubt, claim.claim.keys, texts.paper_of)
    severity = _SEVERITIES[rule]
    span = place_of_doubt(doubt, claim, checked, document) or checked.sentence.span
    details = "\n".join(source_lines(claim, texts))
    return Problem(severity, rule, message, document.place(*span), advice, details)


def _judged(
    claim: CheckedClaim, checked: CheckedSentence, document: Document, texts: CitedTexts
) -> Problem | None:
    """Return what a model says of a claim that it does not find supported as it stands."""
    said = claim.judgement
    if said is None or said.verdict not in _JUDGED:
        return None
    severity, rule = _JUDGED[said.verdict]
    cited = ", ".join(f"'{key}'" for key in claim.claim.keys)
    message = f"{cited}: {judged_in_words(claim, LONGEST_REASON)}"
    if said.quotes:
        message += f"; the model quotes “{shorten(said.quotes[0].sentence.text, LONGEST_QUOTE)}”"
    details = "\n".join(quote_lines(claim, texts))
    place = document.place(*checked.sentence.span)
    return Problem(severity, rule, message, place, "a model can be wrong", details)


def judged_in_words(claim: CheckedClaim, longest: int = 0) -> str:
    """Return what a model says of a claim, and why; empty where none was asked."""
    said = claim.judgement
    if said is None:
        return ""
    reason = " ".join(said.reason.split()).rstrip(".")
    if longest:
        reason = shorten(reason, longest)
    because = f", because: {reason}" if reason else ""
    return f"the model says: {said.verdict}{because}"


def quote_lines(claim: CheckedClaim, texts: CitedTexts) -> Iterator[str]:
    """Yield the sentences that a model quotes of a claim, each with its paper and place there."""
    for quote in claim.judgement.quotes if claim.judgement else ():
        key = texts.paper_of[quote.paper].key
        yield f"{key}, {where(quote.sentence)}: {quote.sentence.text}"


def place_of_doubt(
    doubt: Doubt, claim: CheckedClaim, checked: CheckedSentence, document: Document
) -> Span | None:
    """Return where the doubtful words stand in the file; None where that cannot be told."""
    whole = checked.sentence.span
    words = claim.claim.text[doubt.start : doubt.end]
    if not words or len(words) >= len(claim.claim.text):
        return None
    return place_in_claim(Span(doubt.start, doubt.end), claim.claim.text, document, whole)


def source_lines(claim: CheckedClaim, texts: CitedTexts) -> Iterator[str]:
    """Yield the sentences that say most of a claim, each with the paper and its place there."""
    yield from support_lines(claim.check.papers, texts)


def support_lines(supports: Iterable[PaperSupport], texts: CitedTexts) -> Iterator[str]:
    """Yield the sentences by which papers support a claim, each with the paper and its place."""
    for support in supports:
        if support.paper in texts.paper_of and support.sentences:
            key = texts.paper_of[support.paper].key
            for found in support.sentences[:2]:
                yield f"{key}, {where(found.sentence)}: {found.sentence.text}"


def where(sentence: SourceSentence) -> str:
    """Return where a source sentence stands, in words: ``section "Data", page 3``."""
    if sentence.source != FULL_TEXT:
        return sentence.source
    page = f", page {sentence.page}" if sentence.page else ""
    return f'section "{sentence.section}"{page}' if sentence.section else f"full text{page}"
