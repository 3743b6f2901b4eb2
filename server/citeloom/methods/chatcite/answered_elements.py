"""The seven key elements of a paper, one guiding question each (ChatCite, section 3.1)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, Field

from citeloom.methods.modelled.visible_words import visible_words
from citeloom.models.refusals import is_excuse
from citeloom.papers.key_elements import KeyElement
from citeloom.visible import shorten

NOT_STATED = "not stated"

_CONTRIBUTIONS = "Contributions"
_BRIEF = 250
"""How many characters of a key element are shown where there are notes on many papers."""


def _answer_to(question: str) -> Any:
    return Field(description=question, examples=[NOT_STATED])


class AnsweredElements(BaseModel):
    """Key elements as a model gives them."""

    research_questions: str = _answer_to("What does the paper want to find out or solve?")
    methodology: str = _answer_to("How does it go about it?")
    results: str = _answer_to("What comes out of its experiments, proofs or studies?")
    conclusions: str = _answer_to("What does it conclude from that?")
    contributions: str = _answer_to("What does it add to its field?")
    innovations: str = _answer_to("What in it was not there before?")
    limitations: str = _answer_to("What does it leave open, or where does it not hold?")


class AnsweredSummary(BaseModel):
    """A plain summary in the place of key elements: the ablation of Table 2."""

    summary: str = Field(description="What the paper is about, does and finds.")


def elements_of(answer: AnsweredElements | AnsweredSummary, source: str) -> tuple[KeyElement, ...]:
    """Return the key elements of an answer that the paper states."""
    return tuple(
        KeyElement(name.replace("_", " ").capitalize(), words, source)
        for name, text in answer
        if (words := visible_words(str(text))) and _is_stated(words) and not is_excuse(words)
    )


def as_notes(elements: Sequence[KeyElement], share: float = 1.0) -> str:
    """Return key elements as text for a model, each cut to this share of its length."""
    lines = [
        f"{element.name}: {element.sentence[: round(len(element.sentence) * share)]}"
        for element in elements
    ]
    return "\n".join(lines) or "(nothing is known of it but its title)"


def as_brief_notes(elements: Sequence[KeyElement]) -> str:
    """Return what a paper adds to its field, else the first of its key elements, cut if long."""
    found = {element.name: element for element in elements}
    element = found.get(_CONTRIBUTIONS) or next(iter(elements), None)
    if element is None:
        return as_notes([])
    return as_notes([replace(element, sentence=shorten(element.sentence, _BRIEF))])


def _is_stated(words: str) -> bool:
    return words.lower().strip(" .") not in (NOT_STATED, "none", "n/a", "unknown")
