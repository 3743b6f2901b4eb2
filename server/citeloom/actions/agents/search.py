"""Search the entries of a draft's .bib files, and the user's own libraries, by words."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.papers.knowledge import retraction_words
from citeloom.actions.suggesting.known_papers import KnownPapers
from citeloom.papers.authors import author_names
from citeloom.papers.entry import paper_of
from citeloom.papers.paper import Paper
from citeloom.papers.withdrawal import says_retracted, says_taken_back
from citeloom.papers.word_index import best_papers

MOST_FOUND = 300
"""Papers of all libraries together that are looked at."""


@dataclass(frozen=True)
class FoundReference:
    """A paper of the .bib files, and whether the draft cites it.

    ``retraction`` says that it was retracted or withdrawn; empty else.
    """

    paper: Paper
    is_cited: bool
    retraction: str

    @property
    def people(self) -> str:
        return author_names(self.paper)


@dataclass(frozen=True)
class LibraryPaper:
    """A paper of a library that has no entry; its keys are not given.

    ``library`` is the source that has it (``zotero``). ``is_taken_back``: its title or abstract
    says that it was retracted or withdrawn; it has no abstract then.
    """

    paper: Paper
    library: str
    is_taken_back: bool

    @property
    def people(self) -> str:
        return author_names(self.paper)


@dataclass(frozen=True)
class LibrarySearch:
    """The papers that were found, and the sources of which not all could be read."""

    found: tuple[LibraryPaper, ...] = ()
    unread: tuple[str, ...] = ()


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
            any(key.lower() in cited for key in paper.keys),
            retraction.get(paper.id, ""),
        )
        for paper in best_papers(query, papers, most)
    )


def search_libraries(given: AgentProject, query: str, most: int = 20) -> LibrarySearch:
    """Return papers of the user's libraries that have words of a query, the best first.

    Each is given once, and none that has an entry in the draft's .bib files: that one is cited by
    its key. Without leave to search them nothing is found.
    """
    libraries = given.libraries
    if libraries is None:
        return LibrarySearch()
    found = [hit.paper for hit in libraries.by_words(query, MOST_FOUND)]
    known, kept = KnownPapers(_papers_with_entries(given) if found else ()), []
    for paper in found:
        if paper not in known:
            known.add(paper)
            kept.append(_library_paper(paper))
            if len(kept) == most:
                break
    return LibrarySearch(tuple(kept), libraries.unread)


def _papers_with_entries(given: AgentProject) -> Iterator[Paper]:
    """Yield the papers of all entries; of those outside of the folder what their .bib says."""
    yield from (known.own for known in given.known)
    for entry in given.project.entry_of.values():
        if not given.is_given(entry):
            yield paper_of(entry)


def _library_paper(paper: Paper) -> LibraryPaper:
    is_taken_back = says_retracted(paper.title) or says_taken_back(paper.abstract)
    shown = replace(paper, abstract="") if is_taken_back else paper
    return LibraryPaper(shown, paper.sources.get("title", ""), is_taken_back)
