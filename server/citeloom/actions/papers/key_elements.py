"""Take key elements of a paper from its abstract, by what each sentence is most likely for."""

from functools import lru_cache

from citeloom.grounding.roles.headings import headed_sentence
from citeloom.grounding.roles.model import role_probabilities
from citeloom.grounding.roles.role import Role
from citeloom.grounding.roles.weights import shipped_weights
from citeloom.grounding.sentences import sentences
from citeloom.papers.key_elements import KeyElement

_SHOWN = {Role.OBJECTIVE: "Aim", Role.METHOD: "Method", Role.RESULT: "Finding"}

_LEAST = {Role.OBJECTIVE: 0.15, Role.METHOD: 0.25, Role.RESULT: 0.25}
"""How likely a sentence must have a role to be shown; aims are rarer than the others."""


def read_ahead() -> None:
    """Load the classifier of sentences early, so that the first key elements come at once."""
    shipped_weights()


@lru_cache(maxsize=1000)
def key_elements(abstract: str) -> tuple[KeyElement, ...]:
    """Return one sentence for each role in an abstract, in the order of the roles.

    It is the one that most likely has the role, of those that are not shown for another.
    """
    texts = [sentence.text for sentence in sentences(abstract)]
    likely = list(zip(texts, role_probabilities(texts), strict=True))
    elements = []
    for role, name in _SHOWN.items():
        best = max(likely, key=lambda found: found[1][role], default=None)
        if best and best[1][role] >= _LEAST[role]:
            likely.remove(best)
            elements.append(KeyElement(name, headed_sentence(best[0]).text))
    return tuple(elements)
