"""All that is known of one paper: its facts, its key elements, and where they came from."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from citeloom.actions.context import Context
from citeloom.actions.papers.from_entries import papers_in
from citeloom.actions.papers.key_elements import key_elements
from citeloom.actions.papers.said_by_others import Said, said_of
from citeloom.draft.project import Project
from citeloom.papers.completion import fill
from citeloom.papers.found import Notice
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.papers.store import Store, StoreError
from citeloom.papers.web.failed import NAMES
from citeloom_latex.bib.resolve import ResolvedEntry

_SERVICES = {"bib": "the .bib file", **NAMES}


@dataclass(frozen=True)
class Known:
    """A paper with what the store has beside it.

    ``extracted`` are the key elements that a model has extracted, empty where none has;
    ``abstract_day`` (ISO) is when the abstract came into the store, empty where it has none;
    ``trouble`` says why the store had no say; ``outcome`` is how a search for the paper ended,
    None where there was none. ``said`` is what other references of the draft say of it.
    """

    paper: Paper
    extracted: tuple[KeyElement, ...] = ()
    abstract_day: str = ""
    trouble: str = ""
    outcome: Outcome | None = None
    said: tuple[Said, ...] = ()

    @property
    def elements(self) -> tuple[KeyElement, ...]:
        """The key elements: those that a model extracted, else the abstract's own sentences."""
        return self.extracted or key_elements(self.paper.abstract)


def known_of(entry: ResolvedEntry, project: Project, context: Context) -> Known:
    """Return what the .bib and the store know of the paper of a project's entry.

    Nothing is written. Where the store cannot be used, what the .bib says has to do, and
    ``trouble`` says why. The entry must have a key.
    """
    (own,) = papers_in((entry,))
    if not context.files.is_file(context.user.store):
        return Known(own)
    try:
        with Store.open(context.user.store) as store:
            (paper,) = fill((own,), store)
            day = store.day(paper, "abstract") if paper.sources.get("abstract") != "bib" else ""
            outcome = store.recall((own,), outdated=True).get(own.id)
            said = said_of(paper, project, store)
            return Known(paper, store.elements(paper), day, outcome=outcome, said=said)
    except StoreError as error:
        return Known(own, trouble=error.problem.message)


def status_of(known: Known) -> Iterator[str]:
    """Yield what there is to say of the paper's standing, each in a few words."""
    paper = known.paper
    if known.trouble:
        yield f"only the .bib file was asked: {known.trouble}"
    others = {one for name, one in paper.sources.items() if one != "bib" and name != "abstract"}
    if others:
        yield f"completed from {', '.join(sorted(map(_named, others)))}"
    for notice in _notices(known):
        yield f"{notice.kind} (https://doi.org/{notice.doi})" if notice.doi else notice.kind
    if not paper.abstract and known.outcome and not known.outcome.found:
        yield f"looked up: {known.outcome.status}"
    if not paper.abstract:
        yield "no abstract is known; fetching may find one"
        return
    since = f", {known.abstract_day}" if known.abstract_day else ""
    yield f"abstract from {_named(paper.sources.get('abstract', 'bib'))}{since}"


def _notices(known: Known) -> dict[Notice, None]:
    found = known.outcome.found if known.outcome else ()
    return dict.fromkeys(replace(it, source="") for one in found for it in one.notices)


def _named(source: str) -> str:
    return _SERVICES.get(source, source)
