"""Other words for what in a sentence its sources do not say."""

import re
from collections.abc import Iterator

from citeloom.actions.checking.claims.check_claims import (
    CheckedClaim,
    CheckedSentence,
    CitedTexts,
)
from citeloom.actions.checking.claims.claim_fix import ClaimFix
from citeloom.actions.checking.claims.claim_problems import in_latex, place_of_doubt, rule_of
from citeloom.draft.document import Document
from citeloom.grounding.support.softening import Softening, less_certain, softened
from citeloom_latex.edit import Edit
from citeloom_latex.escape import to_latex
from citeloom_latex.spans import Span


def wording_fixes(sentence: CheckedSentence, texts: CitedTexts) -> Iterator[ClaimFix]:
    """Yield edits that write a source's number, or leave out what no source has."""
    document = texts.project.documents[sentence.sentence.path]
    for claim in sentence.claims:
        for doubt in claim.check.doubts:
            place = place_of_doubt(doubt, claim, sentence, document)
            if place is not None:
                yield from (
                    ClaimFix(
                        f"Write '{number}', as the source has it",
                        Edit(place, to_latex(number)),
                        rule_of(doubt),
                    )
                    for number in doubt.instead
                )
            if softening := softened(claim.claim.text, doubt):
                yield from _softened(softening, sentence, document, rule_of(doubt))
        for softening in less_certain(claim.claim.text, _said(claim, texts)):
            yield from _softened(softening, sentence, document)


def _said(claim: CheckedClaim, texts: CitedTexts) -> str:
    """Return all that is known of the papers that a claim cites."""
    ids = [support.paper for support in claim.check.papers]
    known = (texts.checker.sources[paper] for paper in ids if paper in texts.checker.sources)
    return " ".join(sentence.text for source in known for sentence in source.sentences)


def _softened(
    softening: Softening, sentence: CheckedSentence, document: Document, rule: str = ""
) -> Iterator[ClaimFix]:
    """Yield the edit; none where the words do not stand in the file in a row, or more than once."""
    whole = sentence.sentence.span
    wanted = re.compile("".join(map(in_latex, softening.words)))
    found = list(wanted.finditer(document.text, whole.start, whole.end))
    if len(found) != 1:
        return
    words, instead = softening.words.strip(), softening.instead.strip()
    title = f"Soften: leave out “{words}”"
    if instead:
        title = f"Soften: “{instead}” instead of “{words}”"
    yield ClaimFix(title, Edit(Span(*found[0].span()), to_latex(softening.instead)), rule)
