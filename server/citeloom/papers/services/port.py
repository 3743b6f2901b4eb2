"""The port of every service of papers."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from citeloom.papers.found import Found
from citeloom.papers.paper import Paper


class Service(Protocol):
    """A service that knows papers by their identifiers."""

    @property
    def name(self) -> str:
        """The short name in ``Paper.sources``, such as ``s2``, ``arxiv`` or ``crossref``."""

    @property
    def most(self) -> int:
        """How many papers to give to ``by_ids`` at once, so that what came can be kept at once."""

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        """Return what the service says of papers, by ``Paper.id``, in as few requests as can be.

        Papers that it does not know, or that have no identifier for it, are left out. Whether an
        answer is of the paper that was meant is for the caller to judge.

        Raises
        ------
        ServiceFailed
            If the service did not answer as documented.
        """


class SelectiveService(Service, Protocol):
    """A service of some fields or repositories; others are asked about every paper."""

    def may_know(self, paper: Paper) -> bool:
        """Tell whether it is worth asking about a paper, by its identifiers, key and venue."""


class TitleService(Service, Protocol):
    """A service that can be searched by title too."""

    async def by_title(self, paper: Paper) -> Sequence[Found]:
        """Return what may be the paper, the likeliest first; nothing where it knows none.

        Raises
        ------
        ServiceFailed
            If the service did not answer as documented.
        """
