"""What the .bib and the store know of each reference; no service is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from citeloom.actions.checking.references import Verdict, checked_reference
from citeloom.actions.context import Context
from citeloom.actions.papers.attached import attached_files
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.links import Link, links, pdf_of
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.draft.project import Project
from citeloom.draft.references import cited_entries
from citeloom.papers.found import NoticeKind
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.fulltext.cache_names import names_of_attached
from citeloom.papers.identity import identifier_ids, title_id
from citeloom.papers.outcome import Status
from citeloom_latex.bib.resolve import ResolvedEntry


class ReferenceState(StrEnum):
    """The most important thing to know of a reference; the gravest comes first."""

    UNDEFINED = "not in the .bib"
    RETRACTED = "retracted"
    WRONG_IDENTIFIER = "wrong identifier"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not found"
    DIFFERS = "differs"
    NO_ABSTRACT = "no abstract"
    ABSTRACT = "abstract"
    FULL_TEXT = "full text"


@dataclass(frozen=True)
class ReferenceFacts:
    """What is known of one reference.

    ``abstract_from`` names who has the abstract (``the .bib file``, ``arXiv``), empty without
    one. ``full_text`` is the form in which its text is kept; ``notices`` are retractions and the
    like; ``candidates`` is how many papers it may be; ``published`` is the DOI of a preprint's
    published version.
    """

    state: ReferenceState
    abstract_from: str = ""
    full_text: str = ""
    notices: tuple[str, ...] = ()
    candidates: int = 0
    published: str = ""
    links: tuple[Link, ...] = ()
    has_pdf: bool = False


UNDEFINED = ReferenceFacts(ReferenceState.UNDEFINED)


def facts_of(
    entries: Sequence[ResolvedEntry], project: Project, context: Context, reader: PaperReader
) -> Mapping[str, ReferenceFacts]:
    """Return what is known about entries, by their keys.

    Where the store cannot be used, they come from the .bib alone; the check warns of that.
    """
    cited = {entry.entry.key: entry for entry in cited_entries(project)}
    others = tuple(entry for entry in entries if entry.entry.key not in cited)
    cache = FullTextCache(context.user.full_texts)
    by_key = {entry.entry.key: entry for entry in entries}
    found: dict[str, ReferenceFacts] = {}
    for known in (*reader.read(cited.values(), []), *reader.look(others)):
        wanted = [key for key in known.own.keys if key in by_key]
        form = _full_text(known, attached_files(project, known.own), cache) if wanted else ""
        for key in wanted:
            found[key] = _facts(known, form, by_key[key], project)
    return found


def _full_text(known: PaperKnowledge, files: Sequence[Path], cache: FullTextCache) -> str:
    attached = (name.name for name in names_of_attached(known.own, files))
    by_title = title_id(known.paper)
    names = (*attached, *identifier_ids(known.paper), known.paper.id, by_title)
    return next((form for name in names if (form := cache.form(name))), "")


def _facts(
    known: PaperKnowledge, full_text: str, entry: ResolvedEntry, project: Project
) -> ReferenceFacts:
    paper, outcome = known.paper, known.outcome
    return ReferenceFacts(
        _reference_state(known, full_text),
        known.abstract_from,
        full_text,
        tuple(dict.fromkeys(str(notice.kind) for notice in known.notices)),
        len(outcome.candidates) if outcome else 0,
        known.published,
        links(paper, entry, project),
        pdf_of(paper, outcome, entry, project) is not None,
    )


def _reference_state(known: PaperKnowledge, full_text: str) -> ReferenceState:
    outcome = known.outcome
    if any(notice.kind is not NoticeKind.CORRECTION for notice in known.notices):
        return ReferenceState.RETRACTED
    if outcome is not None and outcome.misdirected is not None:
        return ReferenceState.WRONG_IDENTIFIER
    if outcome is not None and outcome.status is Status.AMBIGUOUS:
        return ReferenceState.AMBIGUOUS
    if outcome is not None and outcome.status is Status.NOT_FOUND:
        return ReferenceState.NOT_FOUND
    if checked_reference(known).verdict is Verdict.DIFFERS:
        return ReferenceState.DIFFERS
    if full_text:
        return ReferenceState.FULL_TEXT
    return ReferenceState.ABSTRACT if known.paper.abstract else ReferenceState.NO_ABSTRACT
