"""Key elements of a paper: what it asks, does and finds, from its abstract's own sentences."""

from dataclasses import dataclass

from citeloom.grounding.sentences import sentences
from citeloom.methods.extractive.text.roles import Role, roles

MOST_PER_ROLE = 1
_SHOWN = {Role.OBJECTIVE: "Aim", Role.METHOD: "Method", Role.RESULT: "Finding"}


@dataclass(frozen=True, slots=True)
class Element:
    """A sentence of an abstract; ``name`` says what it is for: Aim, Method or Finding."""

    name: str
    sentence: str


def key_elements(abstract: str) -> tuple[Element, ...]:
    """Return the first sentence of each role that an abstract has, in the order of the roles."""
    texts = [one.text for one in sentences(abstract)]
    found = list(zip(roles(texts), texts, strict=True))
    elements = []
    for role, name in _SHOWN.items():
        own = [text for given, text in found if given is role]
        elements += [Element(name, text) for text in own[:MOST_PER_ROLE]]
    return tuple(elements)
