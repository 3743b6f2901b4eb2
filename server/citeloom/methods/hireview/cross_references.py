"""Sentences that point from a topic to papers that also belong to it, but stand elsewhere."""

from collections.abc import Iterator, Mapping, Sequence

from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.written_text import (
    PlannedParagraph,
    WrittenText,
    cited_ids,
)

MOST = 6
"""Papers that one topic points to at most; the trace has all."""

_WORDS = {
    "en": ("See also", "“{}”", "and"),
    "de": ("Siehe auch", "„{}“", "und"),
    "fr": ("Voir aussi", "« {} »", "et"),
    "es": ("Véase también", "«{}»", "y"),
    "it": ("Si veda anche", "«{}»", "e"),
    "pt": ("Ver também", "«{}»", "e"),
    "nl": ("Zie ook", "“{}”", "en"),
}
"""How a pointer begins, a name of a topic in quotes, and what stands before the last of several."""


def with_cross_references(
    text: WrittenText, taxonomy: Taxonomy, ids: ShortIds, language: str
) -> WrittenText:
    """Return a text in which a topic's last paragraph points to its papers of other topics.

    Only papers that the text cites are pointed to. In a language of which we have no words there
    are no pointers.
    """
    if language[:2] not in _WORDS:
        return text
    cited = set(cited_ids(text))
    home = {ids.short(paper): topic for topic in taxonomy.walk() for paper in topic.papers}
    paragraphs = list(text.paragraphs)
    for topic in taxonomy.walk():
        own = {ids.short(paper) for paper in topic.papers}
        below = {ids.short(paper) for paper in topic.all_papers()}
        further = [ids.short(paper) for paper in topic.also]
        pointed = [short for short in further if short in cited - below][:MOST]
        places = [
            at
            for at, paragraph in enumerate(paragraphs)
            if isinstance(paragraph, PlannedParagraph)
            and paragraph.sentences
            and own.intersection(paragraph.about)
        ]
        if pointed and places:
            last = paragraphs[places[-1]]
            sentence = _pointer(pointed, home, language[:2])
            new = {"sentences": [*last.sentences, sentence]}
            paragraphs[places[-1]] = last.model_copy(update=new)
    return WrittenText(paragraphs=paragraphs)


def _pointer(pointed: Sequence[str], home: Mapping[str, Topic], language: str) -> str:
    begin, quoted, conjunction = _WORDS[language]
    *first, last = (
        f"{quoted.format(name)} [{', '.join(group)}]" for name, group in _by_home(pointed, home)
    )
    listed = f"{', '.join(first)} {conjunction} {last}" if first else last
    return f"{begin} {listed}."


def _by_home(
    pointed: Sequence[str], home: Mapping[str, Topic]
) -> Iterator[tuple[str, Sequence[str]]]:
    for name in dict.fromkeys(home[short].name for short in pointed):
        yield name, [short for short in pointed if home[short].name == name]
