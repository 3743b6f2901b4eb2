"""What is known of a paper, from the .bib and from the store."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from citeloom.actions.papers.key_elements import key_elements
from citeloom.actions.papers.reference_mentions import ReferenceMention
from citeloom.papers.abstracts import is_of_another
from citeloom.papers.found import Notice, NoticeKind
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.outcome import Outcome, published_since
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import source_name
from citeloom.papers.withdrawal import says_retracted, says_taken_back

_GRAVEST_FIRST = tuple(NoticeKind)
_TAKEN_BACK = {NoticeKind.RETRACTION: "was retracted", NoticeKind.WITHDRAWAL: "was withdrawn"}


def retraction_words(notices: Iterable[Notice]) -> str:
    """Say that a paper was retracted or withdrawn; empty where no notice says so."""
    for notice in notices:
        if notice.takes_back:
            where = f" (doi:{notice.doi})" if notice.doi else ""
            return f"{_TAKEN_BACK[notice.kind]}{where}"
    return ""


@dataclass(frozen=True)
class PaperKnowledge:
    """What is known of one paper.

    Parameters
    ----------
    own
        The paper as the .bib alone has it.
    paper
        The paper with what the store knows.
    outcome
        How the last search for it ended; None where there was none, or the entry has changed since.
    searched_until
        The day (ISO) until which that search counts; empty without one.
    trouble
        Why the store could not be read; empty where it could.
    taken_back
        What its abstract says of its own retraction. No abstract is known then: nothing is written
        from such a one.
    """

    own: Paper
    paper: Paper
    outcome: Outcome | None = None
    searched_until: str = ""
    trouble: str = ""
    taken_back: Notice | None = None

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Retractions and the like, each once, the gravest first.

        Publishers put ``RETRACTED:`` before the title, and so it comes into a .bib.
        """
        found = self.outcome.found if self.outcome else ()
        each = {(it.kind, it.doi): it for service in found for it in service.notices}
        own = self.taken_back
        if own is None and says_retracted(self.own.title):
            own = Notice(NoticeKind.RETRACTION, source="bib")
        if own is not None and not any(it.takes_back for it in each.values()):
            each[own.kind, own.doi] = own
        return tuple(sorted(each.values(), key=lambda it: _GRAVEST_FIRST.index(it.kind)))

    @property
    def abstract_says_so(self) -> bool:
        """Whether there was an abstract, which says that the paper was withdrawn or retracted."""
        return self.taken_back is not None

    @property
    def abstract_from(self) -> str:
        """The source of the abstract in words; empty where no abstract is known."""
        return source_name(self.paper.sources.get("abstract", "bib")) if self.paper.abstract else ""

    @property
    def published(self) -> str:
        """The DOI of a preprint's published version; empty where there is none."""
        return published_since(self.outcome) if self.outcome else ""


def with_proved_abstract(known: PaperKnowledge) -> PaperKnowledge:
    """Prefer the abstract of a proved record to one of the .bib that is another paper's."""
    own, paper = known.own, known.paper
    for found in known.outcome.found if known.outcome else ():
        said = found.paper.abstract
        if own.abstract and said and is_of_another(own.abstract, own.title, said):
            sources = {**paper.sources, "abstract": found.service}
            return replace(known, paper=replace(paper, abstract=said, sources=sources))
    return known


def with_own_notice(known: PaperKnowledge) -> PaperKnowledge:
    """Take note of an abstract that says of its own paper that it was taken back."""
    paper = known.paper
    if says_taken_back(paper.abstract):
        notice = Notice(NoticeKind.WITHDRAWAL, source=paper.sources.get("abstract", "bib"))
        own, paper = replace(known.own, abstract=""), replace(paper, abstract="")
        return replace(known, own=own, paper=paper, taken_back=notice)
    return known


@dataclass(frozen=True)
class PaperDetails(PaperKnowledge):
    """More details of a paper, which are read only when it is shown.

    Parameters
    ----------
    extracted
        The key elements that a model has extracted; empty where none has.
    abstract_day
        The day (ISO) on which the abstract came into the store; empty for one of the .bib.
    said
        What other references of the draft say of the paper.
    """

    extracted: tuple[KeyElement, ...] = ()
    abstract_day: str = ""
    mentions: tuple[ReferenceMention, ...] = ()

    @property
    def elements(self) -> tuple[KeyElement, ...]:
        """The key elements: those that a model extracted, else the abstract's own sentences."""
        return self.extracted or key_elements(self.paper.abstract)
