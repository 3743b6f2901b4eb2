"""Which of several new texts takes the place of sentences of ours."""

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher

from citeloom.placing.folding import fold
from citeloom.placing.record import RecordedSentence
from citeloom.placing.revising.dependent_sentences import leans
from citeloom.placing.revising.openers import without_opener
from citeloom.placing.revising.replacing import New
from citeloom.placing.revising.standing_text import StandingText

_A_THING = re.compile(r"\b[Aa]n? (?:[\w-]+ ){1,6}\((?P<short>[A-Z]{2,7})s?\)")
_THE_SHORT = re.compile(r"\b[Tt]h(?:e|is) (?P<short>[A-Z]{2,7})(?= (?:is|was|has|can|then)\b)")
"""A short form behind which its verb stands: ``the CNN is``, but not ``the CNN classifier``."""


def sentences_beside(text: StandingText, old: Collection[RecordedSentence]) -> set[str]:
    """Return the folded sentences of ours that stand beside ``old`` ones, which none may repeat."""
    but = {fold(sentence.latex) for sentence in old}
    return {
        _said(sentence)
        for paragraph in text.paragraphs
        for item in paragraph
        if (sentence := text.sentence(item)) is not None and item.key not in but
    }


def sentences_said(new: New) -> set[str]:
    """Return the folded sentences of a text, without words that tie one to the one before."""
    return {_said(sentence) for sentence in new}


def repeats(version: New, beside: Collection[str]) -> bool:
    """Tell whether a text says a sentence that stands beside it, or one of its own twice."""
    said = [_said(sentence) for sentence in version]
    return len(set(said)) < len(said) or not set(said).isdisjoint(beside)


def without_old(version: New, old: RecordedSentence) -> New:
    """Return a text for one sentence without that sentence itself, which a longer one may hold.

    It is empty where what is left cites not all that the sentence does, or leans on it. What says
    "the CNN" behind its "a network (CNN)" goes with it.
    """
    left = _without_what_takes_up(
        old, [sentence for sentence in version if _said(sentence) != _said(old)]
    )
    cited = {key for sentence in left for key in sentence.keys}
    if not left or not cited.issuperset(old.keys) or (leans(left[0]) and not leans(old)):
        return ()
    return left


def taking_up_short_forms(sentences: Sequence[str]) -> frozenset[int]:
    """Return the places of sentences that say ``the CNN`` behind one that says ``a … (CNN)``."""
    shortened: set[str] = set()
    found: set[int] = set()
    for place, sentence in enumerate(sentences):
        if any(it["short"] in shortened for it in _THE_SHORT.finditer(sentence)):
            found.add(place)
        shortened.update(it["short"] for it in _A_THING.finditer(sentence))
    return frozenset(found)


def _without_what_takes_up(
    old: RecordedSentence, left: Sequence[RecordedSentence]
) -> list[RecordedSentence]:
    alone = taking_up_short_forms([it.latex for it in left])
    behind = taking_up_short_forms([it.latex for it in (old, *left)])
    return [it for place, it in enumerate(left) if place in alone or place + 1 not in behind]


def says_the_same(version: New, old: New) -> bool:
    """Tell whether two texts say the same, sentence by sentence."""
    return [_said(sentence) for sentence in version] == [_said(sentence) for sentence in old]


def nearest(old: RecordedSentence, versions: Sequence[New], beside: Collection[str]) -> New | None:
    """Return the text, or the sentence of one, whose sources are nearest to those of an old one.

    It cites the same papers and repeats no sentence ``beside`` it; None where there is none.
    """
    found = [it for it in _candidates(old, versions) if not repeats(it, beside)]
    # The first of those that are as near is the best by the method.
    return max(found, key=lambda version: _nearness(old, version), default=None)


def _candidates(old: RecordedSentence, versions: Sequence[New]) -> Iterator[New]:
    yield from versions
    for version in versions:
        keys = {key for sentence in version for key in sentence.keys}
        for sentence in version if len(version) > 1 else ():
            dangles = leans(sentence) and not leans(old)
            if keys == set(sentence.keys) and not dangles:
                yield (without_opener(sentence),)


def _nearness(old: RecordedSentence, version: New) -> float:
    before = _source(old)
    return min(
        SequenceMatcher(None, before, _source(sentence), autojunk=False).ratio()
        for sentence in version
    )


def _source(sentence: RecordedSentence) -> list[str]:
    return [word for evidence in sentence.evidence for word in evidence.sentence.split()]


def _said(sentence: RecordedSentence) -> str:
    return fold(without_opener(sentence).latex)
