"""Write an outline of papers of which only the titles are known."""

from collections.abc import Sequence

from citeloom.grounding.vectors import Vector, tf_idf
from citeloom.grounding.words import terms
from citeloom.methods.extractive.arranging.groups import (
    by_closeness,
    group_count,
    group_papers,
    reading_order,
    without_small,
)
from citeloom.methods.extractive.from_titles.sentences_on_topics import (
    further_papers,
    topic_sentences,
)
from citeloom.methods.extractive.from_titles.shared_topics import TitleTopics
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_profiles import (
    title_profiles,
    titles_as_sentences,
)
from citeloom.methods.extractive.titles import title_sentences
from citeloom.methods.result import Paragraph
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper

_FEW = 25
"""So few papers are named by their titles, where these share nothing; of more the keys are said."""


def title_outline(papers: Sequence[Paper], task: WritingTask) -> tuple[Paragraph, ...]:
    """Return a paragraph for each group of papers: its topics, then the titles that name none.

    Papers are grouped by their titles, venues and the sentences of the draft that cite them. Those
    without a title are left out.
    """
    titled = [paper for paper in papers if paper.title.strip()]
    if not titled:
        return ()
    groups, own = group_by_titles(titled, task)
    draft = task.draft
    said = (sentence for found in task.said_in_draft.values() for sentence in found)
    running = [draft.abstract, *(section.text for section in draft.sections), *said]
    names_known = NamesInTexts([*(paper.title for paper in titled), *running])
    topics = TitleTopics(titles_as_sentences(titled, names_known), running)
    by_id = {paper.id: paper for paper in titled}
    taken: set[tuple[str, ...]] = set()
    paragraphs: list[Paragraph] = []
    for place, group in enumerate(groups):
        names = [paper.id for paper in group]
        found = topics.shared_by(names, taken)
        closest = False
        if found:
            taken.add(found[0].stems)
            closest = place == len(groups) - 1 and all(term in own for term in found[0].stems)
        sentences = topic_sentences(found, by_id, place, len(groups), closest)
        named = {name for topic in found for name in topic.papers}
        others = [by_id[name] for name in names if name not in named]
        if len(titled) > _FEW:
            sentences += further_papers(others)
        else:
            sentences += title_sentences(others, place)
        topic = found[0].text if found else ""
        paragraphs.append(Paragraph(topic, tuple(sentences)))
    return tuple(paragraphs)


def group_by_titles(titled: Sequence[Paper], task: WritingTask) -> tuple[list[list[Paper]], Vector]:
    """Return papers in groups by their titles, in reading order, and the draft's own vector."""
    draft = task.draft
    profiles, weights = title_profiles(titled, task.said_in_draft)
    own = tf_idf(terms(f"{draft.title}. {draft.abstract}"), weights)
    parts = group_papers(
        profiles, group_count(len(titled), task.paragraphs), task.paragraphs is not None
    )
    if task.paragraphs is None:
        parts = without_small(parts, profiles)
    groups = [
        [profiles[at].paper for at in reading_order(part, profiles)]
        for part in by_closeness(parts, profiles, own)
    ]
    return groups, own
