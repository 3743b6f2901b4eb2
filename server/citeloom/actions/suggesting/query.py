"""What suggestions are searched by: the draft, the sentences that are asked about, references."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from citeloom.actions.context import Context, Opened, project_folder
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.actions.suggesting.draft_sentences import (
    WHOLE_DRAFT,
    AskedSentence,
    DraftPart,
    asked_sentences,
)
from citeloom.draft.draft_text import draft_text
from citeloom.draft.project import Project
from citeloom.draft.references import cited_entries
from citeloom.grounding.vectors import cosine, idf, tf_idf
from citeloom.methods.task import DraftText
from citeloom.papers.paper import Paper
from citeloom.problem import Problem
from citeloom.words import terms
from citeloom_latex.bib.resolve import ResolvedEntry

MOST_REFERENCES = 500
"""References that a search goes by at most, those that are cited first."""


@dataclass(frozen=True)
class SuggestionQuery:
    """What candidates are searched by.

    Parameters
    ----------
    draft
        Its title, abstract and sections, without the related work.
    sentences
        Those of the part that was asked about, in reading order.
    known
        What is known of the papers that the draft cites; where it cites none, of those of its .bib
        files.
    is_whole
        Whether the whole draft was asked about, not a section or a sentence.
    open_part
        The same without what stands in files outside of the project; None where nothing does.
    """

    draft: DraftText
    sentences: tuple[AskedSentence, ...] = ()
    known: tuple[PaperKnowledge, ...] = ()
    is_whole: bool = True
    open_part: "SuggestionQuery | None" = field(default=None, repr=False)

    @property
    def references(self) -> tuple[Paper, ...]:
        """The papers of ``known``, each with its citation keys."""
        return tuple(known.paper for known in self.known)

    @property
    def text(self) -> str:
        """The draft's title and abstract."""
        return f"{self.draft.title}\n{self.draft.abstract}".strip()

    @property
    def part(self) -> str:
        """The sentences that were asked about as one text."""
        return " ".join(asked.sentence.text for asked in self.sentences)

    @property
    def sendable(self) -> "SuggestionQuery":
        """What may be sent to those whom the user has agreed to."""
        return self.open_part or self


def query_of(
    opened: Opened, context: Context, part: DraftPart, problems: list[Problem]
) -> SuggestionQuery:
    """Return what is searched by for a part of a draft; ``problems`` gets warnings."""
    project = opened.project
    entries = _entries(project)
    query = SuggestionQuery(
        draft_text(project, opened.related_work),
        asked_sentences(opened, part),
        read_papers(entries, project, context, problems),
        part == WHOLE_DRAFT,
    )
    folder = project_folder(project, project.root, context)
    outside = frozenset(folder.outside((*project.documents, *project.files_of(entries))))
    return replace(query, open_part=_open_part(query, opened, outside)) if outside else query


def _entries(project: Project) -> Sequence[ResolvedEntry]:
    cited = cited_entries(project)
    return (cited or tuple(project.entry_of.values()))[:MOST_REFERENCES]


def _open_part(
    query: SuggestionQuery, opened: Opened, outside: Collection[Path]
) -> SuggestionQuery:
    project = opened.project

    def is_open(known: PaperKnowledge) -> bool:
        entries = [entry for key in known.own.keys if (entry := project.entry(key)) is not None]
        return not any(path in outside for path in project.files_of(entries))

    return SuggestionQuery(
        draft_text(project, opened.related_work, outside),
        tuple(asked for asked in query.sentences if asked.sentence.path not in outside),
        tuple(known for known in query.known if is_open(known)),
        query.is_whole,
    )


_REFERENCES_OF_PART = 10
"""References that count beside a section or a sentence: those nearest to it."""

_PART = 6
"""How often a sentence or section counts that was asked about, where a reference counts once."""


def query_texts(query: SuggestionQuery) -> tuple[str, ...]:
    """Return what papers are searched by together: the part asked about, the draft, references."""
    own, references = [query.text], query.references
    if not query.is_whole:
        own = [*[query.part] * _PART, query.text]
        references = _nearest(query)
    texts = (*own, *(paper.text for paper in references))
    return tuple(text for text in texts if text)


def _nearest(query: SuggestionQuery) -> tuple[Paper, ...]:
    """Return the references that a part of the draft cites, then those nearest to it by words."""
    cited = {key for asked in query.sentences for key in asked.keys}
    near = nearness(query.part, query.references)
    places = sorted(
        range(len(near)),
        key=lambda place: (cited.isdisjoint(query.references[place].keys), -near[place], place),
    )
    return tuple(query.references[place] for place in sorted(places[:_REFERENCES_OF_PART]))


def nearness(text: str, papers: Sequence[Paper]) -> list[float]:
    """Return how near papers are to a text by words: cosines, from 0 to 1."""
    found = [terms(paper.text) for paper in papers]
    weights = idf(found)
    wanted = tf_idf(terms(text), weights)
    return [cosine(wanted, tf_idf(own, weights)) for own in found]
