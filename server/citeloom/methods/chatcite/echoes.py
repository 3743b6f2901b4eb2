"""Answers that only echo what the model was told: they say nothing of a paper."""

from collections.abc import Sequence

from citeloom.grounding.words import stem, words
from citeloom.papers.key_elements import KeyElement


def without_echoes(elements: Sequence[KeyElement], told: str, title: str) -> tuple[KeyElement, ...]:
    """Return the key elements of an answer that are no echo; none where most of them are one.

    An echo has no words, or is a piece of what the model was told, or the title of what it read;
    letter case, signs and plural endings do not matter.
    """
    told, title = _phrase(told), _phrase(title)
    said = [
        element
        for element in elements
        if (phrase := _phrase(element.sentence)) not in told and phrase != title
    ]
    return tuple(said) if 2 * len(said) >= len(elements) else ()


def _phrase(text: str) -> str:
    """Return the stems of a text's words with a blank around each; one blank without words."""
    return "".join(f" {stem(word)}" for word in words(text)) + " "
