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
from citeloom.grounding.evidence import source_in_words
from citeloom.methods.result import CitationMark, Sentence, shown_part
from citeloom.placing.render import RenderedParagraph, RenderedText


@dataclass(frozen=True)
class SourcePreview:
    """A sentence of a paper; ``where`` says which text of the paper it stands in."""

    key: str
    where: str
    sentence: str


@dataclass(frozen=True)
class SentencePreview:
    """A written sentence, its citations as keys in brackets.

    ``doubts`` say what it holds that its papers do not say.
    """

    text: str
    sources: tuple[SourcePreview, ...]
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
        _paragraph(paragraph, rendered.keys, doubts, numbers) for paragraph in rendered.paragraphs
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
    keys: Mapping[str, str],
    doubts: Mapping[int, tuple[WrittenDoubt, ...]],
    numbers: Iterator[int],
) -> ParagraphPreview:
    sentences = tuple(
        SentencePreview(
            _as_read(written.sentence, keys),
            _sources(written.sentence, keys),
            tuple(doubt.reason for doubt in doubts.get(next(numbers), ())),
        )
        for written in paragraph.sentences
    )
    return ParagraphPreview(paragraph.topic, sentences, paragraph.is_heading)


def _sources(sentence: Sentence, keys: Mapping[str, str]) -> tuple[SourcePreview, ...]:
    return tuple(
        SourcePreview(
            keys.get(evidence.paper, evidence.paper),
            source_in_words(evidence.source, keys.get(evidence.by, evidence.by)),
            evidence.sentence,
        )
        for evidence in sentence.evidence
    )


def _as_read(sentence: Sentence, keys: Mapping[str, str]) -> str:
    read = ""
    for part in sentence.parts:
        read += shown_part(part)
        if isinstance(part, CitationMark) and part.papers:
            cited = ", ".join(keys[paper] for paper in part.papers)
            read = f"{read.rstrip()} [{f'{part.note} {cited}'.strip()}]"
    return read.strip()
