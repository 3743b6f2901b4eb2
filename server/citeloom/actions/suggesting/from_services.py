"""Candidates for suggestions from Semantic Scholar and OpenAlex: what is around the references."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from citeloom.actions.context import Context
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.sources import Candidates
from citeloom.actions.user.fetch_agreement import consent_of
from citeloom.actions.user.service_keys import with_kept_keys
from citeloom.methods.port import NoProgress, Progress
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import source_name
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.store import Store
from citeloom.problem import InputError
from citeloom.settings import NetworkSettings, network_settings

if TYPE_CHECKING:
    from citeloom.corpus.citation_walk import WalkLimits
    from citeloom.papers.links.port import LinkService
    from citeloom.papers.web.bounded import Asking
    from citeloom.papers.web.web import Web

SERVICES = ("s2", "openalex")

MOST_CANDIDATES = 500
"""Papers of one service that are ranked."""

MOST_REQUESTS, WITHOUT_KEY = 120, 40
"""Requests to one service for one answer; the second to OpenAlex where there is no key for it."""

MOST_BYTES = 100 << 20
"""Bytes of a service's answers in one run, but for the last answer."""

SECONDS = 300.0
"""How long one service is asked in one run."""

NOT_AGREED = "not asked: you have not agreed to look up papers online"


@dataclass(frozen=True)
class ServiceSource:
    """The papers at most two citations away from the references, and those of a few searches.

    Of the draft nothing is sent: what is asked follows from its references alone, and from what
    the service answered. The draft's own words rank what came, on this machine.

    Parameters
    ----------
    service
        ``s2`` or ``openalex``.
    may_ask
        Whether the service may be asked; else what it has said before counts.
    limits, seconds, web
        How far it is asked, for how long and, for tests, through which connections.
    """

    service: str
    context: Context
    may_ask: bool
    progress: Progress = field(default_factory=NoProgress)
    limits: "WalkLimits | None" = None
    seconds: float = SECONDS
    web: "Callable[[NetworkSettings], Web] | None" = None

    @property
    def name(self) -> str:
        return source_name(self.service)

    async def find(self, query: SuggestionQuery) -> Candidates:
        """Ask the service about the references if that may be, and return what is kept."""
        from citeloom.corpus.citation_walk import WalkLimits
        from citeloom.papers.web.bounded import BoundedWeb
        from citeloom.papers.web.web import Web

        if not query.references:
            return Candidates()
        network = with_kept_keys(network_settings()) if self.may_ask else network_settings()
        limits = self.limits or WalkLimits()
        sent = query.sendable.references
        opened = self.web(network) if self.web else Web(network, self.context.user.data_folder)
        async with opened as web:
            bounded = BoundedWeb(web, {self.service: _most_requests(self.service, network)},
                                 MOST_BYTES)  # fmt: skip
            service = _link_service(self.service, bounded)
            with Store.open(self.context.user.store) as store:
                notes = [NOT_AGREED]
                if self.may_ask:
                    notes = await self._ask(service, sent, limits, store)
                return _candidates(service, query, limits, store, tuple(notes))

    async def _ask(
        self, service: "LinkService", papers: Sequence[Paper], limits: "WalkLimits", store: Store
    ) -> list[str]:
        """Ask about papers; return notes on what was left out."""
        from citeloom.corpus.citation_walk import CitationWalk

        stage = f"asking {self.name}"
        walk = CitationWalk(
            service, store, limits, lambda done, known: self.progress.stage(stage, done, known)
        )
        notes = []
        unnamed = sum(not service.handle(paper) for paper in papers)
        if unnamed:
            notes.append(
                f"{unnamed} of your {len(papers)} references have no identifier that it accepts; "
                "fetch them to find one"
            )
        try:
            async with asyncio.timeout(self.seconds):
                stopped = await walk.walk(papers)
        except TimeoutError:
            stopped = f"the search stopped after {self.seconds:.0f} s; ask again to continue"
        return [*notes, stopped] if stopped else notes


def services_in_reach(
    context: Context, may_ask: bool | None = None, progress: Progress | None = None
) -> tuple[ServiceSource, ...]:
    """Return the services that know citations between papers.

    Parameters
    ----------
    may_ask
        Whether they may be asked; None for what the user has answered to that.
    """
    agreed = consent_of(context.user) is True if may_ask is None else may_ask
    shown = progress or NoProgress()
    on = [service for service in SERVICES if _is_on(service)]
    return tuple(ServiceSource(service, context, agreed, shown) for service in on)


def _is_on(service: str) -> bool:
    try:
        return network_settings().services.is_on(service)
    except InputError:  # It is told where the service is asked.
        return True


def _most_requests(service: str, network: NetworkSettings) -> int:
    if service == "openalex" and not network.openalex_key.get_secret_value():
        return WITHOUT_KEY
    return MOST_REQUESTS


def _link_service(service: str, web: "Asking") -> "LinkService":
    from citeloom.papers.links.openalex import OpenAlexLinks
    from citeloom.papers.links.semantic_scholar import SemanticScholarLinks

    return SemanticScholarLinks(web) if service == "s2" else OpenAlexLinks(web)


def _candidates(
    service: "LinkService",
    query: SuggestionQuery,
    limits: "WalkLimits",
    store: Store,
    notes: tuple[str, ...],
) -> Candidates:
    """Return what is kept around the references, by HiReview's Eq. 2 for the draft's words."""
    from citeloom.corpus.citation_walk import search_words
    from citeloom.corpus.linked_papers import linked_papers
    from citeloom.corpus.network_search import NetworkSearch

    words = search_words(query.sendable.references, limits)
    around = linked_papers(service, query.references, words, store)
    if not around.network.ids:
        return Candidates(notes=notes)
    most = MOST_CANDIDATES + len(around.cited)
    asked = query.text if query.is_whole else query.part
    found = NetworkSearch(around.network).find_papers(asked, most)
    ids = [paper.id for paper in found if paper.id not in around.cited][:MOST_CANDIDATES]
    stored = store.read(get_papers, ids)
    papers = tuple(stored[name] for name in ids if name in stored)
    shown = {*around.cited, *(paper.id for paper in papers)}
    return Candidates(papers, around.network.citations_among(shown), notes)
