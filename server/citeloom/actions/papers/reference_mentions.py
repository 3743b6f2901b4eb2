"""The sentences on a paper in the full texts of other references."""

from collections.abc import Iterator
from dataclasses import dataclass

from citeloom.draft.project import Project
from citeloom.methods.task import Surroundings
from citeloom.papers.from_bib import papers_of
from citeloom.papers.paper import Paper
from citeloom.papers.store.citing import citing_of, is_cited
from citeloom.papers.store.store import Store


@dataclass(frozen=True, slots=True)
class ReferenceMention:
    """A sentence in which a reference, by its key, cites a paper, and the section it stands in."""

    key: str
    heading: str
    text: str


def mentions_of(paper: Paper, project: Project, store: Store) -> tuple[ReferenceMention, ...]:
    """Return the sentences on a paper in the full texts of other papers that the draft cites.

    ``paper`` is as the .bib has it.

    Sentences that cite the fewest other papers come first. They were found when full texts were
    last fetched or used for writing; nothing is read again.

    Raises
    ------
    StoreError
        If the store cannot be used.
    """
    if not store.read(is_cited, project.root, paper):
        return ()
    papers = {cited.id: cited for cited in (*_cited_papers(project), paper)}
    found = Surroundings(
        mentions=store.read(citing_of, project.root, papers.values(), papers.values())
    ).mentions_of(paper)
    return tuple(
        ReferenceMention(papers[sentence.by].key, sentence.heading, sentence.text)
        for sentence in found
    )


def _cited_papers(project: Project) -> Iterator[Paper]:
    citations = (place.citation for place in project.flow.citations)
    entries = (project.entry(cited.key) for citation in citations for cited in citation.keys)
    yield from papers_of(tuple({entry.entry.key: entry for entry in entries if entry}.values()))
