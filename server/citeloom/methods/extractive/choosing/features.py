"""What is seen of the sentences of an abstract where one is chosen to tell its paper."""

import re
from collections.abc import Sequence

from citeloom.grounding.roles.model import role_probabilities
from citeloom.grounding.roles.role import Role
from citeloom.grounding.vectors import Idf, Vector, cosine, tf_idf
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.rewriting.openers import PAPER_NOUN, without_opener
from citeloom.words import terms

FEATURES = (
    "first", "place", "length", "presents", "aim", "percent",
    "title", "closest to title", "title named", "draft", "central", "question",
    "objective", "method", "result", "background", "found", "done",
)  # fmt: skip
"""The names of the features, in their order; each lies about between 0 and 1."""

_AIM = re.compile(
    rf"\b(?:aims?|goals?|purpose|objectives?) (?:of|is|was|to)\b|^To [a-z]|{PAPER_NOUN} aims"
)
_PRESENTS = re.compile(
    rf"(?:\bwe|\bi|{PAPER_NOUN}|authors?) (?:\w+ly |also |then )*(?:propose|present|introduce|"
    r"describe|develop|study|studie|investigate|examine|explore|review|report|address|discuss|"
    r"analy[sz]e|consider|compare|survey|derive|give|provide)(?:e?[sd])?\b",
    re.IGNORECASE,
)
"""What authors say of a paper as a whole."""

_FOUND = re.compile(
    r"\b(?:find|found|show|demonstrate|report|reveal|suggest|indicate|conclude|argue|observe|"
    r"confirm|prove)(?:s|n|d|ed)?,? that\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"(?:\bwe|authors?) (?:\w+ly |also |have )*(?:us|appl|conduct|perform|collect|measur|test|"
    r"discuss|select|modif|carr|assess)(?:y|e|s|es|ies|ed|ied)?\b",
    re.IGNORECASE,
)
"""One step on the way, which does not tell what came of it."""


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
        text = without_opener(sentence.text)[0]
        others = [cosine(vector, other) for place, other in enumerate(vectors) if place != at]
        found.append((
            at == 0, at / max(1, count - 1), min(sentence.words, 60) / 60,
            _PRESENTS.search(text) is not None, _AIM.search(text) is not None, "%" in text,
            likes[at], likes[at] == max(likes), any(word in text for word in named),
            cosine(vector, draft), sum(others) / max(1, len(others)), text.endswith("?"),
            roles[at][Role.OBJECTIVE], roles[at][Role.METHOD], roles[at][Role.RESULT],
            roles[at][Role.BACKGROUND], _FOUND.search(text) is not None,
            _DONE.search(text) is not None,
        ))  # fmt: skip
    return [tuple(map(float, row)) for row in found]


def _is_name(word: str) -> bool:
    """Return whether a word of a title names a thing: BERT, fastText, GPT-2."""
    return re.search(r"[a-z0-9][A-Z]|[A-Z]{2}", word) is not None
