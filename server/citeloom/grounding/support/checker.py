"""Checks claims against the texts of the papers that they cite, without a model."""

from collections.abc import Iterable, Iterator, Sequence

from citeloom.grounding.accusations import accusations
from citeloom.grounding.language import may_be_compared
from citeloom.grounding.support.attribution import misattributed, names_authors
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.copied import copied_words
from citeloom.grounding.support.doubts import lacking_names, lacking_numbers
from citeloom.grounding.support.lacking import lacking_words
from citeloom.grounding.support.names import letters
from citeloom.grounding.support.own_work import speaks_of_own_work
from citeloom.grounding.support.paper_words import PaperWords
from citeloom.grounding.support.placing import listed, misplaced
from citeloom.grounding.support.source import SourceText
from citeloom.grounding.support.verdict import (
    ClaimCheck,
    Doubt,
    DoubtKind,
    Finding,
    PaperSupport,
    Supporting,
)

ENOUGH = 0.6
"""A paper that has so much of a claim's weighted words has the same words."""

_SAID = 0.4
"""So much of a claim papers must say: an abstract on something else lacks its numbers, too."""

_MOST_SENTENCES = 3


class SupportChecker:
    """Checks the claims of one draft.

    Parameters
    ----------
    sources
        The texts of all papers that the draft cites.
    draft
        The draft's own title, abstract and usual words: names in them are known.
    is_thorough
        Whether to tell of all that may be wrong, much of which is right, instead of what seldom is.
    """

    def __init__(
        self, sources: Iterable[SourceText], draft: Sequence[str] = (), is_thorough: bool = False
    ) -> None:
        self._is_thorough = is_thorough
        self._sources = {source.paper: source for source in sources}
        self._words = PaperWords(self._sources)
        self._draft = " ".join(draft)
        self._draft_words = frozenset(letters(token) for text in draft for token in text.split())

    @property
    def sources(self) -> dict[str, SourceText]:
        """The texts by the ids of their papers."""
        return self._sources

    def score(self, claim: Claim, paper: str) -> float:
        """Return the share of a claim's weighted words that a paper has, from 0 to 1."""
        total = sum(self._words.weights(claim).values())
        return self._words.said(claim, paper) / total if total else 0.0

    def supports(self, claim: Claim, papers: Sequence[str]) -> bool:
        """Tell whether papers have enough of a claim's words together, and all its details."""
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
        return not any(lacking_numbers(claim.text, known)) and not any(
            lacking_names(claim.text, known, self._is_elsewhere)
        )

    def check(self, claim: Claim, is_own: bool = False) -> ClaimCheck:
        """Return what the cited papers say of a claim, and what in it is doubtful.

        ``is_own``: it stands where the draft tells what it did itself.
        """
        supports = tuple(self._support(claim, paper) for paper in claim.papers)
        said = max((support.score for support in supports), default=0.0)
        cited = self._cited(claim)
        # Numbers, results and settings of the draft's own are in no cited paper.
        is_own = is_own or speaks_of_own_work(claim.text)
        is_compared = not is_own and not any(it.is_blurb for it in cited)
        is_compared = is_compared and _may_be_compared(cited, claim.text, self._draft)
        doubts = [*misattributed(claim.text, cited)]
        if is_compared:
            doubts += self._doubts(claim, cited, said)
        finding = Finding.NOTHING if is_compared else Finding.NOT_COMPARED
        if doubts:
            finding = Finding.LOOK_HERE
        elif is_compared and said >= ENOUGH:
            finding = Finding.SAME_WORDS
        return ClaimCheck(finding, supports, (*doubts, *self.copied(claim)))

    def _cited(self, claim: Claim) -> list[SourceText]:
        """Return all papers that are cited for a claim; none where one of them is not known.

        What one paper lacks may be in another one, of which nothing is known.
        """
        found = [self._sources[it] for it in claim.papers if it in self._sources]
        return found if len(found) == len(claim.papers) else []

    def _doubts(
        self, claim: Claim, cited: Sequence[SourceText], said: float, *, is_written: bool = False
    ) -> Iterator[Doubt]:
        """Yield the doubts about a claim whose words are partly in its papers."""
        thorough = self._is_thorough
        if thorough or said >= _SAID:
            yield from lacking_numbers(claim.text, cited, is_written=is_written)
        yield from lacking_names(claim.text, cited, self._is_elsewhere, is_written=is_written)
        # The authors tell which paper is meant; that they are not theirs, is told above.
        if is_written or not names_authors(claim.text, cited):
            yield from misplaced(claim, self._words, is_thorough=thorough, is_written=is_written)

    def check_written(self, claim: Claim) -> list[Doubt]:
        """Return what is doubtful in a claim that was written from its papers' sentences.

        Its words are compared one by one, and it must accuse nobody of what its papers do not speak
        of; that many words in a row are those of a paper is no doubt.
        """
        cited = self._cited(claim)
        found = [*self._accusing(claim), *misattributed(claim.text, cited)]
        if _may_be_compared(cited, claim.text):
            found += self._doubts(claim, cited, 1.0, is_written=True)
        marked = {(doubt.start, doubt.end) for doubt in found}
        words = lacking_words(claim, cited) if all(it.is_known for it in cited) else ()
        return [*found, *(it for it in words if (it.start, it.end) not in marked)]

    def _accusing(self, claim: Claim) -> Iterator[Doubt]:
        """Yield a doubt of each word that accuses and that no cited paper has, known or not."""
        cited = (self._sources[it] for it in claim.papers if it in self._sources)
        said = (sentence.text for source in cited for sentence in source.sentences)
        for found in accusations(claim.text, said):
            reason = f"no cited text says “{found.text}”"
            yield Doubt(DoubtKind.ACCUSATION, reason, found.start, found.end, claim.papers)

    def copied(self, claim: Claim) -> Iterator[Doubt]:
        """Yield the long runs of words that a claim has from the papers that it cites."""
        cited = (self._sources[it] for it in claim.papers if it in self._sources)
        return copied_words(claim.text, [it for it in cited if it.is_known])

    def _is_elsewhere(self, name: str) -> bool:
        """Tell whether the draft, or any of its papers, has the letters of a name."""
        texts = self._sources.values()
        return name in self._draft_words or any(name in source.tokens for source in texts)

    def _support(self, claim: Claim, paper: str) -> PaperSupport:
        source = self._sources.get(paper)
        if source is None or not source.is_known:
            return PaperSupport(paper, 0.0, "no abstract was found")
        if not _may_be_compared([source], claim.text, self._draft):
            return PaperSupport(
                paper, 0.0, f"{source.known_as} is in another language than the sentence"
            )
        sentences = tuple(self._supporting(claim, source))
        score = max(self.score(claim, paper), sum(found.score for found in sentences))
        return PaperSupport(paper, score, self._reason(claim, source, sentences), sentences)

    def _supporting(self, claim: Claim, source: SourceText) -> Iterator[Supporting]:
        """Yield the sentences that together say most of a claim, each with what it adds."""
        left = dict(self._words.weights(claim))
        total = sum(left.values())
        for _ in range(_MOST_SENTENCES):
            said = {
                it: sum(left[term] for term in left if term in it.roots) for it in source.sentences
            }
            best = max(said, key=lambda it: said[it], default=None)
            if best is None or not said[best]:
                return
            yield Supporting(best, said[best] / total)
            left = {term: weight for term, weight in left.items() if term not in best.roots}

    def _reason(self, claim: Claim, source: SourceText, sentences: Sequence[Supporting]) -> str:
        weights = self._words.weights(claim)
        shown = sorted(weights, key=lambda term: -weights[term])
        # Of a full text it is the sentences shown that say what its beginning does not.
        said = {term for found in sentences for term in found.sentence.roots}
        has = [claim.forms[it] for it in shown if it in said or self._words.says(source, it, claim)]
        lacks = [claim.forms[it] for it in shown if claim.forms[it] not in has]
        if not has:
            return f"{source.known_as} has none of the claim's words: {listed(lacks)}"
        if not lacks:
            return f"{source.known_as} has all of the claim's words: {listed(has)}"
        return f"{source.known_as} has {listed(has)}, but not {listed(lacks)}"


def _may_be_compared(cited: Sequence[SourceText], *texts: str) -> bool:
    """Tell whether more than titles is known of papers, in the language that texts may be in.

    A claim alone is short, so that the draft that it stands in is asked, too.
    """
    return bool(cited) and all(
        source.is_known and all(may_be_compared(it, source.abstract) for it in texts if it)
        for source in cited
    )
