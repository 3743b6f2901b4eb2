"""Whether a claim is about the papers that it cites, or another of the draft's papers."""

from collections.abc import Iterator, Sequence

from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.paper_words import PaperWords
from citeloom.grounding.support.verdict import Doubt, DoubtKind

_MORE, _OWN = 2.8, 3
"""So much more of a claim another paper must have, by ``fit``, than so many times what the cited
ones have: of 11 notes with 2.0 that somebody read on theses 10 were false."""

_LEAST, _LEAST_CLAIM = 0.1, 2.0
"""A thorough check doubts papers that have a smaller share of a claim that weighs enough."""

_MORE_WRITTEN, _LEAST_WRITTEN = 0.15, 0.3
"""The same for a sentence that was written of its papers, as shares of the claim.

It has the words of its papers, so that these count once, wherever they stand.
"""


def misplaced(
    claim: Claim, words: PaperWords, *, is_thorough: bool, is_written: bool = False
) -> Iterator[Doubt]:
    """Yield a doubt if another paper of the draft fits better; if thorough, also if no one does.

    The text of all cited papers is known. The limits were taken from the tuning half of the drafts
    of ``bench.claims.claims_table`` and of theses.
    """
    claimed = sum(words.weights(claim).values())
    said = max(words.said(claim, paper, in_full=True) for paper in claim.papers)
    is_nothing = is_thorough and claimed >= _LEAST_CLAIM and said < _LEAST * claimed
    fit, times, more = words.fit, _OWN, _MORE
    if is_written:
        fit, times, more = words.said, 1, _MORE_WRITTEN * claimed
        is_nothing = said < _LEAST_WRITTEN * claimed
    own = times * max(fit(claim, paper, in_full=True) for paper in claim.papers)
    # Where the cited ones have nearly all of it, no other can have so much more.
    rivals = words.sources.items() if 2 * claimed - own >= more else ()
    others = {
        paper: fit(claim, paper) - own
        for paper, source in rivals
        if source.is_known and paper not in claim.papers
    }
    best = max(others, key=lambda paper: (others[paper], paper), default="")
    end = len(claim.text)
    if best and others[best] >= more > 0:
        reason = "another of your references fits this better"
        yield Doubt(DoubtKind.OTHER_PAPER, reason, 0, end, (best,))
    elif is_nothing:
        yield Doubt(DoubtKind.NOTHING_OF_IT, _nothing(claim, words), 0, end, claim.papers)


def _nothing(claim: Claim, words: PaperWords) -> str:
    """Return in words that the papers cited for a claim have nothing of it, or little."""
    sources = [words.sources[paper] for paper in claim.papers]
    who = sources[0].known_as if len(sources) == 1 else "their text"
    weights = words.weights(claim)
    said = [
        claim.forms[term] for term in weights if any(words.says(it, term, claim) for it in sources)
    ]
    shared = f"only {listed(said)}" if said else "no word"
    return f"{who} shares {shared} with this"


def listed(found: Sequence[str], most: int = 5) -> str:
    """Return the first of some words, quoted."""
    return ", ".join(f"“{word}”" for word in found[:most]) + ", …" * (len(found) > most)
