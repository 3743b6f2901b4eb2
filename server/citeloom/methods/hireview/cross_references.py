"""Sentences that point from a topic to papers that also belong to it, but stand elsewhere."""

from collections.abc import Iterator

from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.written_text import (
    PlannedParagraph,
    WrittenSentence,
    WrittenText,
    cited_ids,
)

MOST = 6
"""Papers that one topic points to at most; the trace has all."""

_WORDS = {
    "en": ("See also {}.", "[{}] under “{}”", " and "),
    "de": ("Siehe auch {}.", "[{}] unter „{}“", " und "),
    "fr": ("Voir aussi {}.", "[{}] sous « {} »", " et "),
    "es": ("Véase también {}.", "[{}] en «{}»", " y "),
    "it": ("Si veda anche {}.", "[{}] in «{}»", " e "),
    "pt": ("Ver também {}.", "[{}] em «{}»", " e "),
    "nl": ("Zie ook {}.", "[{}] onder “{}”", " en "),
}


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


def _pointer(pointed: list[str], home: dict[str, Topic], language: str) -> WrittenSentence:
    whole, part, conjunction = _WORDS[language]
    parts = [part.format(", ".join(group), name) for name, group in _by_home(pointed, home)]
    return WrittenSentence(text=whole.format(_listed(parts, conjunction)), cites=pointed)


def _by_home(pointed: list[str], home: dict[str, Topic]) -> Iterator[tuple[str, list[str]]]:
    names = dict.fromkeys(home[short].name for short in pointed)
    for name in names:
        yield name, [short for short in pointed if home[short].name == name]


def _listed(parts: list[str], conjunction: str) -> str:
    *first, last = parts
    return f"{', '.join(first)}{conjunction}{last}" if first else last
