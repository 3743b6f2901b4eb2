"""The result of a method: paragraphs of sentences with their citations and evidence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from citeloom.grounding.evidence import Evidence
from citeloom.methods.graph import Graph
from citeloom.methods.hireview.taxonomy import Taxonomy
from citeloom.models.formulas import Formula
from citeloom.models.tokens import StepUsage


class SentenceKind(StrEnum):
    """What a sentence is: a statement on papers, a paragraph's lead, or the author's own.

    A heading is a sentence of its own kind where a text is rendered and recorded; a result has
    headings in its paragraphs.
    """

    STATEMENT = "statement"
    LEAD = "lead"
    AUTHOR = "author"
    HEADING = "heading"


class CitationForm(StrEnum):
    """How a citation stands in its sentence: as a part of it, or in parentheses beside it."""

    TEXTUAL = "textual"
    PARENTHETICAL = "parenthetical"


@dataclass(frozen=True, slots=True)
class CitationMark:
    """A citation inside a sentence, by paper ids.

    A textual mark stands where a noun would (``\\citet{…} propose``): it has one paper, and
    ``names`` is what a reader sees of it (``Smith and Lee``). A parenthetical mark follows what
    it supports and has no names; ``note`` stands before it in its parentheses (``e.g.,``).
    """

    papers: tuple[str, ...]
    form: CitationForm = CitationForm.PARENTHETICAL
    names: str = ""
    note: str = ""


Part = str | Formula | CitationMark
"""A piece of a sentence."""


def shown_part(part: Part) -> str:
    """Return a part as plain text: a textual mark by its names, a parenthetical one left out."""
    if isinstance(part, str):
        return part
    return part.words if isinstance(part, Formula) else part.names


@dataclass(frozen=True, slots=True)
class Sentence:
    """A written sentence: plain text, formulas and citation marks in the order of reading.

    Spacing is in the text parts, except that the renderer puts the space before a parenthetical
    mark. The sentence ends with its full stop.
    """

    parts: tuple[Part, ...]
    kind: SentenceKind
    evidence: tuple[Evidence, ...]

    @property
    def cites(self) -> tuple[str, ...]:
        """Ids of the papers that the sentence cites, each once, in order."""
        marks = (part for part in self.parts if isinstance(part, CitationMark))
        return tuple(dict.fromkeys(paper for mark in marks for paper in mark.papers))

    @property
    def text(self) -> str:
        """The words alone: textual marks by their names, parenthetical ones left out.

        Where names end with a full stop ("et al."), that of the sentence does not follow it.
        """
        text, after_names = "", False
        for part in self.parts:
            words = shown_part(part)
            if not words:
                continue
            text += words.removeprefix(".") if after_names and text.endswith(".") else words
            after_names = isinstance(part, CitationMark)
        return text


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in plain text; those of level 1 stand right below the related work's own."""

    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, in a few words what it is about, and the headings right before it."""

    topic: str
    sentences: tuple[Sentence, ...]
    headings: tuple[Heading, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """What a run used: model calls, answers from the memo, tokens, wall-clock seconds.

    ``money`` is 0 where no prices are set. ``untold`` are the calls whose tokens nobody has
    counted: they are guessed here.
    """

    calls: int = 0
    memo_hits: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    money: float = 0.0
    steps: tuple[StepUsage, ...] = ()
    untold: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        steps = {step.step: step for step in self.steps}
        for step in other.steps:
            steps[step.step] = steps[step.step] + step if step.step in steps else step
        return Usage(
            self.calls + other.calls,
            self.memo_hits + other.memo_hits,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            round(self.seconds + other.seconds, 3),
            round(self.money + other.money, 6),
            tuple(steps.values()),
            self.untold + other.untold,
        )


@dataclass(frozen=True)
class Result:
    """A written related work.

    ``uncited`` and ``without_abstract`` are paper ids; ``warnings`` are for the author;
    ``alternatives`` are further versions of the whole text; ``trace`` records the method's steps
    as JSON values, and ``graphs`` are what can be drawn of them. ``taxonomy`` is the one that the
    text follows, which its author can edit as an outline. ``cut_short`` is what ended the run when
    the text was there already: a ``ModelError``, or that it was cancelled. Of a model's ``answers``
    to the method's questions ``unused_answers`` could not be used.
    """

    paragraphs: tuple[Paragraph, ...]
    uncited: tuple[str, ...] = ()
    without_abstract: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    alternatives: tuple[tuple[Paragraph, ...], ...] = ()
    usage: Usage = Usage()
    trace: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    graphs: tuple[Graph, ...] = ()
    taxonomy: Taxonomy | None = None
    cut_short: BaseException | None = None
    answers: int = 0
    unused_answers: int = 0
