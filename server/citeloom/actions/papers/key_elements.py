"""Take key elements of a paper from its abstract, by the role of each sentence."""

from functools import lru_cache

from citeloom.grounding.roles import Role, roles, speaks_of_itself
from citeloom.grounding.sentences import sentences
from citeloom.papers.key_elements import KeyElement

_SHOWN = {Role.OBJECTIVE: "Aim", Role.METHOD: "Method", Role.RESULT: "Finding"}


@lru_cache(maxsize=1000)
def key_elements(abstract: str) -> tuple[KeyElement, ...]:
    """Return one sentence for each role in an abstract, in the order of the roles.

    Of several sentences, the first in which the authors speak of their own work is taken.
    """
    texts = [sentence.text for sentence in sentences(abstract)]
    found = list(zip(roles(texts), texts, strict=True))
    elements = []
    for role, name in _SHOWN.items():
        own = [text for given, text in found if given is role]
        elements += [KeyElement(name, text) for text in sorted(own, key=_is_general)[:1]]
    return tuple(elements)


def _is_general(sentence: str) -> bool:
    return not speaks_of_itself(sentence)
