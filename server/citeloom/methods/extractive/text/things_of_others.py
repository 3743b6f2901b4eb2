"""Tell which sentences of an abstract speak of a method that is not its authors'."""

import re
from collections.abc import Sequence

from citeloom.grounding.guarded import CaselessPattern
from citeloom.methods.extractive.rewriting.heads import FINDINGS, head_end

_START = re.compile(r"(?:The|This|These) (?:(?:new|novel|overall|resulting|whole|final|main) )*")
_OWN = CaselessPattern(
    r"\b(?:we|our|us|i|here|new|novel|authors?|thesis|paper|article|proposed|"
    r"(?:this|the present|the current) (?:[\w-]+ ){0,2}?(?:work|study|survey|review|chapter|report|"
    r"research|letter)|(?:is|are|was|were) (?:\w+ )?(?:presented|introduced|described|developed|"
    r"designed|given|derived|suggested|built|constructed|implemented|formulated|discussed))\b",
)
_OFTEN_PROPOSED = re.compile(r"\b(?:have|has) been (?:\w+ly )?proposed\b", re.IGNORECASE)
_COINED = re.compile(r"\b\w*(?:[a-z0-9][A-Z]|[A-Z]{2})\w*")
"""The name of a thing in a title: BERT, fastText."""


def things_of_others(sentences: Sequence[str], title: str) -> frozenset[int]:
    """Return the places of sentences on "the method" where none of its authors' is told before.

    ``Most forecasts rely on MAPLE. This method cannot represent growth.`` does not speak of the
    cited paper's own method. One that the title names is taken for its authors'; several are not:
    ``The models show`` stands in reviews.
    """
    found: set[int] = set()
    name = _COINED.search(title)
    for place, sentence in enumerate(sentences):
        if _is_own(sentence) or (name and name.group() in sentence):
            break
        start = _START.match(sentence)
        head = head_end(sentence[start.end() :]) if start else None
        if head and head[1] not in FINDINGS and not _is_titled(head[1], title):
            found.add(place)
    return frozenset(found)


def _is_titled(noun: str, title: str) -> bool:
    return noun in title.lower() and not noun.endswith("s")


def _is_own(sentence: str) -> bool:
    return _OWN.search(_OFTEN_PROPOSED.sub("", sentence)) is not None
