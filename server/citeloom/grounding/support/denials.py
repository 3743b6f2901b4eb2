"""Whether a source says what a claim denies."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from citeloom.grounding.language import is_english, language_of
from citeloom.grounding.language.denied_clauses import DeniedClause, beginnings, denied_clauses
from citeloom.grounding.support.framing import framing
from citeloom.grounding.support.polarity import Negation, negations
from citeloom.grounding.support.roots import roots
from citeloom.grounding.support.source import FULL_TEXT, SourceSentence, SourceText

_LEAST_DENIED = 2
_LEAST_SHARE = 0.34
"""An abstract has so much of what a claim denies, in any of its sentences."""

_LEAST_OF_FULL_TEXT = 0.67
_LEAST_OF_CLAIM = 0.34
"""A sentence of a full text has so much of what a claim denies, and of the whole claim."""

_LEAST_OF_FOREIGN = 0.5
"""A sentence in another language than English has so much of a clause: its forms vary more."""


@dataclass(frozen=True, slots=True)
class Denial:
    """A word of a claim that denies, at a half-open range of it, and what a source says without."""

    text: str
    start: int
    end: int
    sentence: SourceSentence


def denials(claim: str, source: SourceText) -> Iterator[Denial]:
    """Yield what a claim denies and a source in the same language says.

    Nothing is yielded of a language whose words that deny are not known.
    """
    if is_english(source.abstract):
        for negation in negations(claim):
            if found := _sentence_without(negation, claim, source.sentences):
                yield Denial(negation.text, negation.start, negation.end, found)
        return
    language = language_of(source.abstract)
    for clause in denied_clauses(claim, language):
        if said := _said_in(language, clause, source.sentences):
            yield Denial(clause.text, clause.start, clause.end, said)


def _said_in(
    language: str, clause: DeniedClause, sentences: Sequence[SourceSentence]
) -> SourceSentence | None:
    """Return the sentence that says half of a clause, unless the abstract or one like it denies."""
    least = max(_LEAST_DENIED, _LEAST_OF_FOREIGN * len(clause.beginnings))

    def near(sentence: SourceSentence) -> int:
        return len(clause.beginnings & beginnings(sentence.text))

    nearest = max(sentences, key=near)
    if near(nearest) < least:
        return None
    denying = (it for it in sentences if it.source != FULL_TEXT or 2 * near(it) >= least)
    is_denied = any(
        not clause.beginnings.isdisjoint(own.beginnings)
        for sentence in denying
        for own in denied_clauses(sentence.text, language)
    )
    return None if is_denied else nearest


def _sentence_without(
    negation: Negation, claim: str, sentences: Sequence[SourceSentence]
) -> SourceSentence | None:
    """Return the sentence that says what a claim denies; None if none does, or one denies it too.

    All sentences of an abstract are on one thing, so that any of them may deny it. In a full text a
    stray *not* stands beside some word of any claim: there the sentences nearest to the claim
    decide.
    """
    denied = frozenset(negation.reach) - framing()
    said = frozenset(roots(claim)) - framing()
    gist = [it for it in sentences if it.source != FULL_TEXT]
    full_text = [it for it in sentences if it.source == FULL_TEXT]
    if any(_denies(it, denied) for it in gist):
        return None
    telling = [*_of_gist(gist, denied), *_of_full_text(full_text, denied, said)]
    nearest = max(telling, key=lambda it: len(said & it.roots), default=None)
    if nearest is None:
        return None
    near = len(said & nearest.roots)
    is_denied = any(len(said & it.roots) >= near and _denies(it, denied) for it in full_text)
    return None if is_denied else nearest


def _of_gist(gist: Sequence[SourceSentence], denied: Set[str]) -> Iterator[SourceSentence]:
    telling = [it for it in gist if denied & it.roots]
    found = frozenset[str]().union(*(denied & it.roots for it in telling))
    if len(found) >= max(_LEAST_DENIED, _LEAST_SHARE * len(denied)):
        yield max(telling, key=lambda it: len(denied & it.roots))


def _of_full_text(
    sentences: Sequence[SourceSentence], denied: Set[str], said: Set[str]
) -> Iterator[SourceSentence]:
    least = max(_LEAST_DENIED, _LEAST_OF_FULL_TEXT * len(denied))
    for sentence in sentences:
        has = len(said & sentence.roots)
        if has >= _LEAST_OF_CLAIM * len(said) and len(denied & sentence.roots) >= least:
            yield sentence


def _denies(sentence: SourceSentence, denied: Set[str]) -> bool:
    found = negations(sentence.text, weak=True) if denied & sentence.roots else ()
    return any(not denied.isdisjoint(negation.reach) for negation in found)
