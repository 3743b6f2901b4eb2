"""Which words of a claim the papers of a draft have, and how much they weigh."""

from collections.abc import Mapping

from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.framing import framing
from citeloom.grounding.support.rarity import Rarity
from citeloom.grounding.support.roots import root
from citeloom.grounding.support.source import SourceText, expanded, long_forms


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
        self._long = long_forms(short_forms)
        self._gist = {it.paper: expanded(it.gist, self._long) for it in sources.values()}
        self._rarity = Rarity(found for found in self._gist.values() if found)
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

    def says(self, source: SourceText, term: str, claim: Claim) -> bool:
        """Tell whether title or abstract has a root of a claim, or what it is short for."""
        if term in self._gist[source.paper]:
            return True
        form = claim.forms[term]
        if not any(map(str.isupper, form[1:])):
            return False
        long = self._long.get(root(form.lower()), frozenset()) - framing()
        explains = bool(long) and long <= self._gist[source.paper]
        return explains or source.spells(form.removesuffix("s"))
