"""Candidates for suggestions from the entries of the .bib files that the draft does not cite."""

from dataclasses import dataclass

from citeloom.actions.context import Context, Opened
from citeloom.actions.papers.knowledge import retraction_words
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.query_texts import best_ids, query_texts, text_of
from citeloom.actions.suggesting.sources import Candidates
from citeloom.corpus.fusion import best_first
from citeloom.draft.project import Project
from citeloom.draft.references import cited_entries
from citeloom.problem import Problem
from citeloom_latex.bib.resolve import ResolvedEntry

MOST_FOUND = 50
"""Entries that are looked at more closely."""

_VOLUMES = frozenset({"proceedings", "collection", "periodical", "reference", "set", "xdata"})
"""Types of entries that hold papers and are none."""


@dataclass(frozen=True)
class BibSource:
    """The entries that the draft does not cite yet, searched by the words of their papers."""

    opened: Opened
    context: Context

    @property
    def name(self) -> str:
        return "your .bib files"

    async def find(self, query: SuggestionQuery) -> Candidates:
        # What is wrong with the store or a library was told when the references were read.
        problems: list[Problem] = []
        project = self.opened.project
        entries = [
            entry
            for entry in uncited_entries(project)
            if entry.entry.type.removeprefix("mv") not in _VOLUMES
            and not project.library.is_no_paper(entry)
        ]
        known = read_papers(entries, project, self.context, problems)
        papers = [
            own.paper for own in known if own.paper.title and not retraction_words(own.notices)
        ]
        if not papers:
            return Candidates()
        from citeloom.corpus.title_index import TitleIndex

        index = TitleIndex([text_of(paper.title, paper.abstract) for paper in papers])
        wanted = query_texts(query)
        rankings = []
        for text in wanted:
            values = index.scores(text.words)
            found = {paper.id: float(values[place]) for place, paper in enumerate(papers)}
            near = {name: score for name, score in found.items() if score > 0}
            rankings.append(best_first(near)[:MOST_FOUND])
        of_id = {paper.id: paper for paper in papers}
        best = best_ids(rankings, wanted)[:MOST_FOUND]
        return Candidates(tuple(of_id[name] for name in best))


def uncited_entries(project: Project) -> tuple[ResolvedEntry, ...]:
    """Return the entries of a draft's .bib files that it does not cite."""
    cited = {entry.entry.key for entry in cited_entries(project)}
    return tuple(entry for key, entry in project.entry_of.items() if entry.entry.key not in cited)
