"""What is seen of the sentences of an abstract where one is chosen to tell its paper."""

import re
from collections.abc import Sequence

from citeloom.grounding.roles.model import role_probabilities
from citeloom.grounding.roles.role import Role
from citeloom.grounding.vectors import Idf, Vector, cosine, tf_idf
from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.rewriting.names import first_mention
from citeloom.methods.extractive.rewriting.openers import PAPER_NOUN, without_opener
from citeloom.methods.extractive.rewriting.statement import by_authors
from citeloom.words import terms

FEATURES = (
    "first", "place", "length", "licensed", "presents", "found", "intended", "passive", "points",
    "aside", "title", "of title", "title told", "title named", "draft", "central",
    "objective", "method", "result", "background",
)  # fmt: skip
"""The names of the features, in their order; each lies about between 0 and 1."""

_NAME = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}")
"""What the name of a thing has in a title: BERT, fastText, GPT-2."""

_INTENDED = re.compile(
    r"\b(?:aim|goal|purpose|objective|attempt|seek|intend|try|hope)\w*\b|^To [a-z]", re.IGNORECASE
)
"""What was wanted, which does not tell what came of it."""

_PASSIVE = re.compile(r"\b(?:is|are|was|were|been) (?:\w+ly )?\w+ed\b")
_POINTS = re.compile(
    r"\b(?:these|this|said|such(?! as\b)|those(?! (?:of|that|which|who|whose|in|with|from|for)\b)|"
    r"the (?:two|three|same|other|second|revised|proposed|resulting|above)|another)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"^(?:along the way|in addition|additionally|furthermore|moreover|finally|next)\b|"
    r"\bwe (?:will |have )?(?:also|then|further|finally|additionally|close|end|hope)\b",
    re.IGNORECASE,
)
"""What is told beside something else."""

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


def names_in(title: str) -> set[str]:
    """Return the words of a title that have the form of a thing's name."""
    words = (word.strip(".,:;()") for word in title.split())
    return {word for word in words if _NAME.search(word)}


def features(
    sentences: Sequence[CandidateSentence], draft: Vector, idf: Idf
) -> list[tuple[float, ...]]:
    """Return what is seen of each sentence of one abstract, by the names of ``FEATURES``.

    ``draft`` is the vector of the draft that cites the paper, ``idf`` weighs the terms.
    """
    if not sentences:
        return []
    paper = sentences[0].paper
    title = set(terms(paper.title))
    about = tf_idf(terms(paper.title), idf)
    named = names_in(paper.title)
    vectors = [tf_idf(sentence.terms, idf) for sentence in sentences]
    roles = role_probabilities([sentence.text for sentence in sentences])
    subject = first_mention(paper)
    count = len(sentences)
    found: list[tuple[float, ...]] = []
    for at, (sentence, vector) in enumerate(zip(sentences, vectors, strict=True)):
        text = without_opener(sentence.text)
        own = set(sentence.terms)
        others = [cosine(vector, other) for place, other in enumerate(vectors) if place != at]
        found.append((
            at == 0, at / max(1, count - 1), min(sentence.words, 60) / 60,
            by_authors(sentence.text, subject) is not None,
            _PRESENTS.search(text) is not None, _FOUND.search(text) is not None,
            _INTENDED.search(text) is not None, _PASSIVE.search(text) is not None,
            _POINTS.search(text) is not None, _ASIDE.search(sentence.text) is not None,
            cosine(vector, about), len(own & title) / max(1, len(own)),
            len(own & title) / max(1, len(title)), any(word in text for word in named),
            cosine(vector, draft), sum(others) / max(1, len(others)),
            roles[at][Role.OBJECTIVE], roles[at][Role.METHOD], roles[at][Role.RESULT],
            roles[at][Role.BACKGROUND],
        ))  # fmt: skip
    return [tuple(map(float, row)) for row in found]
