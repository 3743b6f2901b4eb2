"""Words of a written sentence that the papers which it cites lack."""

import re
from collections.abc import Collection, Iterator, Sequence

from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import SourceSentence, SourceText
from citeloom.grounding.support.verdict import Doubt, DoubtKind

_NEAR = 0.6
"""A sentence that has so many of a claim's words is the one that it was made of."""

_DENYING = re.compile(
    r"\b(?:not|never|cannot|no|without|neither|nor|hardly|un(?:able|likely)|fail\w*|lack\w*|avoid\w*|"
    r"eliminat\w*|instead|rather)\b|n['’]t\b",
    re.IGNORECASE,
)


def lacking_words(claim: Claim, cited: Sequence[SourceText]) -> Iterator[Doubt]:
    """Yield each word of a claim that says something and is in none of the cited papers' texts.

    Nothing is told of a claim that was not made of one of their sentences: there other words are
    the writer's own. A word that denies is told of where that sentence has none.
    """
    terms = claim.forms.keys()
    near = _nearest(terms, cited)
    if near is None:
        return
    known = frozenset(term for source in cited for term in source.roots)
    known |= {term for source in cited for term in source.author_roots}
    papers = tuple(source.paper for source in cited)
    who = cited[0].known_as if len(cited) == 1 else "the text of its papers"
    for term, form in claim.forms.items():
        if term not in known and form in claim.text:
            at = claim.text.index(form)
            reason = f"{who} does not contain “{form}”"
            yield Doubt(DoubtKind.WORD, reason, at, at + len(form), papers)
    if (denied := _DENYING.search(claim.text)) and not _DENYING.search(near.text):
        reason = f"the source says it without “{denied[0]}”: “{near.text}”"
        yield Doubt(DoubtKind.WORD, reason, *denied.span(), papers)


def _nearest(terms: Collection[str], cited: Sequence[SourceText]) -> SourceSentence | None:
    """Return the sentence that has most of some words, if it has enough of them."""
    each = (sentence for source in cited for sentence in source.sentences)
    best = max(each, key=lambda it: len(it.roots & set(terms)), default=None)
    if best is None or len(best.roots & set(terms)) < _NEAR * len(terms):
        return None
    return best
