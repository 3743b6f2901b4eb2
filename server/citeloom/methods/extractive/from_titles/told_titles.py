"""Tell papers by their titles: what they study, the topics that they share, or not at all."""

from collections.abc import Container, Sequence

from citeloom.grounding.evidence import Evidence
from citeloom.methods.extractive.from_titles.shared_topics import TitleTopic, TitleTopics
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_profiles import titles_as_sentences
from citeloom.methods.extractive.from_titles.title_statements import title_statement
from citeloom.methods.extractive.rewriting.names import first_mention
from citeloom.methods.extractive.text.cleaning import without_markup
from citeloom.methods.result import CitationForm, CitationMark, Sentence, SentenceKind
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper

_STARTS = ("There is work on ", "Other papers are on ")
_MANY = 3
"""So many papers that share a topic are told together."""


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
        self.all_names = NamesInTexts((paper.title for paper in titled), self.names)
        self._topics = TitleTopics(titles_as_sentences(titled, self.all_names))
        self._told: dict[tuple[str, int], Sentence | None] = {}

    def one_by_one(self, paper: str, turn: int = 0) -> Sentence | None:
        """Return what a paper studies by its title; None where the title is no phrase for that."""
        if (paper, turn) not in self._told:
            self._told[paper, turn] = title_statement(self._papers[paper], self.names, turn)
        return self._told[paper, turn]

    def sentences(
        self, papers: Sequence[str], place: int, together: bool = False
    ) -> list[Sentence]:
        """Return the sentences on the papers (ids) of a group; ``place`` varies their words.

        Papers are told one by one where they can, and three that share a topic together.
        ``together``: all that share one are, to save words.
        """
        one = {it: told for it in papers if (told := self.one_by_one(it, place))}
        topics = [
            topic
            for topic in self._topics.shared_by(papers)
            if together or len(topic.papers) >= _MANY or not self._have_authors(topic.papers, one)
        ]
        named = {it for topic in topics for it in topic.papers}
        alone = [] if together else [told for it, told in one.items() if it not in named]
        rest = [it for it in papers if it not in named and (together or it not in one)]
        left = [self._papers[it] for it in rest]
        whole = [] if together else [it for it in left if it.title.strip()]
        bare = [it for it in left if it not in whole]
        by_whole = by_whole_titles([(it, "") for it in whole])
        return [*self._on(topics, place), *alone, *by_whole, *see_also(bare)]

    def _have_authors(self, papers: Sequence[str], one: Container[str]) -> bool:
        """Tell whether papers can be told one by one, each by its authors."""
        return all(it in one and self._papers[it].authors for it in papers)

    def _on(self, topics: Sequence[TitleTopic], place: int) -> list[Sentence]:
        """Return the sentence that cites the papers of each topic."""
        if not topics:
            return []
        parts: list[str | CitationMark] = []
        for at, topic in enumerate(topics):
            before = (
                _STARTS[place % 2] if at == 0 else ", on " if at < len(topics) - 1 else " and on "
            )
            parts += [before + topic.text, CitationMark(topic.papers)]
        evidence = title_evidence(
            [self._papers[paper] for topic in topics for paper in topic.papers]
        )
        return [Sentence((*parts, "."), SentenceKind.STATEMENT, evidence)]


def title_evidence(papers: Sequence[Paper]) -> tuple[Evidence, ...]:
    """Return the titles of papers as the sources of a sentence, or abstracts of those without."""
    return tuple(
        Evidence(paper.id, source, text, 0, len(text), 1.0)
        for paper in papers
        for source, text in [_source(paper)]
    )


def see_also(papers: Sequence[Paper]) -> tuple[Sentence, ...]:
    """Return the sentence that cites papers of which nothing is said: untitled, or for length."""
    if not papers:
        return ()
    mark = CitationMark(tuple(paper.id for paper in papers))
    return (Sentence(("See also", mark, "."), SentenceKind.STATEMENT, title_evidence(papers)),)


def by_whole_titles(papers: Sequence[tuple[Paper, str]]) -> tuple[Sentence, ...]:
    """Return a sentence on each paper with a title, word for word; each has its language's name."""
    return tuple(_by_whole_title(paper, name) for paper, name in papers if paper.title.strip())


def _by_whole_title(paper: Paper, language: str) -> Sentence:
    title = (
        " ".join(without_markup(paper.title).split())
        .rstrip(".")
        .replace("“", "‘")
        .replace("”", "’")
    )
    said = f"“{title}”" + (f" (in {language})" if language else "")
    evidence = title_evidence([paper])
    subject = first_mention(paper, 0)
    if not subject.names:
        parts = (f"There is also {said}", CitationMark((paper.id,)), ".")
        return Sentence(parts, SentenceKind.STATEMENT, evidence)
    mark = CitationMark((paper.id,), CitationForm.TEXTUAL, subject.names)
    verb = "writes" if subject.is_singular else "write"
    return Sentence((mark, f" {verb} on {said}."), SentenceKind.STATEMENT, evidence)


def _source(paper: Paper) -> tuple[str, str]:
    return ("title", paper.title) if paper.title.strip() else ("abstract", paper.abstract)
