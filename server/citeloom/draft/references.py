"""The choice of the references that a related work is written about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from citeloom.draft.flow import FlowCitation
from citeloom.draft.project import Project
from citeloom.draft.target import Target
from citeloom.placing.marks import find_marks
from citeloom_latex.bib.resolve import ResolvedEntry


@dataclass(frozen=True, slots=True)
class ChosenKeys:
    """The chosen citation keys in the order of the draft, and where they came from.

    ``origin`` is ``named``, ``section``, ``chapter`` or ``document``.
    """

    keys: tuple[str, ...]
    origin: str


def chosen_references(
    project: Project,
    target: Target | None,
    *,
    keys: Sequence[str] = (),
    exclude: Sequence[str] = (),
) -> ChosenKeys:
    """Choose the references to write about.

    Those that the user names; else those that the author's own text in the target section cites;
    if it cites none, all papers that the document (in a thesis, the section's chapter) cites,
    without software and data sets.
    """
    left_out = set(exclude)

    def without(chosen: Iterable[str]) -> tuple[str, ...]:
        return tuple(key for key in dict.fromkeys(chosen) if key not in left_out)

    if keys:
        return ChosenKeys(without(keys), "named")
    written = own_citations(project)
    if target is not None:
        cited = without(_keys(citation for citation in written if target.flow.holds(citation.at)))
        if cited:
            return ChosenKeys(cited, "section")
    chapter = None if target is None or target.flow.chapter is None else target.flow.chapter
    if chapter is not None:
        around = project.flow.sections[chapter]
        cited = without(_keys(citation for citation in written if around.holds(citation.at)))
        cited = papers_only(cited, project)
        if cited:
            return ChosenKeys(cited, "chapter")
    return ChosenKeys(papers_only(without(_keys(written)), project), "document")


def cited_papers(project: Project) -> tuple[str, ...]:
    """Return the keys of all papers that a document cites, in generated text too."""
    citations = (
        citation for citation in project.flow.citations if citation.citation.command != "nocite"
    )
    return papers_only(tuple(dict.fromkeys(_keys(citations))), project)


def cited_entries(project: Project) -> tuple[ResolvedEntry, ...]:
    """Return the entries of the papers that a document cites, each once."""
    found = (project.entry(key) for key in cited_papers(project))
    return tuple({entry.entry.key: entry for entry in found if entry is not None}.values())


def own_citations(project: Project) -> tuple[FlowCitation, ...]:
    """Return the citations outside generated text, without ``\\nocite``."""
    marked = {
        path: [block.span for block in find_marks(document.text)]
        for path, document in project.documents.items()
    }
    return tuple(
        citation
        for citation in project.flow.citations
        if citation.citation.command != "nocite"
        and not any(
            span.holds(citation.citation.span.start) for span in marked[citation.document.path]
        )
    )


def _keys(citations: Iterable[FlowCitation]) -> Iterable[str]:
    return (cited.key for citation in citations for cited in citation.citation.keys)


def papers_only(keys: Sequence[str], project: Project) -> tuple[str, ...]:
    """Return the keys that are not of software or data sets; undefined keys stay."""
    entries = ((key, project.entry(key)) for key in keys)
    return tuple(
        key for key, entry in entries if entry is None or not project.library.is_no_paper(entry)
    )
