"""Other words for what in a sentence its sources do not say."""

import re
from collections.abc import Iterator

from citeloom.actions.checking.claims.check_claims import (
    CheckedClaim,
    CheckedSentence,
    CitedTexts,
)
from citeloom.actions.checking.claims.claim_fix import ClaimFix
from citeloom.actions.checking.claims.claim_problems import place_of_doubt, rule_of
from citeloom.actions.checking.claims.places_of_words import is_in_maths, places_of_words
from citeloom.draft.document import Document
from citeloom.grounding.support.quantities import quantities
from citeloom.grounding.support.softening import Softening, less_certain, softened
from citeloom_latex.edit import Edit
from citeloom_latex.escape import to_latex
from citeloom_latex.spans import Span

_DIGITS = re.compile(
    r"(?!0,)\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?|(?:0,\d+|\d+,\d\d?)(?!\d)|\d+(?:\.\d+)?"
)
_SAME_IN_MATHS = re.compile(r"\d+(?:\.\d+)?")


def wording_fixes(sentence: CheckedSentence, texts: CitedTexts) -> Iterator[ClaimFix]:
    """Yield edits that write a source's number, or leave out what no source has."""
    document = texts.project.documents[sentence.sentence.path]
    whole = sentence.sentence.span
    for claim in sentence.claims:
        for doubt in claim.check.doubts:
            place = place_of_doubt(doubt, claim, sentence, document)
            if place is not None:
                written = claim.claim.text[doubt.start : doubt.end]
                of_retracted = not texts.taken_back.isdisjoint(texts.ids_of(claim.claim.keys))
                for number in () if of_retracted else doubt.instead:
                    if found := _with_number(number, written, place, document, whole):
                        shown, edit = found
                        title = f"Write '{shown}', as the source has it"
                        yield ClaimFix(title, edit, rule_of(doubt))
            if softening := softened(claim.claim.text, doubt):
                yield from _softened(softening, sentence, document, rule_of(doubt))
        for softening in less_certain(claim.claim.text, _said(claim, texts)):
            yield from _softened(softening, sentence, document)


def _with_number(
    number: str, written: str, place: Span, document: Document, sentence: Span
) -> tuple[str, Edit] | None:
    """Return a source's number with the unit as the author has it, and the edit of its digits.

    None where it would be another number then, or one that maths would set otherwise.
    """
    new, old = _DIGITS.match(number), _DIGITS.match(written)
    in_maths = is_in_maths(document.text, sentence, place.start)
    if not new and not old and not in_maths:
        return number, Edit(place, to_latex(number))
    if not new or not old or number.endswith("+"):
        return None
    digits = Span(place.start, place.start + len(old[0]))
    shown = new[0] + written[old.end() :]
    if digits.of(document.text) != old[0] or _values(shown) != _values(number):
        return None
    if in_maths and not _SAME_IN_MATHS.fullmatch(new[0]):
        return None
    return shown, Edit(digits, new[0])


def _values(text: str) -> list[float]:
    return [quantity.value for quantity in quantities(text)]


def _said(claim: CheckedClaim, texts: CitedTexts) -> str:
    """Return all that is known of the papers that a claim cites."""
    ids = [support.paper for support in claim.check.papers]
    known = (texts.checker.sources[paper] for paper in ids if paper in texts.checker.sources)
    return " ".join(sentence.text for source in known for sentence in source.sentences)


def _softened(
    softening: Softening, sentence: CheckedSentence, document: Document, rule: str = ""
) -> Iterator[ClaimFix]:
    """Yield the edit; none where the words do not stand in the file in a row, or more than once."""
    found = places_of_words(softening.words, document, sentence.sentence.span)
    if len(found) != 1 or found[0] is None:
        return
    words, instead = softening.words.strip(), softening.instead.strip()
    title = f"Soften: leave out “{words}”"
    if instead:
        title = f"Soften: “{instead}” instead of “{words}”"
    yield ClaimFix(title, Edit(found[0], to_latex(softening.instead)), rule)
