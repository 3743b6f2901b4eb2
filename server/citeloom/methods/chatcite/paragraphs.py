"""Paragraphs that a turn wrote anew, put into the text that they come from.

The paper's summarizer writes the whole text in each turn, which for 45 references is some fifty
times the text that comes of it.
"""

from collections.abc import Collection, Sequence

from citeloom.grounding.closeness import closeness
from citeloom.methods.modelled.short_ids import ids_in
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenText,
)

_HALF = 0.5
"""A paragraph that cites this share of what another one cites is that one, written anew."""


def with_paragraphs(text: WrittenText, answer: WrittenText, new: Collection[str]) -> WrittenText:
    """Return a text with those paragraphs of an answer that cite ``new`` papers.

    Each takes the place of the paragraph of which it cites the most; sentences whose papers it lost
    stay. One that cites hardly any of what a paragraph cites is a new one, behind the closest; a
    sentence alone comes into that.
    """
    paragraphs = list(text.paragraphs)
    for own in answer.paragraphs:
        cited = _cited(own.sentences)
        if cited.isdisjoint(new):
            continue
        kept = _best([_share(_cited(part.sentences), cited) for part in paragraphs], _HALF)
        near = _best([closeness(_plain(own), _plain(part)) for part in paragraphs], 0.0)
        if kept is not None:
            lost = [it for it in paragraphs[kept].sentences if not _cited([it]) <= cited]
            paragraphs[kept] = _joined(own, lost)
        elif near is not None and len(own.sentences) == 1:
            paragraphs[near] = _joined(paragraphs[near], own.sentences)
        else:
            paragraphs.insert(len(paragraphs) if near is None else near + 1, own)
    return WrittenText(paragraphs=paragraphs)


def _best(values: Sequence[float], least: float) -> int | None:
    """Return the place of the largest value, the last of several; None below the least."""
    places = [place for place, value in enumerate(values) if value >= least]
    return max(places, key=lambda place: (values[place], place), default=None)


def _share(before: Collection[str], cited: Collection[str]) -> float:
    return len({*before} & {*cited}) / max(1, len(before))


def _cited(sentences: Sequence[str]) -> set[str]:
    return set(ids_in(" ".join(sentences)))


def _joined(paragraph: WrittenParagraph, more: Sequence[str]) -> WrittenParagraph:
    return paragraph.model_copy(update={"sentences": [*paragraph.sentences, *more]})


def _plain(paragraph: WrittenParagraph) -> str:
    return " ".join(paragraph.sentences)
