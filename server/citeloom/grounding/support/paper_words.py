"""Which words of a claim the papers of a draft have, and how much they weigh."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.framing import framing
from citeloom.grounding.support.rarity import Rarity
from citeloom.grounding.support.roots import root, roots
from citeloom.grounding.support.source import TITLE, SourceText, expanded, long_forms

TELLING = 0.4
"""The weight of a word that tells papers apart."""

_OF_A_TITLE = 2


class PaperWords:
    """The words of all papers that one draft cites.

    Parameters
    ----------
    sources
        The texts of the papers by their ids.
    short_forms
        What the draft and its papers say that abbreviations stand for.
    """

    def __init__(self, sources: Mapping[str, SourceText], short_forms: Mapping[str, str]) -> None:
        self.sources = sources
        self._expansions = {
            root(short.lower()): frozenset(roots(long)) - framing()
            for short, long in short_forms.items()
        }
        longer = long_forms(short_forms)
        self._roots = {paper: expanded(source.gist, longer) for paper, source in sources.items()}
        self._rarity = Rarity(found for found in self._roots.values() if found)
        self._papers_with: dict[str, list[str]] = defaultdict(list)
        for paper, found in self._roots.items():
            for term in found:
                self._papers_with[term].append(paper)
        self.known_papers = sum(source.is_known for source in sources.values())
        self._author_roots = {name for it in sources.values() for name in it.author_roots}
        self._weighed: tuple[Claim | None, Mapping[str, float]] = (None, {})
        """The last claim with its weights, which are asked for several times."""

    def weights(self, claim: Claim) -> Mapping[str, float]:
        """Return the roots of a claim's words with their weights, authors' names left out."""
        weighed, weights = self._weighed
        if weighed is not claim:
            weights = {
                term: self._rarity(term)
                for term, form in claim.forms.items()
                if not (term in self._author_roots and form[:1].isupper())
            }
            self._weighed = claim, weights
        return weights

    def scores(self, claim: Claim, papers: Collection[str]) -> dict[str, float]:
        """Return how much papers say of a claim each, from 0 to 1: the share of its weights."""
        weights = self.weights(claim)
        total = sum(weights.values())
        said = dict.fromkeys(papers, 0.0)
        for term, weight in weights.items():
            for paper in self._saying(term, claim, said):
                said[paper] += weight
        return {paper: value / total if total else 0.0 for paper, value in said.items()}

    def papers_that_say(self, term: str, claim: Claim) -> Collection[str]:
        """Return the papers that have a root of a claim, in any form."""
        having = self._papers_with.get(term, ())
        if not _has_capitals(claim.forms[term]):
            return having
        return {paper for paper, it in self.sources.items() if self.says(it, term, claim)}

    def _saying(self, term: str, claim: Claim, papers: Collection[str]) -> Iterable[str]:
        """Return which of some papers have a root of a claim."""
        if 2 * len(papers) < len(self.sources):
            return (it for it in papers if self.says(self.sources[it], term, claim))
        return (it for it in self.papers_that_say(term, claim) if it in papers)

    def says(self, source: SourceText, term: str, claim: Claim) -> bool:
        """Tell whether a paper has a root of a claim, or what it is short for."""
        if term in self._roots[source.paper]:
            return True
        form = claim.forms[term]
        if not _has_capitals(form):
            return False
        long = self._expansions.get(term, frozenset())
        explains = bool(long) and long <= self._roots[source.paper]
        return explains or source.spells(form.removesuffix("s"))

    def telling_more(self, claim: Claim, other: str) -> int:
        """Return how many telling words of a claim a paper has that all the cited ones lack."""
        found = 0
        for term, weight in self.weights(claim).items():
            saying = self.papers_that_say(term, claim)
            if weight >= TELLING and other in saying:
                found += not any(paper in saying for paper in claim.papers)
        return found

    def said_of(self, claim: Claim, papers: Sequence[str]) -> list[str]:
        """Return the words of a claim that any of these papers has, as the claim writes them."""
        return [
            claim.forms[term]
            for term in self.weights(claim)
            if any(paper in self.papers_that_say(term, claim) for paper in papers)
        ]

    def is_in_titles(self, claim: Claim, papers: Sequence[str]) -> bool:
        """Tell whether a title has words of a claim: its paper may be on the subject."""
        titles = (
            sentence.roots
            for paper in papers
            for sentence in self.sources[paper].sentences
            if sentence.source == TITLE
        )
        return any(len(claim.forms.keys() & found) >= _OF_A_TITLE for found in titles)


def listed(found: Sequence[str], most: int = 5) -> str:
    """Return the first of some words, quoted."""
    return ", ".join(f"“{word}”" for word in found[:most]) + ", …" * (len(found) > most)


def _has_capitals(form: str) -> bool:
    return any(map(str.isupper, form[1:]))
