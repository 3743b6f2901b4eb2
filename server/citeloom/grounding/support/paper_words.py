"""Which words of a claim the papers of a draft have, and how much they weigh."""

from collections.abc import Mapping

from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.rarity import Rarity
from citeloom.grounding.support.source import SourceText


class PaperWords:
    """The words of all papers that one draft cites.

    Parameters
    ----------
    sources
        The texts of the papers by their ids.
    """

    def __init__(self, sources: Mapping[str, SourceText]) -> None:
        self.sources = sources
        self._rarity = Rarity(it.gist for it in sources.values() if it.gist)
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

    def said(self, claim: Claim, paper: str, *, in_full: bool = False) -> float:
        """Return the weight of a claim's words that a paper has: its title and abstract, or all."""
        source = self.sources[paper]
        return sum(
            weight
            for term, weight in self.weights(claim).items()
            if self.says(source, term, claim) or (in_full and term in source.roots)
        )

    def fit(self, claim: Claim, paper: str, *, in_full: bool = False) -> float:
        """Return what a paper has of a claim as ``said``, words of its title counted twice."""
        weights, title = self.weights(claim), self.sources[paper].title
        in_title = sum(weight for term, weight in weights.items() if term in title)
        return self.said(claim, paper, in_full=in_full) + in_title

    def says(self, source: SourceText, term: str, claim: Claim) -> bool:
        """Tell whether title or abstract has a root of a claim, or what it may be short for."""
        form = claim.forms[term]
        is_short = any(map(str.isupper, form[1:]))
        return term in source.gist or (is_short and source.spells(form.removesuffix("s")))
