"""Search the entries of a draft's .bib files by words."""

from dataclasses import dataclass

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.agents.word_search import papers_with_words
from citeloom.actions.papers.knowledge import retraction_words
from citeloom.papers.authors import author_names
from citeloom.papers.paper import Paper


@dataclass(frozen=True)
class FoundReference:
    """A paper of the .bib files, how well it fits, and whether the draft cites it.

    ``retraction`` says that it was retracted or withdrawn; empty else.
    """

    paper: Paper
    score: float
    is_cited: bool
    retraction: str

    @property
    def people(self) -> str:
        return author_names(self.paper)


def search_references(
    given: AgentProject, query: str, most: int = 20
) -> tuple[FoundReference, ...]:
    """Return the entries that have words of a query, the best first."""
    cited = given.project.times_cited
    papers = [known.paper for known in given.known]
    retraction = {it.paper.id: retraction_words(it.notices) for it in given.known if it.notices}
    return tuple(
        FoundReference(
            paper,
            score,
            any(key.lower() in cited for key in paper.keys),
            retraction.get(paper.id, ""),
        )
        for paper, score in papers_with_words(query, papers)[:most]
    )
