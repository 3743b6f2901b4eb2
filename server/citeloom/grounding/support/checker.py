"""Checks claims against the texts of the papers that they cite, without a model."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from citeloom.grounding.language import may_be_compared
from citeloom.grounding.support.accusations import accusations, speaks_of
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.copied import copied_run, copied_words
from citeloom.grounding.support.doubts import doubts_in
from citeloom.grounding.support.framing import framing
from citeloom.grounding.support.names import abbreviations, letters
from citeloom.grounding.support.off_topic import Common, off_topic_score
from citeloom.grounding.support.own_work import speaks_of_own_work
from citeloom.grounding.support.rarity import Rarity
from citeloom.grounding.support.roots import root, roots
from citeloom.grounding.support.source import (
    TITLE,
    SourceSentence,
    SourceText,
    beginnings,
    expanded,
    long_forms,
)
from citeloom.grounding.support.verbatim import VerbatimRun
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

SOME = 0.4
"""Below this an abstract is too short to tell: it may say the rest in other words."""

_LEAST_WEIGHT = 1.0
"""A claim with less of weighted words says too little to be compared."""

_BETTER_BY = 0.2
"""So much more of a claim another paper of the draft must say, to fit it better."""

_BETTER_FROM = 0.45
_SURELY_BY, _SURELY_FROM, _SURELY_MORE = 0.3, 0.55, 3
"""The same, to be sure of it: in a long draft some paper has some words of any sentence."""

_MANY = 25
"""In a draft on more papers than these only what is sure is told at all."""

_OF_A_TITLE = 2
_LEAST_MORE = 2
_TELLING = 0.4
"""The weight of a word that tells papers apart; another paper must have several of these."""

_MOST_SENTENCES = 3
_FEWEST_FORMS = 5
"""So many words a claim must have for it to be told that a paper has none of them."""

_NAMED_AUTHOR = re.compile(
    r"([A-Z][\w’']{0,40}\w)(?= et al\b| (?:and|&) [A-Z]|['’]s\b|[-–][A-Z][a-z])|"
    r"(?<=[a-z][-–])([A-Z]\w+)"
)
_ONLY_POINTS = re.compile(
    r"\b(?:this (?:chapter|thesis|section|dissertation)|preprint|refs?)\b|"
    r"\b(?:lemma|theorem|proposition|corollary|definition|equation|eq\.|table|figure) \(?\d",
    re.IGNORECASE,
)
"""A sentence that only tells where something stands claims nothing of the paper there."""

_ENGLISH = re.compile(r"\b(?:the|and|to|with|for|that|by|from|are)\b", re.IGNORECASE)
"""What was learnt was learnt of English: a short sentence in another language may pass for it."""


class SupportChecker:
    """Checks the claims of one draft.

    Parameters
    ----------
    sources
        The texts of all papers that the draft cites.
    draft
        The draft's own title, abstract and sections: names in them are known, and so are the
        abbreviations that they explain.
    """

    def __init__(self, sources: Iterable[SourceText], draft: Sequence[str] = ()) -> None:
        self._sources = {source.paper: source for source in sources}
        explained = [*(it.short_forms for it in self._sources.values()), abbreviations(draft)]
        self._short_forms = {short: each[short] for each in reversed(explained) for short in each}
        self._expansions = {
            root(short.lower()): frozenset(roots(long)) - framing()
            for short, long in self._short_forms.items()
        }
        longer = long_forms(self._short_forms)
        self._roots = {
            paper: expanded(source.gist, longer) for paper, source in self._sources.items()
        }
        self._rarity = Rarity(found for found in self._roots.values() if found)
        self._papers_with: dict[str, list[str]] = defaultdict(list)
        for paper, found in self._roots.items():
            for term in found:
                self._papers_with[term].append(paper)
        self._known_papers = sum(source.is_known for source in self._sources.values())
        self._author_roots = {
            name for source in self._sources.values() for name in source.author_roots
        }
        self._draft_words = frozenset(letters(token) for text in draft for token in text.split())

    @property
    def sources(self) -> dict[str, SourceText]:
        """The texts by the ids of their papers."""
        return self._sources

    def score(self, claim: Claim, paper: str) -> float:
        """Return how much a paper says of a claim, from 0 to 1."""
        return self._scores(claim, [paper])[paper]

    def supports(self, claim: Claim, papers: Sequence[str]) -> bool:
        """Tell whether papers say enough of a claim together, and nothing in it is doubtful."""
        known = [self._sources[it] for it in papers if it in self._sources]
        known = [source for source in known if source.is_known]
        if not known:
            return False
        weights = self._weights(claim)
        said = {term for term in weights if any(self._says(it, term, claim) for it in known)}
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
        weights = self._weights(claim)
        total = sum(weights.values())
        if len(weights) < _FEWEST_FORMS or total < _LEAST_WEIGHT:
            return None
        if _ONLY_POINTS.search(claim.text):
            return None
        said = [
            weight
            for term, weight in weights.items()
            if any(paper in self._papers_that_say(term, claim) for paper in papers)
        ]
        begun = beginnings(claim.forms[term] for term in weights)
        known = {it for paper in papers for it in begun & self._sources[paper].beginnings}
        found = self._scores(claim, self._sources) if scores is None else scores
        others = (
            found[paper]
            for paper, source in self._sources.items()
            if source.is_known and paper not in papers
        )
        return Common(
            sum(said) / total, max(said, default=0.0), len(known), len(begun), tuple(others)
        )

    def check(self, claim: Claim) -> ClaimCheck:
        """Return what the cited papers say of a claim, and what in it is doubtful."""
        scores = self._scores(claim, self._sources)
        weight = sum(self._weights(claim).values())
        supports = tuple(self._support(claim, paper, scores, weight) for paper in claim.papers)
        known = [
            self._sources[paper]
            for paper in claim.papers
            if paper in self._sources and self._sources[paper].is_known
        ]
        found = [*self._accusing(claim)]
        is_known = len(known) == len(claim.papers) and bool(known)
        if is_known and all(may_be_compared(claim.text, it.abstract) for it in known):
            own = max(support.score for support in supports)
            found += doubts_in(claim.text, known, self._is_elsewhere, claim.is_own, own)
            found += copied_words(claim, known)
            found += self._misplaced(claim, scores, own, weight)
        return ClaimCheck(together(supports, found), supports, tuple(found))

    def _weights(self, claim: Claim) -> dict[str, float]:
        return {
            term: self._rarity(term)
            for term, form in claim.forms.items()
            if not (term in self._author_roots and form[:1].isupper())
        }

    def _scores(self, claim: Claim, papers: Collection[str]) -> dict[str, float]:
        weights = self._weights(claim)
        total = sum(weights.values())
        said = dict.fromkeys(papers, 0.0)
        for term, weight in weights.items():
            for paper in self._papers_that_say(term, claim):
                if paper in said:
                    said[paper] += weight
        return {paper: value / total if total else 0.0 for paper, value in said.items()}

    def _papers_that_say(self, term: str, claim: Claim) -> Collection[str]:
        having = self._papers_with.get(term, ())
        form = claim.forms[term]
        if not any(map(str.isupper, form[1:])):
            return having
        return {paper for paper, it in self._sources.items() if self._says(it, term, claim)}

    def _says(self, source: SourceText, term: str, claim: Claim) -> bool:
        if term in self._roots[source.paper]:
            return True
        form = claim.forms[term]
        if not any(map(str.isupper, form[1:])):
            return False
        long = self._expansions.get(term, frozenset())
        explains = bool(long) and long <= self._roots[source.paper]
        return explains or source.spells(form.removesuffix("s"))

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
        if weight < _LEAST_WEIGHT:
            reason = "the sentence says too little of it to be compared"
            return PaperSupport(paper, score, SupportVerdict.CANNOT_TELL, reason, sentences)
        reason = self._reason(claim, source)
        if score >= ENOUGH:
            verdict = SupportVerdict.SUPPORTED
        elif score >= SOME:
            verdict = SupportVerdict.PARTLY
        elif self._is_off_topic(claim, [paper], scores):
            verdict = SupportVerdict.NOT_SUPPORTED
        else:
            verdict = SupportVerdict.CANNOT_TELL
        return PaperSupport(paper, score, verdict, reason, sentences)

    def _supporting(self, claim: Claim, source: SourceText) -> Iterator[Supporting]:
        """Yield the sentences that together say most of a claim, each with what it adds."""
        left = self._weights(claim)
        total = sum(left.values())
        for _ in range(_MOST_SENTENCES):
            best, said = None, 0.0
            for sentence in source.sentences:
                own = sum(map(left.__getitem__, sorted(sentence.roots & left.keys())))
                if own > said:
                    best, said = sentence, own
            if best is None:
                return
            yield Supporting(best, said / total)
            left = {term: it for term, it in left.items() if term not in best.roots}

    def _reason(self, claim: Claim, source: SourceText) -> str:
        weights = self._weights(claim)
        shown = sorted(weights, key=lambda term: -weights[term])
        has = [claim.forms[it] for it in shown if source.paper in self._papers_that_say(it, claim)]
        lacks = [claim.forms[it] for it in shown if claim.forms[it] not in has]
        if not has:
            return f"{source.known_as} has none of its words: {_listed(lacks)}"
        if not lacks:
            return f"{source.known_as} has all of its words: {_listed(has)}"
        return f"{source.known_as} has {_listed(has)}, but not {_listed(lacks)}"

    def _misplaced(
        self, claim: Claim, scores: dict[str, float], own: float, weight: float
    ) -> Iterator[Doubt]:
        """Yield a doubt if another paper fits better, or the cited ones say nothing of a claim."""
        if weight < _LEAST_WEIGHT:
            return
        better = self._better(claim, scores, own)
        end = len(claim.text)
        for paper in better:
            if run := self._copied_from(claim, paper):
                reason = f"{run.words} words in a row are those of another of your references: "
                reason += f"“{run.text}”"
                yield Doubt(DoubtKind.OTHER_PAPER, reason, 0, end, (paper,), not claim.is_between)
                return
        if speaks_of_own_work(claim.text) or self._names_authors(claim):
            return
        if better:
            best = better[0]
            by, more = scores[best] - own, self._telling_more(claim, best)
            reason = "another of your references says more of this"
            is_sure = by >= _SURELY_BY and scores[best] >= _SURELY_FROM and more >= _SURELY_MORE
            if is_sure or not (claim.is_between or self._known_papers > _MANY):
                is_sure &= not (claim.is_between or self._is_in_titles(claim, claim.papers))
                yield Doubt(DoubtKind.OTHER_PAPER, reason, 0, end, (best,), is_sure)
        elif own < SOME and self._is_off_topic(claim, claim.papers, scores):
            reason = self._nothing_of_it(claim)
            is_sure = all(self._sources[paper].has_full_text for paper in claim.papers)
            yield Doubt(DoubtKind.NOTHING_OF_IT, reason, 0, end, claim.papers, is_sure)

    def _better(self, claim: Claim, scores: Mapping[str, float], own: float) -> list[str]:
        """Return the other papers that say much more of a claim than the cited ones, best first."""
        least = max(_BETTER_FROM, own + _BETTER_BY)
        found = [it for it in scores if scores[it] >= least and it not in claim.papers]
        found = [it for it in found if self._telling_more(claim, it) >= _LEAST_MORE]
        return sorted(found, key=lambda paper: (scores[paper], paper), reverse=True)

    def _copied_from(self, claim: Claim, paper: str) -> VerbatimRun | None:
        """Return the words of a claim that another paper has, and none of the cited ones."""
        run = copied_run(claim.text, self._sources[paper])
        if run and any(copied_run(run.text, self._sources[it]) for it in claim.papers):
            return None
        return run

    def _is_in_titles(self, claim: Claim, papers: Sequence[str]) -> bool:
        """Tell whether a cited title has words of a claim: its paper may be on the subject."""
        titles = (
            sentence.roots
            for paper in papers
            for sentence in self._sources[paper].sentences
            if sentence.source == TITLE
        )
        return any(len(claim.forms.keys() & found) >= _OF_A_TITLE for found in titles)

    def _names_authors(self, claim: Claim) -> bool:
        """Tell whether a claim names authors of a paper that it cites: that one is meant."""
        named = {it for found in _NAMED_AUTHOR.findall(claim.text) for it in found if it}
        return any(named & self._sources[paper].authors for paper in claim.papers)

    def _accusing(self, claim: Claim) -> Iterator[Doubt]:
        """Yield a doubt of each accusation that no cited paper speaks of, known or not."""
        said = [it.text for paper in claim.papers for it in self._sentences_of(paper)]
        for found in accusations(claim.text):
            if not any(speaks_of(found.kind, text) for text in said):
                reason = f"nothing that is known of it says “{found.text}”"
                place = (found.start, found.end)
                yield Doubt(DoubtKind.ACCUSATION, reason, *place, claim.papers, is_sure=True)

    def _sentences_of(self, paper: str) -> tuple[SourceSentence, ...]:
        source = self._sources.get(paper)
        return source.sentences if source else ()

    def _is_off_topic(
        self, claim: Claim, papers: Sequence[str], scores: Mapping[str, float]
    ) -> bool:
        """Tell whether papers have no word of a claim, or so little that it is off their topic.

        In a full text some words of any sentence are found, and nothing was learnt of these; a
        claim with two words of a cited title may be on its subject.
        """
        common = self.common(claim, papers, scores)
        if common is None or common.is_nothing:
            return common is not None
        if self._is_in_titles(claim, papers) or not _ENGLISH.search(claim.text):
            return False
        has_full_text = any(self._sources[paper].has_full_text for paper in papers)
        return not has_full_text and off_topic_score(common) > 0

    def _nothing_of_it(self, claim: Claim) -> str:
        """Return in words that the papers cited for a claim have nothing of it."""
        one = len(claim.papers) == 1
        who = self._sources[claim.papers[0]].known_as if one else "what is known of them"
        has = [
            claim.forms[term]
            for term in self._weights(claim)
            if any(paper in self._papers_that_say(term, claim) for paper in claim.papers)
        ]
        if has:
            return f"{who} has no more of this than {_listed(has)}"
        common = self.common(claim, claim.papers)
        return f"{who} has {'no' if common and common.is_nothing else 'hardly a'} word of this"

    def _telling_more(self, claim: Claim, other: str) -> int:
        """Return how many telling words a paper has that all the cited ones lack."""
        found = 0
        for term, weight in self._weights(claim).items():
            saying = self._papers_that_say(term, claim)
            if weight >= _TELLING and other in saying:
                found += not any(paper in saying for paper in claim.papers)
        return found


def _listed(found: Sequence[str], most: int = 5) -> str:
    return ", ".join(f"“{word}”" for word in found[:most]) + ", …" * (len(found) > most)
