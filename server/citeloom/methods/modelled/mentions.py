"""Sentences on a paper in other references, which replace an unknown abstract."""

from citeloom.methods.task import Surroundings
from citeloom.models.injections import instructions_in
from citeloom.models.quoting import without_citation_marks
from citeloom.papers.citing_sentence import CitingSentence
from citeloom.papers.paper import Paper
from citeloom.visible import shorten

MOST = 3
"""How many sentences on one paper are shown; those first that cite the fewest others."""

LONGEST = 400
"""How many characters of a sentence are shown; what is much longer is no sentence."""


def usable_mentions(paper: Paper, around: Surroundings) -> tuple[CitingSentence, ...]:
    """Return sentences that say what a paper without an abstract is about.

    Instructions to a model and repetitions are left out.
    """
    if paper.abstract.strip():
        return ()
    found: dict[str, CitingSentence] = {}
    for sentence in around.mentions_of(paper):
        if len(found) == MOST:
            break
        if sentence.text.strip() and not instructions_in(sentence.text):
            found.setdefault(sentence.text, sentence)
    return tuple(found.values())


def mention_texts(paper: Paper, around: Surroundings) -> tuple[str, ...]:
    """Return the usable mentions as a model sees them: without citation marks, cut if long."""
    return tuple(
        shorten(without_citation_marks(sentence.text), LONGEST)
        for sentence in usable_mentions(paper, around)
    )
