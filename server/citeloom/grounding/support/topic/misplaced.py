"""Whether a claim is about the papers that it cites, or another of the draft's papers."""

import re
from collections.abc import Iterator, Mapping, Sequence

from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.copied import copied_run
from citeloom.grounding.support.own_work import speaks_of_own_work
from citeloom.grounding.support.paper_words import PaperWords, listed
from citeloom.grounding.support.source import beginnings
from citeloom.grounding.support.topic.off_topic import Common, off_topic_score
from citeloom.grounding.support.verbatim import VerbatimRun
from citeloom.grounding.support.verdict import Doubt, DoubtKind

SOME = 0.4
"""Below this an abstract is too short to tell: it may say the rest in other words."""

LEAST_WEIGHT = 1.0
"""A claim with less of weighted words says too little to be compared."""

_BETTER_BY = 0.2
"""So much more of a claim another paper of the draft must say, to fit it better."""

_BETTER_FROM = 0.45
_SURELY_BY, _SURELY_FROM, _SURELY_MORE = 0.3, 0.55, 3
"""The same, to be sure of it: in a long draft some paper has some words of any sentence."""

_MANY = 25
"""In a draft on more papers than these only what is sure is told at all."""

_LEAST_MORE = 2
"""So many telling words another paper must have that the cited ones lack."""

_FEWEST_FORMS = 5
"""So many words a claim must have for it to be told that a paper has none of them."""

THOROUGH_LEAST = 0.2
"""Papers that say less of a claim than this are told of in a thorough check."""

THOROUGH_BY = 0.15
"""So much more another paper must say to be told of in a thorough check."""

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


def misplaced(
    claim: Claim, words: PaperWords, scores: Mapping[str, float], own: float
) -> Iterator[Doubt]:
    """Yield a doubt if another paper fits better, or the cited ones say nothing of a claim.

    It is seldom told of claims that are right.

    Parameters
    ----------
    scores
        How much each paper of the draft says of the claim.
    own
        How much the best of the cited ones says of it.
    """
    if sum(words.weights(claim).values()) < LEAST_WEIGHT:
        return
    better = _better(claim, words, scores, own)
    end = len(claim.text)
    for paper in better:
        if run := _copied_from(claim, words, paper):
            reason = f"{run.words} words in a row are those of another of your references: "
            reason += f"“{run.text}”"
            yield Doubt(DoubtKind.OTHER_PAPER, reason, 0, end, (paper,), not claim.is_between)
            return
    if speaks_of_own_work(claim.text) or _names_authors(claim, words):
        return
    if better:
        best = better[0]
        by, more = scores[best] - own, words.telling_more(claim, best)
        is_sure = by >= _SURELY_BY and scores[best] >= _SURELY_FROM and more >= _SURELY_MORE
        if is_sure or not (claim.is_between or words.known_papers > _MANY):
            is_sure &= not (claim.is_between or words.is_in_titles(claim, claim.papers))
            yield _of_another(claim, best, is_sure=is_sure)
    elif own < SOME and is_off_topic(claim, words, claim.papers, scores):
        yield _of_nothing(claim, words)


def perhaps_misplaced(
    claim: Claim, words: PaperWords, scores: Mapping[str, float], own: float
) -> Iterator[Doubt]:
    """Yield a doubt as ``misplaced`` does wherever a paper says little of a claim.

    It is told of many claims that are right too, as people say more than abstracts do: the draft's
    own work, sentences that name an author, short ones and long drafts are not let go.
    """
    others = [it for it in scores if words.sources[it].is_known and it not in claim.papers]
    best = max(others, key=lambda paper: (scores[paper], paper), default=None)
    if best is not None and scores[best] >= own + THOROUGH_BY:
        yield _of_another(claim, best)
    elif own < THOROUGH_LEAST and claim.forms:
        yield _of_nothing(claim, words)


def _of_another(claim: Claim, paper: str, is_sure: bool = False) -> Doubt:
    reason = "another of your references says more of this"
    return Doubt(DoubtKind.OTHER_PAPER, reason, 0, len(claim.text), (paper,), is_sure)


def _of_nothing(claim: Claim, words: PaperWords) -> Doubt:
    reason = _nothing_of_it(claim, words)
    is_sure = all(words.sources[paper].has_full_text for paper in claim.papers)
    return Doubt(DoubtKind.NOTHING_OF_IT, reason, 0, len(claim.text), claim.papers, is_sure)


def common(
    claim: Claim,
    words: PaperWords,
    papers: Sequence[str],
    scores: Mapping[str, float] | None = None,
) -> Common | None:
    """Return what a claim and the papers cited for it have in common; all have a text.

    None if the claim says too little to be compared, or only points to a place. ``scores``
    are those of all papers, where they are known.
    """
    weights = words.weights(claim)
    total = sum(weights.values())
    if len(weights) < _FEWEST_FORMS or total < LEAST_WEIGHT:
        return None
    if _ONLY_POINTS.search(claim.text):
        return None
    said = [
        weight
        for term, weight in weights.items()
        if any(paper in words.papers_that_say(term, claim) for paper in papers)
    ]
    begun = beginnings(claim.forms[term] for term in weights)
    known = _known_beginnings(claim, words, papers)
    found = words.scores(claim, words.sources) if scores is None else scores
    others = (
        found[paper]
        for paper, source in words.sources.items()
        if source.is_known and paper not in papers
    )
    return Common(sum(said) / total, max(said, default=0.0), len(known), len(begun), tuple(others))


def _known_beginnings(claim: Claim, words: PaperWords, papers: Sequence[str]) -> frozenset[str]:
    """Return what words of a claim begin with where a word of a paper begins so, too."""
    begun = beginnings(claim.forms[term] for term in words.weights(claim))
    return frozenset(it for paper in papers for it in begun & words.sources[paper].beginnings)


def is_off_topic(
    claim: Claim, words: PaperWords, papers: Sequence[str], scores: Mapping[str, float]
) -> bool:
    """Tell whether papers have no word of a claim, or so little that it is off their topic.

    In a full text some words of any sentence are found, and nothing was learnt of these; a
    claim with two words of a cited title may be on its subject.
    """
    shared = common(claim, words, papers, scores)
    if shared is None or shared.is_nothing:
        return shared is not None
    if words.is_in_titles(claim, papers) or not _ENGLISH.search(claim.text):
        return False
    has_full_text = any(words.sources[paper].has_full_text for paper in papers)
    return not has_full_text and off_topic_score(shared) > 0


def _better(claim: Claim, words: PaperWords, scores: Mapping[str, float], own: float) -> list[str]:
    """Return the other papers that say much more of a claim than the cited ones, best first."""
    least = max(_BETTER_FROM, own + _BETTER_BY)
    found = [it for it in scores if scores[it] >= least and it not in claim.papers]
    found = [it for it in found if words.telling_more(claim, it) >= _LEAST_MORE]
    return sorted(found, key=lambda paper: (scores[paper], paper), reverse=True)


def _copied_from(claim: Claim, words: PaperWords, paper: str) -> VerbatimRun | None:
    """Return the words of a claim that another paper has, and none of the cited ones."""
    run = copied_run(claim.text, words.sources[paper])
    if run and any(copied_run(run.text, words.sources[it]) for it in claim.papers):
        return None
    return run


def _names_authors(claim: Claim, words: PaperWords) -> bool:
    """Tell whether a claim names authors of a paper that it cites: that one is meant."""
    named = {it for found in _NAMED_AUTHOR.findall(claim.text) for it in found if it}
    return any(named & words.sources[paper].authors for paper in claim.papers)


def _nothing_of_it(claim: Claim, words: PaperWords) -> str:
    """Return in words that the papers cited for a claim have nothing of it, or little."""
    one = len(claim.papers) == 1
    who = words.sources[claim.papers[0]].known_as if one else "what is known of them"
    if has := words.said_of(claim, claim.papers):
        return f"{who} has no more of this than {listed(has)}"
    known = _known_beginnings(claim, words, claim.papers)
    return f"{who} has {'hardly a' if known else 'no'} word of this"
