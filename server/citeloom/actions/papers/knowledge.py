"""What is known of a paper: what the .bib says, and what the store has beside."""

from dataclasses import dataclass

from citeloom.actions.papers.key_elements import key_elements
from citeloom.actions.papers.reference_mentions import ReferenceMention
from citeloom.papers.found import Notice, NoticeKind
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.lookup import published_since
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import source_name

_GRAVEST_FIRST = tuple(NoticeKind)


@dataclass(frozen=True)
class PaperKnowledge:
    """What is known of one paper.

    Parameters
    ----------
    own
        The paper as the .bib alone has it.
    paper
        The same with what the store knows beside.
    outcome
        How a search for it ended, however long ago; None where there was none, or the entry has
        changed since.
    searched_until
        The day (ISO) until which that search counts; empty without one.
    trouble
        Why the store had no say; empty where it had.
    """

    own: Paper
    paper: Paper
    outcome: Outcome | None = None
    searched_until: str = ""
    trouble: str = ""

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Retractions and the like, the gravest first; what several services tell is told once."""
        found = self.outcome.found if self.outcome else ()
        each = {(it.kind, it.doi): it for service in found for it in service.notices}
        return tuple(sorted(each.values(), key=lambda it: _GRAVEST_FIRST.index(it.kind)))

    @property
    def abstract_from(self) -> str:
        """Who has the abstract, in words; empty where none is known."""
        return source_name(self.paper.sources.get("abstract", "bib")) if self.paper.abstract else ""

    @property
    def published(self) -> str:
        """The DOI under which a preprint was published since; empty where there is none."""
        return published_since(self.outcome) if self.outcome else ""


@dataclass(frozen=True)
class PaperDetails(PaperKnowledge):
    """What is known of a paper that is shown, which takes some more reading.

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
