"""Where candidates for suggestions come from."""

from dataclasses import dataclass
from typing import Protocol

from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.papers.paper import Paper


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a source has found.

    Parameters
    ----------
    papers
        The papers, the best first. Some may be references of the draft: they are left out later.
    citations
        Who cites whom, as pairs of ids: those of ``papers`` and of the query's references.
    notes
        Where it did not look, why, and what would help.
    is_ranked
        Whether the order of ``papers`` says how well they fit; where it does not, they are ranked
        by titles and citations alone (HiReview, Eq. 2).
    """

    papers: tuple[Paper, ...] = ()
    citations: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    is_ranked: bool = True


class CandidateSource(Protocol):
    """Finds papers that a draft might cite."""

    @property
    def name(self) -> str:
        """What users call it; a suggestion's ``sources`` say so."""
        ...

    async def find(self, query: SuggestionQuery) -> Candidates:
        """Return candidates; the same for the same query and the same state of the source.

        Whatever leaves this machine is taken from ``query.sendable``.

        Raises
        ------
        InputError
            If it cannot be used: that becomes a note, and the other sources count.
        """
        ...
