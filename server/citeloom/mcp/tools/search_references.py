"""``search_references``: entries of the draft's .bib files by words; papers of libraries, too."""

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.agents.quoting import short_text
from citeloom.actions.agents.search import (
    LibraryPaper,
    LibrarySearch,
    search_libraries,
    search_references,
)
from citeloom.actions.papers.paper_words import full_names
from citeloom.mcp.answer import MOST_SIGNS, fitting, taken_back
from citeloom.mcp.tool import Call

_LIBRARIES = {
    "zotero": "the author's own Zotero library",
    "own_bib": "the author's own .bib files",
}
NOT_CITABLE = (
    "These have no entry in this draft's .bib and no citation key; do not invent one. Name them "
    "to the author by title: once the author adds an entry, 'search_references' returns its key."
)


def run(call: Call) -> dict[str, object]:
    """Return the references, the best first."""
    arguments = call.arguments
    given = call.project
    references: list[dict[str, object]] = [
        {
            "key": short_text(found.paper.key),
            "people": short_text(found.people),
            "year": found.paper.year,
            "title": short_text(found.paper.title),
            "venue": short_text(found.paper.venue),
            "has_abstract": bool(found.paper.abstract),
            "is_cited": found.is_cited,
            **taken_back(found.retraction),
        }
        for found in search_references(given, arguments["words"], arguments["limit"])
    ]
    searched = search_libraries(given, arguments["words"], arguments["limit"])
    # Half of the answer is for each where both have much.
    of_libraries = [_paper(found, given) for found in searched.found]
    half = MOST_SIGNS // 2 if of_libraries else MOST_SIGNS
    answer: dict[str, object] = {"references": references[: fitting(references, half)]}
    if given.libraries is not None:
        answer |= _libraries(searched, of_libraries)
    return answer


def _libraries(searched: LibrarySearch, papers: list[dict[str, object]]) -> dict[str, object]:
    count = fitting(papers, MOST_SIGNS // 2)
    answer: dict[str, object] = {"in_own_libraries": papers[:count]}
    if papers:
        answer["about_own_libraries"] = NOT_CITABLE
        answer["further_in_own_libraries"] = len(papers) - count
    if searched.unread:
        names = " and ".join(_LIBRARIES.get(source, source) for source in searched.unread)
        answer["not_read"] = (
            f"{names} could not be read, or not all of it; Citeloom's check of the draft tells "
            "the author why"
        )
    return answer


def _paper(found: LibraryPaper, given: AgentProject) -> dict[str, object]:
    """Return what a paper of a library is about: nothing of notes, tags, files or collections."""
    paper = found.paper
    library = _LIBRARIES.get(found.library, found.library)
    return {
        "where": f"in {library}, not in this draft's .bib",
        "title": short_text(paper.title),
        "people": short_text(found.people),
        "authors": short_text(", ".join(full_names(paper))),
        "year": paper.year,
        "venue": short_text(paper.venue),
        "doi": short_text(paper.doi),
        "arxiv": short_text(paper.arxiv_id),
        "abstract": given.quoting.text(paper.abstract, "own library"),
        **taken_back("says that it was retracted or withdrawn" if found.is_taken_back else ""),
    }
