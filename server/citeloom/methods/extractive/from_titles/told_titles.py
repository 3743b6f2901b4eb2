"""Tell papers by their titles: what they study, the topics that they share, or not at all."""

from collections.abc import Container, Sequence

from citeloom.grounding.evidence import Evidence
from citeloom.methods.extractive.from_titles.shared_topics import (
    TitleTopic,
    TitleTopics,
    titles_as_sentences,
)
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_statements import title_statement
from citeloom.methods.result import CitationForm, CitationMark, Sentence, SentenceKind
from citeloom.methods.task import WritingTask
from citeloom.papers.authors import author_names
from citeloom.papers.paper import Paper

_MOST_NAMED = 3
"""Authors of no more papers are named before what they study."""


class ToldTitles:
    """What the titles of papers tell, group by group.

    ``others`` are texts in which names have their capitals.
    """

    def __init__(self, papers: Sequence[Paper], task: WritingTask, others: Sequence[str]) -> None:
        self.papers = {paper.id: paper for paper in papers}
        titled = [paper for paper in papers if paper.title.strip()]
        draft = task.draft
        said = (sentence for found in task.said_in_draft.values() for sentence in found)
        running = [draft.abstract, *(section.text for section in draft.sections), *said]
        self.names = NamesInTexts([*running, *others])
        self._all_names = NamesInTexts((paper.title for paper in titled), self.names)
        self._topics = TitleTopics(titles_as_sentences(titled, self._all_names))
        self._told: dict[str, Sentence | None] = {}

    def topics_of(self, papers: Sequence[str]) -> list[TitleTopic]:
        """Return the topics that several of some papers (ids) name in their titles."""
        return self._topics.shared_by(papers)

    def by_itself(self, paper: str) -> Sentence | None:
        """Return what a paper studies by its title; None where the title is no phrase for that."""
        if paper not in self._told:
            self._told[paper] = title_statement(self.papers[paper], self.names)
        return self._told[paper]

    def on_topic(self, topic: TitleTopic, briefly: Container[str]) -> Sentence:
        """Return the sentence that tells the papers which share a topic, some of them briefly."""
        papers = [self.papers[paper] for paper in topic.papers]
        named = [author_names(paper) for paper in papers]
        are_brief = any(paper.id in briefly for paper in papers)
        are_clear = len(set(named)) == len(named) and not any(" and " in it for it in named)
        if are_brief or len(papers) > _MOST_NAMED or not all(named) or not are_clear:
            return _several(papers, f"study {topic.text}")
        parts = (*_listed(papers), f" study {topic.text}.")
        return Sentence(parts, SentenceKind.STATEMENT, title_evidence(papers))

    def related(self, papers: Sequence[str], briefly: Container[str]) -> list[Sentence]:
        """Return sentences on papers of which no phrase says what they study: by quoted titles."""
        quoted = [self.papers[it] for it in papers if it not in briefly and self.papers[it].title]
        others = [self.papers[it] for it in papers if it in briefly or not self.papers[it].title]
        found: list[Sentence] = []
        if quoted:
            parts = ("Related work includes ", *_listed(quoted, with_titles=True), ".")
            found.append(Sentence(parts, SentenceKind.STATEMENT, title_evidence(quoted)))
        return [*found, *([_several(others, "report related work")] if others else [])]


def _several(papers: Sequence[Paper], what: str) -> Sentence:
    """Return a sentence that cites papers without the names of their authors."""
    who = {1: "One paper", 2: "Two papers"}.get(len(papers), "Several papers")
    what = what.replace("report", "reports") if len(papers) == 1 else what
    mark = CitationMark(tuple(paper.id for paper in papers))
    return Sentence((f"{who} {what}", mark, "."), SentenceKind.STATEMENT, title_evidence(papers))


def _listed(papers: Sequence[Paper], with_titles: bool = False) -> list[str | CitationMark]:
    """Return the authors of papers as they stand in a sentence, each with its citation."""
    parts: list[str | CitationMark] = []
    for at, paper in enumerate(papers):
        before = "" if at == 0 else ", " if at < len(papers) - 1 else " and "
        names = author_names(paper)
        form = CitationForm.TEXTUAL if names else CitationForm.PARENTHETICAL
        if with_titles:
            title = " ".join(paper.title.split()).rstrip(". ")
            before += f"“{title}”" + " by " * bool(names)
        parts += [before, CitationMark((paper.id,), form, names)]
    return parts if parts[0] else parts[1:]


def title_evidence(papers: Sequence[Paper]) -> tuple[Evidence, ...]:
    """Return the titles of papers as the sources of a sentence, or abstracts of those without."""
    return tuple(map(_evidence, papers))


def _evidence(paper: Paper) -> Evidence:
    source = "title" if paper.title.strip() else "abstract"
    text: str = getattr(paper, source)
    return Evidence(paper.id, source, text, 0, len(text), 1.0)
