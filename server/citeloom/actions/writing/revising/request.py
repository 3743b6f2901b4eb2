"""A request to revise written text, and the kinds of change."""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

from citeloom.actions.order import Order, OrderKind
from citeloom.actions.writing.anchor import passage_around, passage_start
from citeloom.actions.writing.choices import asks_model
from citeloom.problem import InputError
from citeloom.visible import blanked_line
from citeloom_latex.spans import Span

REVISING = OrderKind(
    name="revise",
    planner="citeloom.actions.writing.order_plans:plan_revising",
    at_most=1,
    button="Write",
    doing="Rewriting",
    done="Revised",
    waits="waiting for another change",
)


class Revision(StrEnum):
    """What is done with a sentence or a paragraph between the marks."""

    STALE = "stale"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    THEME = "theme"
    SHORTEN = "shorten"
    COMPARE = "compare"
    POSITION = "position"


_FROM = "Rewrite this paragraph from the point of view of"

TITLES = {
    Revision.STALE: "Rewrite from its changed source",
    Revision.SENTENCE: "Rewrite",
    Revision.PARAGRAPH: "Rewrite the whole paragraph",
    Revision.THEME: f"{_FROM}…",
    Revision.SHORTEN: "Shorten",
    Revision.COMPARE: "Compare with the next paper",
    Revision.POSITION: "Say what this draft does instead",
}
"""What each change is called where it is offered."""

ABOUT = {
    Revision.SENTENCE: "Other words, from the same papers",
    Revision.PARAGRAPH: "New words for all its sentences, from the same papers",
    Revision.THEME: "What its papers say about a theme that you name",
    Revision.POSITION: "A sentence after it, from your abstract: what you do differently",
    Revision.STALE: "From its sources as they are now",
}
"""What each change does, where it stands in a list."""

ALL_STALE = "Rewrite all sentences whose sources have changed"


ASKING = frozenset({Revision.SENTENCE, Revision.PARAGRAPH, Revision.SHORTEN, Revision.THEME})
"""The changes for which the chosen method may ask a language model, wherever they are made."""

WRITING = ASKING | {Revision.STALE}
"""The changes that bring new words of a method."""


LONGEST_THEME = 100
"""Characters of a theme: it is a few words, and stands in titles."""

LONGEST_INSTRUCTION = 500
"""Characters of an instruction: a sentence or two."""


def checked_theme(words: str, revision: Revision) -> str:
    """Return a theme on one line, without invisible signs.

    Raises
    ------
    InputError
        If a change needs one and has none, or has one and needs none; or if it is too long.
    """
    theme = _on_one_line(words)
    if revision is not Revision.THEME and theme:
        raise InputError(f"'{revision}' does not take a theme", advice=f"'{Revision.THEME}' does")
    if revision is Revision.THEME and not theme:
        raise InputError("no theme was given", advice="use a few words, such as 'energy use'")
    if len(theme) > LONGEST_THEME:
        what = f"the theme has {len(theme)} characters, at most {LONGEST_THEME} can be used"
        raise InputError(what, advice="use a few words, such as 'energy use'")
    return theme


def checked_instruction(words: str, revision: Revision) -> str:
    """Return an instruction on one line, without invisible signs.

    Raises
    ------
    InputError
        If the change takes none, or it is too long.
    """
    told = _on_one_line(words)
    if told and revision is not Revision.SENTENCE:
        advice = f"'{Revision.SENTENCE}' does"
        raise InputError(f"'{revision}' does not take an instruction", advice=advice)
    if len(told) > LONGEST_INSTRUCTION:
        what = f"the instruction has {len(told)} characters"
        raise InputError(f"{what}, at most {LONGEST_INSTRUCTION} can be used")
    return told


def _on_one_line(words: str) -> str:
    return " ".join(blanked_line(words).split())


@dataclass(frozen=True)
class ReviseRequest(Order):
    """An order to revise.

    ``main`` is the file that the text stands in. ``at`` is an offset in it: the sentence and the
    paragraph there are meant. For stale sentences it may be None, which means all of the project.
    ``method`` writes new words; the project's if it is empty. Another ``seed`` gives other words,
    where there are any. ``theme`` is the point of view that a paragraph is told from, and
    ``instruction`` what a language model is told of a sentence in the author's words, as
    ``checked_theme`` and ``checked_instruction`` return them. ``other`` is the key of the paper
    that a sentence is compared with, that of the next sentence if it is empty.
    """

    kind: ClassVar[OrderKind] = REVISING

    revision: Revision = Revision.STALE
    at: int | None = None
    method: str = ""
    seed: int = 0
    theme: str = ""
    instruction: str = ""
    other: str = ""

    @property
    def title(self) -> str:
        """What the change is called, with its theme; for stale sentences, whether all are meant."""
        if self.is_of_all_stale:
            return ALL_STALE
        if self.other:
            return f"Compare with '{self.other}'"
        return f"{_FROM} “{self.theme}”" if self.theme else TITLES[self.revision]

    @property
    def asked(self) -> str:
        return self.title

    @property
    def what(self) -> str:
        words = self.title
        return f" ({words[0].lower()}{words[1:]})" if self.revision is not Revision.SENTENCE else ""

    @property
    def subject(self) -> tuple[Path, str]:
        return self.main, self.title

    @property
    def is_of_all_stale(self) -> bool:
        """Whether all stale sentences of the project are meant."""
        return self.revision is Revision.STALE and self.at is None

    @property
    def keeps_what_is_done(self) -> bool:
        return self.is_of_all_stale

    @property
    def brings_words(self) -> bool:
        """Whether it brings new words of the chosen method."""
        return self.revision in WRITING

    @property
    def may_ask_model(self) -> bool:
        return self.brings_words and asks_model(self.method)

    def now(self, before: str, text: str) -> "ReviseRequest":
        """Return the request for a text that its author has changed since it was ``before``.

        Raises
        ------
        InputError
            If the paragraph that is meant has changed.
        """
        if self.at is None or text == before:
            return self
        passage, start = passage_around(before, Span(self.at, self.at))
        begins = passage_start(text, passage)
        if begins is None:
            what = "the paragraph has changed since you asked"
            raise InputError(what, advice="ask for the change again")
        return replace(self, at=begins + self.at - start)
