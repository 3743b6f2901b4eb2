"""The outline: which papers each paragraph is about, in which order, and its topic."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.grounding.vectors import Vector
from citeloom.methods.extractive.arranging.groups import (
    by_closeness,
    group_count,
    group_papers,
    reading_order,
    with_strangers_moved,
)
from citeloom.methods.extractive.arranging.phrases import phrases_of, topic_of
from citeloom.methods.extractive.candidates import CandidateSentence, Profile
from citeloom.methods.port import Progress, counted


@dataclass(frozen=True, slots=True)
class Group:
    """The papers (ids) of a paragraph, in order, and their topic, as somebody would say it."""

    papers: tuple[str, ...]
    topic: str


def outline(
    papers: Sequence[Profile],
    sentences: Sequence[CandidateSentence],
    draft: Vector,
    paragraphs: int | None,
    progress: Progress | None = None,
) -> list[Group]:
    """Return the groups of papers in the order of their paragraphs.

    Parameters
    ----------
    sentences
        All sentences of all papers, and their titles.
    paragraphs
        How many groups are asked for; None leaves it to the number of papers.
    """
    if not papers:
        return []
    parts = group_papers(
        papers, group_count(len(papers), paragraphs), paragraphs is not None, progress
    )
    if paragraphs is None:
        parts = with_strangers_moved(parts, papers)
    parts = by_closeness(parts, papers, draft)
    phrases = phrases_of(sentences, progress)
    groups: list[Group] = []
    for part in counted(parts, progress, "naming topics"):
        names = tuple(papers[at].paper.id for at in reading_order(part, papers))
        taken = [group.topic for group in groups]
        groups.append(Group(names, topic_of(names, phrases, len(papers), taken)))
    return groups
