"""What is seen of the sentences of an abstract where one is chosen to tell its paper."""

import re
from collections.abc import Sequence

from citeloom.grounding.roles.model import role_probabilities
from citeloom.grounding.roles.role import Role
from citeloom.grounding.vectors import Idf, Vector, cosine, tf_idf
from citeloom.grounding.words import terms, words
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.rewriting.openers import (
    DANGLING,
    PAPER_NOUN,
    THIS_PAPER,
    without_opener,
)
from citeloom.methods.extractive.rewriting.verbs import is_reporting

FEATURES = (
    "first", "second", "place", "last", "alone", "length", "short", "long",
    "we", "we report", "presents", "paper", "our", "aim", "passive", "past",
    "digits", "percent", "points back", "points inside", "tied", "also",
    "title", "closest to title", "title named", "draft", "central",
    "praise", "modal", "brackets", "question",
    "objective", "method", "result", "background",
)  # fmt: skip
"""The names of the features, in their order; each lies about between 0 and 1."""

_WE = re.compile(r"^(?:[^,]{0,60}, )?(?:we|i) (?:\w+ly |also |then )*(?P<verb>[a-z]+)", re.I)
_PAPER = re.compile(rf"^(?:{THIS_PAPER}|the authors?)\b", re.IGNORECASE)
_AIM = re.compile(
    rf"\b(?:aims?|goals?|purpose|objectives?) (?:of|is|was|to)\b|^To [a-z]|{PAPER_NOUN} aims"
)
_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|has been|have been) (?:\w+ly )?(?:proposed|presented|introduced|"
    r"described|developed|investigated|studied|examined|reported|derived|analy[sz]ed|reviewed|"
    r"measured|shown)\b"
)
_PRESENTS = re.compile(
    rf"(?:\bwe|\bi|{PAPER_NOUN}|authors?) (?:\w+ly |also |then )*(?:propose|present|introduce|"
    r"describe|develop|study|studie|investigate|examine|explore|review|report|address|discuss|"
    r"analy[sz]e|consider|compare|survey|derive|give|provide)(?:e?[sd])?\b",
    re.IGNORECASE,
)
"""What authors say of a paper as a whole."""

_PAST = re.compile(r"\b(?:was|were|had|found|showed|did)\b")
_INSIDE = re.compile(r"\b(?:this|these|those|such|its|their|both)\b", re.IGNORECASE)
_PRAISE = re.compile(
    r"\b(?:outperform\w*|state[- ]of[- ]the[- ]art|superior\w*|effective\w*|significant\w*|"
    r"better|best|improve\w*|accura\w+|efficien\w+)\b",
    re.IGNORECASE,
)
_MODAL = re.compile(r"\b(?:can|could|may|might|should|will|would|must)\b")
_ALSO = re.compile(r"\b(?:also|further|finally|then|moreover|furthermore|additionally)\b", re.I)


def features(
    sentences: Sequence[CandidateSentence], draft: Vector, idf: Idf
) -> list[tuple[float, ...]]:
    """Return what is seen of each sentence of one abstract, by the names of ``FEATURES``.

    ``draft`` is the vector of the draft that cites the paper, ``idf`` weighs the terms.
    """
    if not sentences:
        return []
    title = sentences[0].paper.title
    about, named = tf_idf(terms(title), idf), {word for word in title.split() if _is_name(word)}
    vectors = [tf_idf(sentence.terms, idf) for sentence in sentences]
    likes = [cosine(vector, about) for vector in vectors]
    roles = role_probabilities([sentence.text for sentence in sentences])
    count = len(sentences)
    found: list[tuple[float, ...]] = []
    for at, (sentence, vector) in enumerate(zip(sentences, vectors, strict=True)):
        text, of_paper = without_opener(sentence.text)
        we = _WE.match(text)
        long = sentence.words
        others = [cosine(vector, other) for place, other in enumerate(vectors) if place != at]
        found.append((
            at == 0, at == 1, at / max(1, count - 1), at == count - 1 > 0, count == 1,
            min(long, 60) / 60, long < 10, long > 35,
            we is not None, we is not None and is_reporting(we["verb"].lower()),
            _PRESENTS.search(text) is not None, of_paper or _PAPER.match(text) is not None,
            text.startswith("Our "),
            _AIM.search(text) is not None, _PASSIVE.search(text) is not None,
            _PAST.search(text) is not None,
            min(3, sum(word.isdigit() for word in words(text))) / 3, "%" in text,
            DANGLING.match(text) is not None, _INSIDE.search(text) is not None,
            text.lower() != sentence.text.lower() and not of_paper, _ALSO.search(text) is not None,
            likes[at], likes[at] == max(likes), any(word in text for word in named),
            cosine(vector, draft), sum(others) / max(1, len(others)),
            _PRAISE.search(text) is not None, _MODAL.search(text) is not None,
            "(" in text, text.endswith("?"),
            roles[at][Role.OBJECTIVE], roles[at][Role.METHOD], roles[at][Role.RESULT],
            roles[at][Role.BACKGROUND],
        ))  # fmt: skip
    return [tuple(map(float, row)) for row in found]


def _is_name(word: str) -> bool:
    """Return whether a word of a title names a thing: BERT, fastText, GPT-2."""
    return re.search(r"[a-z0-9][A-Z]|[A-Z]{2}", word) is not None
