"""What a text denies: negations with the words that they reach, and words that are opposites."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citeloom.grounding.support.roots import root, roots

_CUE = re.compile(
    r"\b(?:not|never|cannot|no longer|without|neither|nor|fails? to|failed to|failing to|unable to|"
    r"lacks?|lacking|hardly|n[o']t|(?:do|does|did|is|are|was|were|has|have|can|could|should|would|"
    r"will)n['’]t|none)\b",
    re.IGNORECASE,
)
_WEAK_CUE = re.compile(
    r"\b(?:no|eliminat\w+|avoid\w*|instead of|rather than|independent of)\b", re.IGNORECASE
)
"""Words that deny in a source what a claim denies, and that a claim may have without denying."""

_END_OF_REACH = re.compile(
    r"[.;:]\s|,\s|\b(?:but|while|whereas|although|though|however|which|because|since|yet)\b",
    re.IGNORECASE,
)
_REACH = 9
_NOT_DENYING = re.compile(
    r"\b(?:not only|no less|not just|if not|whether or not|not necessarily|(?:not|n[o']t) always|"
    r"(?:not|n[o']t) (?:\w+ ){0,2}(?:every|all|entirely|fully|yet|merely|solely))\b"
)

_PAIRS = """
    increase decrease; increase reduce; improve degrade; improve worsen; improve hurt; higher lower;
    better worse; supervised unsupervised; labeled unlabeled; labelled unlabelled; faster slower;
    larger smaller; outperform underperform; directed undirected; linear nonlinear; gain loss;
    parametric nonparametric; static dynamic; positive negative; sufficient insufficient;
    accelerate slow; strengthen weaken; succeed fail; more fewer; upper lower; online offline;
    dependent independent; efficient inefficient; stable unstable; known unknown; robust sensitive;
    monolingual multilingual; extractive abstractive; discriminative generative; convex nonconvex
"""


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in _PAIRS.split(";"):
        first, second = pair.split()
        found.setdefault(first, set()).add(second)
        found.setdefault(second, set()).add(first)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES = _opposites()
_WHOLE = re.compile(r"(?<![\w-])[a-z]+(?![\w-])")
_FORMS = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Negation:
    """A negation of a text at a half-open range of code points, and the roots that it reaches."""

    text: str
    start: int
    end: int
    reach: tuple[str, ...]


def negations(text: str, *, weak: bool = False) -> Iterator[Negation]:
    """Yield the negations of a sentence, in order; with ``weak`` those that only a source has."""
    spared = [match.span() for match in _NOT_DENYING.finditer(text.lower())]
    for match in (*_CUE.finditer(text), *(_WEAK_CUE.finditer(text) if weak else ())):
        if any(start <= match.start() < end for start, end in spared):
            continue
        rest = text[match.end() :]
        if ends := _END_OF_REACH.search(rest):
            rest = rest[: ends.start()]
        reach = tuple(roots(rest)[:_REACH])
        yield Negation(match.group(), match.start(), match.end(), reach)


def opposites_of(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the words of a text that have opposites, with the opposites."""
    for word in _WHOLE.findall(text.lower()):
        for known in _base_forms(word):
            if known in OPPOSITES:
                yield word, OPPOSITES[known]
                break


def has_word(text: str, words: frozenset[str]) -> bool:
    """Tell whether a text has one of some words, in any form."""
    wanted = {root(word) for word in words}
    own = {form for word in _FORMS.findall(text.lower()) for form in (word, root(word))}
    return not own.isdisjoint(words | wanted)


def _base_forms(word: str) -> Iterator[str]:
    yield word
    for ending in ("s", "d", "es", "ed", "ing", "r"):
        if word.endswith(ending):
            yield word[: -len(ending)]
            yield word[: -len(ending)] + "e"
