"""How far each reference is known: from the .bib and the store alone; nobody is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from citeloom.actions.context import Context
from citeloom.actions.papers.from_entries import papers_in
from citeloom.actions.papers.links import Link, links, pdf_of
from citeloom.draft.project import Project
from citeloom.papers.completion import fill
from citeloom.papers.found import NoticeKind
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.papers.identity import identifier_ids
from citeloom.papers.lookup import published_since
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.store import Store, StoreError
from citeloom.papers.web.failed import NAMES
from citeloom_latex.bib.resolve import ResolvedEntry


class State(StrEnum):
    """The one thing to know of a reference first, the gravest first."""

    UNDEFINED = "not in the .bib"
    RETRACTED = "retracted"
    WRONG_IDENTIFIER = "wrong identifier"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not found"
    NO_ABSTRACT = "no abstract"
    ABSTRACT = "abstract"
    FULL_TEXT = "full text"


@dataclass(frozen=True)
class Facts:
    """What is known of one reference.

    ``abstract_from`` names who has the abstract (``the .bib file``, ``arXiv``), empty without
    one; ``full_text`` the form in which its text is kept; ``notices`` are retractions and the
    like, ``candidates`` how many papers it may be, ``published`` the DOI of what a preprint has
    become; ``looked_up`` is how a search ended, empty where there was none.
    """

    state: State
    abstract_from: str = ""
    full_text: str = ""
    looked_up: str = ""
    notices: tuple[str, ...] = ()
    candidates: int = 0
    published: str = ""
    links: tuple[Link, ...] = ()
    has_pdf: bool = False


UNDEFINED = Facts(State.UNDEFINED)


def facts_of(
    entries: Sequence[ResolvedEntry], project: Project, context: Context
) -> Mapping[str, Facts]:
    """Return what is known of entries, by their keys.

    Where the store cannot be used, what the .bib says has to do: the check tells of that.
    """
    papers = filled = papers_in(entries)
    ended: Mapping[str, Outcome] = {}
    if context.files.is_file(context.user.store):
        try:
            with Store.open(context.user.store) as store:
                filled = fill(papers, store)
                ended = store.recall(papers, outdated=True)
        except StoreError:
            filled, ended = papers, {}
    cache = FullTextCache(context.user.full_texts)
    by_key = {one.entry.key: one for one in entries}
    found: dict[str, Facts] = {}
    for paper in filled:
        outcome = ended.get(paper.id)
        names = (*identifier_ids(paper), paper.id)
        form = next((form for one in names if (form := cache.form(one))), "")
        for key in paper.keys:
            if key in by_key:
                found[key] = _facts(paper, outcome, form, by_key[key], project, context)
    return found


def _facts(
    paper: Paper,
    outcome: Outcome | None,
    form: str,
    entry: ResolvedEntry,
    project: Project,
    context: Context,
) -> Facts:
    notices = {
        notice.kind for found in (outcome.found if outcome else ()) for notice in found.notices
    }
    source = paper.sources.get("abstract", "bib")
    return Facts(
        _state(paper, outcome, form, notices),
        {"bib": "the .bib file", **NAMES}.get(source, source) if paper.abstract else "",
        form,
        str(outcome.status) if outcome else "",
        tuple(str(kind) for kind in NoticeKind if kind in notices),
        len(outcome.candidates) if outcome and outcome.status is Status.AMBIGUOUS else 0,
        (published_since(outcome) if outcome else "") or "",
        links(paper, entry, project, context.files),
        pdf_of(paper, outcome, entry, project, context.files) is not None,
    )


def _state(paper: Paper, outcome: Outcome | None, form: str, notices: set[NoticeKind]) -> State:
    if notices - {NoticeKind.CORRECTION}:
        return State.RETRACTED
    if outcome is not None and outcome.misdirected is not None:
        return State.WRONG_IDENTIFIER
    if outcome is not None and outcome.status is Status.AMBIGUOUS:
        return State.AMBIGUOUS
    if outcome is not None and outcome.status is Status.NOT_FOUND:
        return State.NOT_FOUND
    if form:
        return State.FULL_TEXT
    return State.ABSTRACT if paper.abstract else State.NO_ABSTRACT
