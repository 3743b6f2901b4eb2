"""The sentences of an outline: topics with the papers whose titles name them."""

from collections.abc import Mapping, Sequence

from citeloom.grounding.evidence import Evidence
from citeloom.methods.extractive.from_titles.shared_topics import TitleTopic
from citeloom.methods.result import CitationMark, Sentence, SentenceKind
from citeloom.papers.paper import Paper

_ALONE = "The papers cited here deal with "
_FIRST = "One line of work deals with "
_LAST = "Closest to our topic are papers on "
_NEXT = (
    "Another line of work deals with ",
    "Several papers consider ",
    "A further group of papers is concerned with ",
    "Other papers are on ",
    "A further line of work considers ",
)
_BESIDE = ("Others are on ", "Beside these stand papers on ", "There are also papers on ")
_MOST_BESIDE = 3


def title_evidence(paper: Paper) -> Evidence:
    """Return a paper's title as the source of a sentence."""
    return Evidence(paper.id, "title", paper.title, 0, len(paper.title), 1.0)


def topic_sentences(
    topics: Sequence[TitleTopic],
    papers: Mapping[str, Paper],
    place: int,
    groups: int,
    closest: bool,
) -> list[Sentence]:
    """Return the sentences that name the topics of a group, the first of them as its lead.

    ``place`` is the place of the group among ``groups``; ``closest``: its first topic is the
    draft's own.
    """
    if not topics:
        return []
    start = _start(len(topics[0].papers), place, groups, closest)
    return [_sentence(start, topics[:1], papers), *topics_beside(topics[1:], papers, place)]


def topics_beside(
    topics: Sequence[TitleTopic], papers: Mapping[str, Paper], place: int
) -> list[Sentence]:
    """Return the sentences that name topics beside what a group has said already."""
    return [
        _sentence(
            _BESIDE[(place + at // _MOST_BESIDE) % len(_BESIDE)],
            topics[at : at + _MOST_BESIDE],
            papers,
        )
        for at in range(0, len(topics), _MOST_BESIDE)
    ]


def further_papers(papers: Sequence[Paper]) -> list[Sentence]:
    """Return the sentence that cites what no topic of a group names."""
    if not papers:
        return []
    mark = CitationMark(tuple(paper.id for paper in papers))
    evidence = tuple(title_evidence(paper) for paper in papers)
    return [Sentence(("See also", mark, "."), SentenceKind.STATEMENT, evidence)]


def _start(papers: int, place: int, groups: int, closest: bool) -> str:
    if groups == 1:
        return _ALONE
    if place == 0:
        return _FIRST
    start = _LAST if closest else _NEXT[(place - 1) % len(_NEXT)]
    return start.replace("Several", "Two") if papers == 2 else start


def _sentence(start: str, topics: Sequence[TitleTopic], papers: Mapping[str, Paper]) -> Sentence:
    parts: list[str | CitationMark] = []
    for at, topic in enumerate(topics):
        before = start if at == 0 else ", and on " if at == len(topics) - 1 > 1 else " and on "
        if 0 < at < len(topics) - 1:
            before = ", on "
        parts += [before + topic.text, CitationMark(topic.papers)]
    evidence = tuple(title_evidence(papers[paper]) for topic in topics for paper in topic.papers)
    return Sentence((*parts, "."), SentenceKind.STATEMENT, evidence)
