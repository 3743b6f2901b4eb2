"""What was found of the sentence at a place of a draft, and what can be done about it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.checking.claims.check_claims import (
    CheckedClaim,
    CheckedSentence,
    CitedTexts,
    ClaimsCheck,
)
from citeloom.actions.checking.claims.claim_fix import ClaimFix, cited_instead
from citeloom.actions.checking.claims.claim_problems import (
    MISPLACED,
    doubt_in_words,
    judged_in_words,
    quote_lines,
    source_lines,
    support_lines,
)
from citeloom.grounding.support.verdict import Doubt, DoubtKind
from citeloom_latex.prose.captions_and_footnotes import texts_beside


@dataclass(frozen=True, slots=True)
class DescribedClaim:
    """A claim in words: what was found and why, and the sources that say most of it.

    The sources are also of a paper that fits better than those that are cited. ``judged`` is what
    a language model says of it, and ``quotes`` are its quotes, where one was asked.
    """

    finding: str
    reasons: tuple[str, ...]
    sources: tuple[str, ...]
    judged: str = ""
    quotes: tuple[str, ...] = ()


def checked_sentence_at(checked: ClaimsCheck, path: Path, at: int) -> CheckedSentence | None:
    """Return the checked sentence at an offset of a file; of a footnote its own."""
    found = (
        it
        for it in checked.sentences
        if it.sentence.path == path and it.sentence.span.start <= at <= it.sentence.span.end
    )
    return min(found, key=lambda it: it.sentence.length, default=None)


def described_claims(sentence: CheckedSentence, texts: CitedTexts) -> Iterator[DescribedClaim]:
    """Yield the claims of a sentence in words."""
    for claim in sentence.claims:
        reasons = [_reason(doubt, claim, texts) for doubt in claim.check.doubts]
        for support in claim.check.papers:
            paper = texts.paper_of.get(support.paper)
            key = paper.key if paper else support.paper.removeprefix("key:")
            reasons.append(f"{key}: {support.reason}")
        yield DescribedClaim(
            claim.check.finding.value,
            tuple(reasons),
            (*source_lines(claim, texts), *support_lines(texts.better_supports(claim), texts)),
            judged_in_words(claim),
            tuple(quote_lines(claim, texts)),
        )


def _reason(doubt: Doubt, claim: CheckedClaim, texts: CitedTexts) -> str:
    """Return the reason of a doubt, with the paper that fits better by its key."""
    if doubt.kind is DoubtKind.OTHER_PAPER:
        return doubt_in_words(doubt, claim.claim.keys, texts.paper_of)
    return doubt.reason


def claim_fixes(sentence: CheckedSentence, texts: CitedTexts) -> Iterator[ClaimFix]:
    """Yield edits that cite the papers that fit the claims of a sentence better."""
    for claim in sentence.claims:
        for doubt in claim.check.doubts if len(claim.claim.keys) == 1 else ():
            if doubt.kind is DoubtKind.OTHER_PAPER:
                (better,) = (texts.paper_of[paper] for paper in doubt.papers)
                if better.id not in texts.taken_back:
                    yield from _other_citation(claim, sentence, texts, better.key)


def _other_citation(
    claim: CheckedClaim, sentence: CheckedSentence, texts: CitedTexts, better: str
) -> Iterator[ClaimFix]:
    """Yield the edits that cite a better paper for a claim."""
    whole = sentence.sentence.span
    document = texts.project.documents[sentence.sentence.path]
    footnotes = [*texts_beside(document.text, whole, document.facts.skipped)]
    for citation in document.facts.citations:
        if not whole.holds(citation.span.start):
            continue
        if any(it.holds(citation.span.start) for it in footnotes):
            continue
        for key in citation.keys:
            if key.key == claim.claim.keys[0]:
                fix = cited_instead(citation, key, document.text, better, MISPLACED)
                yield from filter(None, (fix,))
