"""Key elements of a paper: what it asks, does and finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeyElement:
    """A sentence about a paper; ``name`` says what it is for: Aim, Method, Finding, ….

    ``source`` names the model that extracted it, and is empty for a sentence of the abstract's
    own; ``day`` (ISO) is when it was extracted.
    """

    name: str
    sentence: str
    source: str = ""
    day: str = ""
