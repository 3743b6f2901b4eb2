"""The port of the services that know citations between papers."""

from collections.abc import Sequence
from typing import Protocol

from citeloom.papers.links.citation_links import LinkAnswer
from citeloom.papers.paper import Paper


class LinkService(Protocol):
    """A service that knows what papers cite, who cites them, and can be searched.

    Each method sends one request, or two where an answer would be too large.
    """

    @property
    def name(self) -> str:
        """The short name that ``Paper.sources`` has."""

    @property
    def most_references(self) -> int:
        """How many papers to give to ``references`` at once."""

    @property
    def most_citations(self) -> int:
        """How many papers to give to ``citations`` at once."""

    def handle(self, paper: Paper) -> str:
        """Return what the service is asked for a paper by; empty where it cannot be asked."""

    async def references(self, papers: Sequence[Paper]) -> LinkAnswer:
        """Return what papers with a handle are and what they cite.

        Raises
        ------
        ServiceFailed
            If the service did not answer as documented.
        """

    async def citations(self, papers: Sequence[Paper]) -> LinkAnswer:
        """Return papers that cite some with the service's own ids; of many, those that it offers.

        Raises
        ------
        ServiceFailed
            If the service did not answer as documented.
        """

    async def search(self, query: str) -> LinkAnswer:
        """Return the papers that fit a few words, the best first.

        Raises
        ------
        ServiceFailed
            If the service did not answer as documented.
        """
