"""The citations between papers, as services report them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from citeloom.papers.identity import short_hash
from citeloom.papers.paper import Paper


class CitationLink(NamedTuple):
    """A citation: the ids of both papers, each the service's own (``s2:…``, ``openalex:W…``)."""

    citing: str
    cited: str


class SaidLink(NamedTuple):
    """A citation that is kept, and the service that says so."""

    citing: str
    cited: str
    service: str


class KeptNode(NamedTuple):
    """What is kept of a paper under an id: its name in the store, its title, how whole it is.

    ``is_described`` tells whether its authors are known, with which its abstract comes.
    """

    name: str
    title: str
    is_described: bool


@dataclass(frozen=True)
class LinkAnswer:
    """One answer of a service, to be kept in one step.

    Parameters
    ----------
    service
        Its short name.
    papers
        The papers that it describes, each under the service's own id.
    links
        Who cites whom.
    answers
        The questions that it answers, and the ids that each has for an answer: of the paper that
        was asked about, or of those that a search found; none where the service knows none.
    """

    service: str
    papers: tuple[Paper, ...] = ()
    links: tuple[CitationLink, ...] = ()
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def references_question(handle: str) -> str:
    """Return the name of the question what a paper cites."""
    return f"references {handle}"


def citations_question(handle: str) -> str:
    """Return the name of the question who cites a paper."""
    return f"citations {handle}"


def search_question(query: str) -> str:
    """Return the name of a search; it does not tell what was searched for."""
    return f"search {short_hash(query)}"
