"""A preview of written paragraphs, each sentence with its sources."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from citeloom.actions.checking.claims.written_doubts import (
    DoubtfulSentence,
    WrittenDoubt,
    doubts_by_number,
    doubts_in_words,
)
from citeloom.actions.checking.claims.written_scores import copied_in_words
from citeloom.actions.writing.waiting import SectionText
from citeloom.methods.result import CitationMark, Sentence, shown_part
from citeloom.placing.record import RecordedEvidence, recorded_sentence
from citeloom.placing.render import RenderedParagraph, RenderedText


@dataclass(frozen=True)
class SentencePreview:
    """A written sentence, its citations as keys in brackets.

    ``doubts`` say what it holds that its papers do not say.
    """

    text: str
    sources: tuple[RecordedEvidence, ...]
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True)
class ParagraphPreview:
    """A written paragraph; its topic may be empty. A heading is one with a single sentence."""

    topic: str
    sentences: tuple[SentencePreview, ...]
    is_heading: bool = False


def preview_paragraphs(
    rendered: RenderedText, doubtful: Iterable[DoubtfulSentence] = ()
) -> tuple[ParagraphPreview, ...]:
    """Return the paragraphs of a text as they will read; ``doubtful`` are sentences of it."""
    doubts, numbers = doubts_by_number(doubtful), count()
    return tuple(
        _paragraph(paragraph, rendered, doubts, numbers) for paragraph in rendered.paragraphs
    )


def preview_foot(content: SectionText, version: int) -> str:
    """Return what is said below a version: what is copied or to be checked, what it rests on."""
    said = [copied_in_words(content.scores[version])] if content.scores else []
    said.append(doubts_in_words(content.doubtful_in(version)))
    if mark := content.basis(version).mark:
        said.append(f"{mark[0].upper()}{mark[1:]}.")
    return " ".join(filter(None, said))


def _paragraph(
    paragraph: RenderedParagraph,
    rendered: RenderedText,
    doubts: Mapping[int, tuple[WrittenDoubt, ...]],
    numbers: Iterator[int],
) -> ParagraphPreview:
    sentences = tuple(
        SentencePreview(
            as_read(written.sentence, rendered.keys),
            recorded_sentence(written, rendered).evidence,
            tuple(doubt.reason for doubt in doubts.get(next(numbers), ())),
        )
        for written in paragraph.sentences
    )
    return ParagraphPreview(paragraph.topic, sentences, paragraph.is_heading)


def as_read(sentence: Sentence, keys: Mapping[str, str]) -> str:
    """Return a sentence as it reads, its citations as keys in brackets."""
    read = ""
    for part in sentence.parts:
        read += shown_part(part)
        if isinstance(part, CitationMark) and part.papers:
            cited = ", ".join(keys[paper] for paper in part.papers)
            read = f"{read.rstrip()} [{f'{part.note} {cited}'.strip()}]"
    return read.strip()
