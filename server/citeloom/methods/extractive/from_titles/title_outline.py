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
    topics_beside,
)
from citeloom.methods.extractive.from_titles.shared_topics import TitleTopic, TitleTopics
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_profiles import (
    title_profiles,
    titles_as_sentences,
)
from citeloom.methods.extractive.titles import title_sentences
from citeloom.methods.result import Paragraph, Sentence
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper

_FEW = 25
"""So few papers are named by their titles, where these share nothing; of more the keys are said."""


class ToldTitles:
    """What the titles of papers tell, group by group; those without a title are left out."""

    def __init__(self, papers: Sequence[Paper], task: WritingTask) -> None:
        self.papers = {paper.id: paper for paper in papers if paper.title.strip()}
        titled, draft = self.papers.values(), task.draft
        said = (sentence for found in task.said_in_draft.values() for sentence in found)
        running = [draft.abstract, *(section.text for section in draft.sections), *said]
        names_known = NamesInTexts([*(paper.title for paper in titled), *running])
        self._topics = TitleTopics(titles_as_sentences(titled, names_known), running)
        self._taken: set[tuple[str, ...]] = set()

    def paragraph(self, group: Sequence[str], place: int, groups: int, own: Vector) -> Paragraph:
        """Return the topics of a group of papers (ids), then the titles that name none.

        ``own`` is the draft's vector, which the last group is the closest to.
        """
        found = self._of(group)
        closest = False
        if found:
            self._taken.add(found[0].stems)
            closest = place == groups - 1 and all(term in own for term in found[0].stems)
        sentences = topic_sentences(found, self.papers, place, groups, closest)
        sentences += self._others(group, found, place)
        return Paragraph(found[0].text if found else "", tuple(sentences))

    def beside(self, group: Sequence[str], place: int) -> list[Sentence]:
        """Return the same for a paragraph in which other papers of the group stand first."""
        found = self._of(group)
        return topics_beside(found, self.papers, place) + self._others(group, found, place)

    def _of(self, group: Sequence[str]) -> list[TitleTopic]:
        return self._topics.shared_by([it for it in group if it in self.papers], self._taken)

    def _others(
        self, group: Sequence[str], found: Sequence[TitleTopic], place: int
    ) -> list[Sentence]:
        named = {name for topic in found for name in topic.papers}
        left = [self.papers[it] for it in group if it in self.papers and it not in named]
        if len(self.papers) > _FEW:
            return further_papers(left)
        return [*title_sentences(left, place)]


def title_outline(papers: Sequence[Paper], task: WritingTask) -> tuple[Paragraph, ...]:
    """Return a paragraph for each group of papers: its topics, then the titles that name none.

    Papers are grouped by their titles, venues and the sentences of the draft that cite them. Those
    without a title are left out.
    """
    titled = [paper for paper in papers if paper.title.strip()]
    if not titled:
        return ()
    groups, own = group_by_titles(titled, task)
    told = ToldTitles(titled, task)
    return tuple(
        told.paragraph([paper.id for paper in group], place, len(groups), own)
        for place, group in enumerate(groups)
    )


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
