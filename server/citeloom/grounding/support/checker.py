"""Checks claims against the texts of the papers that they cite, without a model."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from citeloom.grounding.language import may_be_compared
from citeloom.grounding.support.accusations import TAKEN_BACK, accusations, speaks_of
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.copied import copied_words
from citeloom.grounding.support.doubts import bears_on, doubts_in
from citeloom.grounding.support.names import abbreviations, letters
from citeloom.grounding.support.paper_words import PaperWords, listed
from citeloom.grounding.support.quantities import quantities
from citeloom.grounding.support.source import SourceSentence, SourceText
from citeloom.grounding.support.topic.misplaced import (
    LEAST_WEIGHT,
    SOME,
    THOROUGH_BY,
    common,
    is_off_topic,
    misplaced,
    perhaps_misplaced,
)
from citeloom.grounding.support.topic.off_topic import Common
from citeloom.grounding.support.verdict import (
    ClaimCheck,
    Doubt,
    DoubtKind,
    PaperSupport,
    Supporting,
    SupportVerdict,
    together,
)

ENOUGH = 0.6
"""Papers that say more than this of it support it, unless something in it is doubtful."""

_MOST_SENTENCES = 3
_OF_NUMBER = 0.2
"""So much less of a claim the sentence may say that has its number."""

_OF_PLACE = {DoubtKind.OTHER_PAPER, DoubtKind.NOTHING_OF_IT}


class SupportChecker:
    """Checks the claims of one draft.

    Parameters
    ----------
    sources
        The texts of all papers that the draft cites.
    draft
        The draft's own title, abstract and sections: names in them are known, and so are the
        abbreviations that they explain.
    is_thorough
        Whether to tell of all that may be wrong, much of which is right, instead of what seldom is.
    """

    def __init__(
        self, sources: Iterable[SourceText], draft: Sequence[str] = (), is_thorough: bool = False
    ) -> None:
        self._is_thorough = is_thorough
        self._sources = {source.paper: source for source in sources}
        explained = [*(it.short_forms for it in self._sources.values()), abbreviations(draft)]
        short_forms = {short: each[short] for each in reversed(explained) for short in each}
        self._words = PaperWords(self._sources, short_forms)
        self._draft_words = frozenset(letters(token) for text in draft for token in text.split())

    @property
    def sources(self) -> dict[str, SourceText]:
        """The texts by the ids of their papers."""
        return self._sources

    def score(self, claim: Claim, paper: str) -> float:
        """Return how much a paper says of a claim, from 0 to 1."""
        return self._words.scores(claim, [paper])[paper]

    def supports(self, claim: Claim, papers: Sequence[str]) -> bool:
        """Tell whether papers say enough of a claim together, and nothing in it is doubtful."""
        known = [self._sources[it] for it in papers if it in self._sources]
        known = [source for source in known if source.is_known]
        if not known:
            return False
        weights = self._words.weights(claim)
        said = {term for term in weights if any(self._words.says(it, term, claim) for it in known)}
        said |= {
            term
            for source in known
            for found in self._supporting(claim, source)
            for term in found.sentence.roots & weights.keys()
        }
        total = sum(weights.values())
        if not total or sum(weights[term] for term in said) < ENOUGH * total:
            return False
        return not any(doubts_in(claim.text, known, self._is_elsewhere, claim.is_own))

    def common(
        self, claim: Claim, papers: Sequence[str], scores: Mapping[str, float] | None = None
    ) -> Common | None:
        """Return what a claim and the papers cited for it have in common; all have a text.

        None if the claim says too little to be compared, or only points to a place. ``scores``
        are those of all papers, where they are known.
        """
        return common(claim, self._words, papers, scores)

    def check(self, claim: Claim, *, may_be_copied: bool = False) -> ClaimCheck:
        """Return what the cited papers say of a claim, and what in it is doubtful.

        ``may_be_copied``: it may have their very words, as those of a method that asks no model.
        """
        scores = self._words.scores(claim, [it for it in claim.papers if it in self._sources])
        if min(scores.values(), default=0.0) <= 1 - THOROUGH_BY:  # Else no other says more.
            scores = self._words.scores(claim, self._sources)
        weight = sum(self._words.weights(claim).values())
        supports = tuple(self._support(claim, paper, scores, weight) for paper in claim.papers)
        cited = (self._sources.get(paper) for paper in claim.papers)
        known = [it for it in cited if it and it.is_known]
        known = [it for it in known if may_be_compared(claim.text, it.abstract)]
        found, slight = [*self._accusing(claim)], list[Doubt]()
        if known:
            judged = replace(claim, papers=tuple(source.paper for source in known))
            own = max(support.score for support in supports)
            doubts = [
                *doubts_in(
                    claim.text, known, self._is_elsewhere, claim.is_own, own, self._is_thorough
                ),
                *(() if may_be_copied else copied_words(claim, known)),
                *misplaced(judged, self._words, scores, own),
            ]
            # What these lack may be in a paper of which nothing is known; what they speak against
            # stays.
            are_all = len(known) == len(claim.papers)
            found += (doubt for doubt in doubts if are_all or doubt.is_sure)
            if self._is_thorough and are_all and not any(it.kind in _OF_PLACE for it in found):
                slight += perhaps_misplaced(judged, self._words, scores, own)
        return ClaimCheck(together(supports, found), supports, (*found, *slight))

    def _is_elsewhere(self, name: str) -> bool:
        """Tell whether the draft, or any of its papers, has the letters of a name."""
        texts = self._sources.values()
        return name in self._draft_words or any(name in source.tokens for source in texts)

    def _support(
        self, claim: Claim, paper: str, scores: dict[str, float], weight: float
    ) -> PaperSupport:
        source = self._sources.get(paper)
        if source is None or not source.is_known:
            reason = "no abstract of it is known"
            return PaperSupport(paper, 0.0, SupportVerdict.CANNOT_TELL, reason)
        if not may_be_compared(claim.text, source.abstract):
            reason = f"{source.known_as} is in another language than the sentence"
            return PaperSupport(paper, 0.0, SupportVerdict.CANNOT_TELL, reason)
        sentences = tuple(self._supporting(claim, source))
        score = max(scores[paper], sum(found.score for found in sentences))
        if weight < LEAST_WEIGHT:
            reason = "the sentence says too little of it to be compared"
            return PaperSupport(paper, score, SupportVerdict.CANNOT_TELL, reason, sentences)
        reason = self._reason(claim, source, sentences)
        if score >= ENOUGH:
            verdict = SupportVerdict.SUPPORTED
        elif score >= SOME:
            verdict = SupportVerdict.PARTLY
        elif is_off_topic(claim, self._words, [paper], scores):
            verdict = SupportVerdict.NOT_SUPPORTED
        else:
            verdict = SupportVerdict.CANNOT_TELL
        return PaperSupport(paper, score, verdict, reason, sentences)

    def _supporting(self, claim: Claim, source: SourceText) -> Iterator[Supporting]:
        """Yield the sentences that together say most of a claim, each with what it adds."""
        left = self._words.weights(claim)
        total = sum(left.values())
        numbers = quantities(claim.text) if source.has_full_text else ()
        for _ in range(_MOST_SENTENCES):
            best, said, most = None, 0.0, 0.0
            for sentence in source.sentences:
                own = sum(map(left.__getitem__, sorted(sentence.roots & left.keys())))
                # Among the many sentences of a full text, the one that has the claim's number.
                is_of_number = own > most - _OF_NUMBER * total and bears_on(sentence, numbers)
                rank = own + _OF_NUMBER * total * is_of_number
                if own and rank > most:
                    best, said, most = sentence, own, rank
            if best is None:
                return
            yield Supporting(best, said / total)
            numbers = ()
            left = {term: it for term, it in left.items() if term not in best.roots}

    def _reason(self, claim: Claim, source: SourceText, sentences: Sequence[Supporting]) -> str:
        weights = self._words.weights(claim)
        shown = sorted(weights, key=lambda term: -weights[term])
        # Of a full text it is the sentences shown that say what its beginning does not.
        said = {term for found in sentences for term in found.sentence.roots}
        has = [claim.forms[it] for it in shown if it in said or self._words.says(source, it, claim)]
        lacks = [claim.forms[it] for it in shown if claim.forms[it] not in has]
        if not has:
            return f"{source.known_as} has none of its words: {listed(lacks)}"
        if not lacks:
            return f"{source.known_as} has all of its words: {listed(has)}"
        return f"{source.known_as} has {listed(has)}, but not {listed(lacks)}"

    def _accusing(self, claim: Claim) -> Iterator[Doubt]:
        """Yield a doubt of each accusation that no cited paper speaks of, known or not."""
        said = [it.text for paper in claim.papers for it in self._sentences_of(paper)]
        for found in accusations(claim.text):
            if found.kind == TAKEN_BACK:  # True ones are known late; ``check`` tells of others.
                continue
            if not any(speaks_of(found.kind, text) for text in said):
                reason = f"nothing that is known of it says “{found.text}”"
                place = (found.start, found.end)
                yield Doubt(DoubtKind.ACCUSATION, reason, *place, claim.papers, is_sure=True)

    def _sentences_of(self, paper: str) -> tuple[SourceSentence, ...]:
        source = self._sources.get(paper)
        return source.sentences if source else ()
