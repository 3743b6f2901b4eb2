"""Tell papers by their titles: what they study, the topics that they share, or not at all."""

from collections.abc import Callable, Sequence

from citeloom.grounding.evidence import Evidence
from citeloom.methods.extractive.from_titles.shared_topics import (
    TitleTopics,
    titles_as_sentences,
)
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_statements import title_statement
from citeloom.methods.result import CitationForm, CitationMark, Sentence, SentenceKind
from citeloom.methods.task import WritingTask
from citeloom.papers.authors import author_names
from citeloom.papers.paper import Paper


class ToldTitles:
    """What the titles of papers tell, group by group.

    ``others`` are texts in which names have their capitals.
    """

    def __init__(self, papers: Sequence[Paper], task: WritingTask, others: Sequence[str]) -> None:
        self._papers = {paper.id: paper for paper in papers}
        titled = [paper for paper in papers if paper.title.strip()]
        draft = task.draft
        said = (sentence for found in task.said_in_draft.values() for sentence in found)
        running = [draft.abstract, *(section.text for section in draft.sections), *said]
        self.names = NamesInTexts([*running, *others])
        self._all_names = NamesInTexts((paper.title for paper in titled), self.names)
        self._topics = TitleTopics(titles_as_sentences(titled, self._all_names))
        self._told: dict[str, Sentence | None] = {}

    def sentences(self, papers: Sequence[str], briefly: frozenset[str]) -> list[Sentence]:
        """Return sentences on papers (ids) of which no sentence of an abstract is told.

        Those whose titles share a topic are told together, others by what their titles say or
        quoted; of those told ``briefly`` that share none nothing is said.
        """
        own = {it: told for it in papers if it not in briefly and (told := self._by_itself(it))}
        known = {paper for paper in own if self._papers[paper].abstract}
        topics = self._topics.shared_by([paper for paper in papers if paper not in known])
        together = {paper for topic in topics for paper in topic.papers}
        found = [self._several(topic.papers, f"study {topic.text}") for topic in topics]
        alone = [paper for paper in papers if paper not in together]
        found += [own[paper] for paper in alone if paper in own]
        rest = [paper for paper in alone if paper not in own]
        quoted = [self._papers[it] for it in rest if it not in briefly and self._papers[it].title]
        if quoted:
            parts = ("Related work includes ", *in_a_list(quoted, _by_title), ".")
            found.append(Sentence(parts, SentenceKind.STATEMENT, title_evidence(quoted)))
        others = [paper for paper in rest if self._papers[paper] not in quoted]
        if len(others) == 1 and self._papers[others[0]].title:
            # Alone it is told as others are: no words are spared by saying nothing of it.
            return self.sentences(papers, briefly.difference(others))
        if others:
            report = "reports" if len(others) == 1 else "report"
            found.append(self._several(others, f"{report} related work"))
        return found

    def _by_itself(self, paper: str) -> Sentence | None:
        if paper not in self._told:
            self._told[paper] = title_statement(self._papers[paper], self.names)
        return self._told[paper]

    def _several(self, ids: Sequence[str], done: str) -> Sentence:
        """Return a sentence that cites papers without the names of their authors."""
        who = {1: "One paper", 2: "Two papers"}.get(len(ids), "Several papers")
        evidence = title_evidence([self._papers[it] for it in ids])
        parts = (f"{who} {done}", CitationMark(tuple(ids)), ".")
        return Sentence(parts, SentenceKind.STATEMENT, evidence)


def in_a_list(
    papers: Sequence[Paper],
    told: Callable[[Paper], tuple[str, CitationMark]],
    conjunction: str = " and ",
) -> list[str | CitationMark]:
    """Return papers as a list in a sentence, each told by words before its citation."""
    parts: list[str | CitationMark] = []
    for at, paper in enumerate(papers):
        words, mark = told(paper)
        between = "" if at == 0 else ", " if at < len(papers) - 1 else conjunction
        parts += [between + words, mark]
    return [part for part in parts if part]


def _by_title(paper: Paper) -> tuple[str, CitationMark]:
    names, title = author_names(paper), f"“{title_of(paper)}”"
    if not names:
        return title, CitationMark((paper.id,))
    return f"{title} by ", CitationMark((paper.id,), CitationForm.TEXTUAL, names)


def title_of(paper: Paper) -> str:
    """Return a title as it is quoted."""
    return " ".join(paper.title.split()).rstrip(". ")


def title_evidence(papers: Sequence[Paper]) -> tuple[Evidence, ...]:
    """Return the titles of papers as the sources of a sentence, or abstracts of those without."""
    return tuple(map(_evidence, papers))


def _evidence(paper: Paper) -> Evidence:
    source = "title" if paper.title.strip() else "abstract"
    text: str = getattr(paper, source)
    return Evidence(paper.id, source, text, 0, len(text), 1.0)
