"""What other references say of a paper: a model is shown it in place of an unknown abstract."""

from citeloom.methods.task import Surroundings
from citeloom.models.orders import orders_in
from citeloom.models.quoting import without_citation_marks
from citeloom.papers.citing_sentence import CitingSentence
from citeloom.papers.paper import Paper

MOST = 3
"""Sentences on one paper: the first ones cite the fewest others beside it."""

LONGEST = 400
"""Signs of a sentence that are shown; what is much longer is no sentence."""


def said_by_others(paper: Paper, around: Surroundings) -> tuple[CitingSentence, ...]:
    """Return the sentences that say what a paper is about, where its abstract does not.

    Those that read like instructions to a model, and those that others have said before in the
    same words, are left out.
    """
    if paper.abstract.strip():
        return ()
    found: dict[str, CitingSentence] = {}
    for sentence in around.said_of(paper):
        if len(found) == MOST:
            break
        if sentence.text.strip() and not orders_in(sentence.text):
            found.setdefault(sentence.text, sentence)
    return tuple(found.values())


def texts_by_others(paper: Paper, around: Surroundings) -> tuple[str, ...]:
    """Return these sentences as a model sees them: without citation marks, the long ones cut."""
    return tuple(
        _cut(without_citation_marks(sentence.text)) for sentence in said_by_others(paper, around)
    )


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rsplit(' ', 1)[0]} …"
