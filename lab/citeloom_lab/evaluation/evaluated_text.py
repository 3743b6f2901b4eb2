"""A written text as it is measured, read and kept: sentences of words and citation marks."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from citeloom.grounding.sentences import sentences
from citeloom.methods.result import (
    CitationForm,
    CitationMark,
    Paragraph,
    Part,
    Result,
    SentenceKind,
    Usage,
    shown_part,
)
from citeloom_lab.evaluation.example import Example, GoldPart


@dataclass(frozen=True, slots=True)
class EvaluatedSentence:
    """A sentence: words and citation marks in order, and the source sentences behind it."""

    parts: tuple[GoldPart, ...]
    sources: tuple[str, ...] = ()
    is_lead: bool = False

    @property
    def cites(self) -> tuple[str, ...]:
        """Ids of the papers that it cites, each once, in order."""
        marks = (part for part in self.parts if isinstance(part, CitationMark))
        return tuple(dict.fromkeys(paper for mark in marks for paper in mark.papers))


@dataclass(frozen=True)
class EvaluatedText:
    """What a method has written for an example, and what that took.

    ``model`` is the model that it asked, as its answers say. ``failure`` says why there is no
    text, ``fault`` what is wrong with a text that its checks refuse: nobody would have got it.
    ``warnings`` are what its author would have been told.
    """

    paragraphs: tuple[tuple[EvaluatedSentence, ...], ...]
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    failure: str = ""
    fault: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[EvaluatedSentence, ...]:
        """All its sentences in order."""
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph)

    @property
    def parts(self) -> tuple[GoldPart, ...]:
        """All its words and marks in order, a space between two sentences."""
        return tuple(part for sentence in self.sentences for part in (*sentence.parts, " "))


def written_paragraphs(result: Result) -> tuple[tuple[EvaluatedSentence, ...], ...]:
    """Return the text of a result."""
    return tuple(map(_sentences_of, result.paragraphs))


def _sentences_of(paragraph: Paragraph) -> tuple[EvaluatedSentence, ...]:
    return tuple(
        EvaluatedSentence(
            tuple(map(_part, sentence.parts)),
            tuple(dict.fromkeys(evidence.sentence for evidence in sentence.evidence)),
            sentence.kind is SentenceKind.LEAD,
        )
        for sentence in paragraph.sentences
    )


def _part(part: Part) -> GoldPart:
    return part if isinstance(part, CitationMark) else shown_part(part)


def authors_text(example: Example) -> EvaluatedText:
    """Return the text of an example's authors in one paragraph, to be measured as others are."""
    whole = "".join(part if isinstance(part, str) else _HOLD for part in example.gold)
    marks = (part for part in example.gold if isinstance(part, CitationMark))
    return EvaluatedText(
        (
            tuple(
                EvaluatedSentence(tuple(_with_marks(sentence.text, marks)))
                for sentence in sentences(whole)
            ),
        )
    )


_HOLD = "\ue000"
"""Stands for a mark while a text is split into sentences; no text has it."""


def _with_marks(text: str, marks: Iterator[CitationMark]) -> Iterator[GoldPart]:
    first, *others = text.split(_HOLD)
    if first:
        yield first
    for number, words in enumerate(others):
        mark = next(marks)
        stands_first = not number and not first.strip()
        yield CitationMark(mark.papers, CitationForm.TEXTUAL) if stands_first else mark
        if words:
            yield words
