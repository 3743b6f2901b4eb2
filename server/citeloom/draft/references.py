"""The choice of the references that a related work is written about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from citeloom.draft.draft_text import INTRODUCTIONS
from citeloom.draft.flow import FlowCitation, FlowSection
from citeloom.draft.project import Project
from citeloom.draft.section.own_text import OwnText, own_text
from citeloom.draft.target import Target, beginning_of
from citeloom.placing.marks import find_marks
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.tex.related_work import HeadingMatch, heading_match
from citeloom_latex.tex.skipped import covers


@dataclass(frozen=True, slots=True)
class ChosenKeys:
    """The chosen citation keys in the order of the draft, and where they came from.

    ``origin`` is ``named``, ``section``, ``chapter`` or ``document``. ``in_own_text`` are those
    left out because the author's own text in the section cites them.
    """

    keys: tuple[str, ...]
    origin: str
    in_own_text: tuple[str, ...] = ()


def chosen_references(
    project: Project,
    target: Target | None,
    *,
    keys: Sequence[str] = (),
    exclude: Sequence[str] = (),
    all_cited: bool = False,
) -> ChosenKeys:
    """Choose the references to write about.

    Those that the user names; else, where the target section holds nothing but citations, these;
    else all papers that the document (in a thesis, the section's chapter) cites, without software
    and data sets, and without those that the author's own prose in the section cites, unless
    ``all_cited``. What our text in the section cites stays chosen: a paper that was woven in may
    be cited nowhere else.
    """
    left_out = set(exclude)

    def without(chosen: Iterable[str]) -> tuple[str, ...]:
        return tuple(key for key in dict.fromkeys(chosen) if key not in left_out)

    if keys:
        return ChosenKeys(without(keys), "named")
    own = OwnText((), (), (), False) if target is None else own_text(project.flow, target.flow)
    if not own.has_prose and (listed := without(own.listed)):
        return ChosenKeys(listed, "section")
    cited, origin = _cited_around(project, target)
    kept = (key for key in own.ours if project.entry(key) is not None)
    around = papers_only(without((*cited, *kept)), project)
    if all_cited or target is None:
        return ChosenKeys(around, origin)
    ours = {_name(key, project) for key in own.ours}
    written = {_name(key, project) for key in own.written} - ours
    return ChosenKeys(
        tuple(key for key in around if _name(key, project) not in written),
        origin,
        tuple(key for key in around if _name(key, project) in written),
    )


def _cited_around(project: Project, target: Target | None) -> tuple[tuple[str, ...], str]:
    """Return the keys of the section's chapter, or of the document where it has none."""
    written = own_citations(project)
    chapter = None if target is None else target.flow.chapter
    if chapter is not None:
        around = project.flow.sections[chapter]
        cited = tuple(_keys(citation for citation in written if around.holds(citation.at)))
        if papers_only(cited, project):
            return cited, "chapter"
    return tuple(_keys(written)), "document"


def _name(key: str, project: Project) -> str:
    """Return the key of an entry by one of its keys."""
    entry = project.entry(key)
    return key if entry is None else entry.entry.key


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
        and not covers(marked[citation.document.path], citation.citation.span.start)
    )


def sections_for_prior_work(project: Project) -> tuple[tuple[FlowSection, int], ...]:
    """Return the sections of the highest level, each with the number of papers that it cites.

    Introductions that cite any come first, then those that cite the most, then other introductions.
    Of a chapter that begins with a section, it is that section.
    """
    sections = [section for section in project.flow.sections if section.section.level >= 0]
    highest = min((section.section.level for section in sections), default=0)
    own = own_citations(project)
    found: list[tuple[bool, int, FlowSection]] = []
    for outer in sections:
        if outer.section.level != highest:
            continue
        section = beginning_of(project.flow, outer) if highest == 0 else outer
        inside = _keys(citation for citation in own if section.holds(citation.at))
        count = len(papers_only(tuple(dict.fromkeys(inside)), project))
        is_introduction = heading_match(outer.section.title, INTRODUCTIONS) > HeadingMatch.NONE
        if count or is_introduction:
            found.append((is_introduction and count > 0, count, section))
    found.sort(key=lambda each: each[:2], reverse=True)
    return tuple((section, count) for _, count, section in found)


def _keys(citations: Iterable[FlowCitation]) -> Iterable[str]:
    return (cited.key for citation in citations for cited in citation.citation.keys)


def papers_only(keys: Sequence[str], project: Project) -> tuple[str, ...]:
    """Return the keys that are not of software or data sets; undefined keys stay."""
    entries = ((key, project.entry(key)) for key in keys)
    return tuple(
        key for key, entry in entries if entry is None or not project.library.is_no_paper(entry)
    )
