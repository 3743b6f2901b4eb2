"""Finds the papers behind entries: in the store first, then at the services."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from citeloom.papers.identity import identifier_ids
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.search import PaperSearch
from citeloom.papers.service_asker import ServiceAsker
from citeloom.papers.services.port import Service
from citeloom.papers.store.searches import ended_searches, keep_outcome
from citeloom.papers.store.store import Store

ASKED_FOR_NOTICES = frozenset({"crossref"})
"""Services that are asked about every paper with a DOI: they know of retractions."""

PATIENCE = 20.0
"""Seconds to wait for one service's answer about many papers before the next is asked as well."""

AT_ONCE = 20
"""Papers searched for by title at the same time, and then completed by few requests."""


async def look_up(
    papers: Sequence[Paper],
    services: Sequence[Service],
    store: Store,
    *,
    refresh: bool = False,
    offline: bool = False,
    proves: bool = False,
) -> AsyncGenerator[Outcome, None]:
    """Find papers; yield the outcome of each paper as soon as it is known.

    An earlier search counts as long as the store says, unless ``refresh`` is set. One request asks
    for many papers by their identifiers: the first service for all, each further one for those that
    still have no abstract, and services that know of retractions for all with a DOI. Papers that
    have no match by then are searched for by title. A service that fails or is slow does not hold
    up the others. Every outcome is stored before it is yielded, so that an interrupted run loses
    no more than what is under way.

    Parameters
    ----------
    papers
        As the .bib has them, without additions from the store.
    services
        The one to ask first comes first.
    refresh
        Whether to ask again for what the store knows.
    offline
        Whether to ask nobody: what the store has counts, however old.
    proves
        Whether to search for papers whose abstract the .bib has, too, until each is proved.

    Raises
    ------
    StoreError
        If the store cannot be used.
    """
    known = {} if refresh and not offline else store.read(ended_searches, papers, outdated=offline)
    if proves:
        known = {
            name: it for name, it in known.items() if it.found or it.status is not Status.FROM_BIB
        }
    waiting = []
    for paper in papers:
        if paper.id in known:
            yield known[paper.id]
        elif offline:
            yield _unasked(paper)
        else:
            waiting.append(PaperSearch(paper, proves=proves))
    if not waiting:
        return
    ended: asyncio.Queue[PaperSearch | None] = asyncio.Queue()
    run = asyncio.create_task(_LookupRun(services, ended).find_all(waiting))
    run.add_done_callback(lambda _: ended.put_nowait(None))
    try:
        while search := await ended.get():
            yield _kept(search, store)
        await run
    finally:
        run.cancel()
        with suppress(asyncio.CancelledError):
            await run
        while not ended.empty():
            if search := ended.get_nowait():
                _kept(search, store)


def _unasked(paper: Paper) -> Outcome:
    """Return the outcome of a paper that nobody was ever asked about."""
    outcome = PaperSearch(paper).outcome()
    is_open = outcome.status is Status.NOT_FOUND
    return replace(outcome, status=Status.NOT_ASKED) if is_open else outcome


def _kept(search: PaperSearch, store: Store) -> Outcome:
    outcome = search.outcome()
    store.write(keep_outcome, search.wanted, outcome)
    return outcome


@dataclass(frozen=True)
class _Question:
    """What a service was asked about by identifiers."""

    service: str
    searches: frozenset[PaperSearch]

    def may_add_to(self, search: PaperSearch) -> bool:
        """Tell whether the answer may hold what is still wanted of a paper."""
        wanted = not search.abstract or self.service in ASKED_FOR_NOTICES
        return wanted and search in self.searches


class _LookupRun:
    """One run over the services; it gives each search that has ended."""

    def __init__(
        self, services: Sequence[Service], ended: asyncio.Queue[PaperSearch | None]
    ) -> None:
        self._services = [ServiceAsker(service) for service in services]
        self._ended = ended
        self._given: set[str] = set()
        self._slow: dict[asyncio.Task[None], _Question] = {}

    async def find_all(self, searches: Sequence[PaperSearch]) -> None:
        try:
            await self._find_by_ids([search for search in searches if identifier_ids(search.known)])
            to_find = [search for search in searches if search.wants_title_search]
            if not self._slow:
                self._end(search for search in searches if search not in to_find)
            for start in range(0, len(to_find), AT_ONCE):
                some = to_find[start : start + AT_ONCE]
                await asyncio.gather(*(self._find_by_title(search) for search in some))
                found = [
                    search
                    for search in some
                    if search.is_found and search.wanted.id not in self._given
                ]
                await self._find_by_ids(found)
            await asyncio.gather(*self._slow)
            self._end(searches)
        finally:
            for answer in self._slow:
                answer.cancel()

    async def _find_by_ids(self, searches: Sequence[PaperSearch]) -> None:
        """Ask one service after the other, without waiting for a slow one."""
        for number, service in enumerate(self._services):
            asked = [search for search in searches if _is_asked(search, service, first=number == 0)]
            if asked:
                answer = asyncio.create_task(self._ask(number, asked))
                self._slow[answer] = _Question(service.name, frozenset(asked))
                await asyncio.wait({answer}, timeout=PATIENCE)
                if answer.done():
                    del self._slow[answer]
                    answer.result()
                self._end(search for search in searches if self._is_complete(search, number))

    def _is_complete(self, search: PaperSearch, number: int) -> bool:
        """Tell whether neither a service after this one nor a late answer can add to a paper."""
        left = self._services[number + 1 :]
        return search.is_found and not (
            any(_is_asked(search, service, first=False) for service in left)
            or any(question.may_add_to(search) for question in self._slow.values())
        )

    async def _ask(self, number: int, searches: Sequence[PaperSearch]) -> None:
        """Ask for many papers; if an identifier misled, ask again by the other identifiers."""
        service = self._services[number]
        misled = await service.by_ids(searches)
        again = [search for search in misled if identifier_ids(search.known_to(service.name))]
        if again:
            await service.by_ids(again)

    async def _find_by_title(self, search: PaperSearch) -> None:
        for service in self._services:
            if await service.by_title(search):
                break
        search.settle()
        if self._is_complete(search, -1) or not (search.is_found or self._slow):
            self._end([search])

    def _end(self, searches: Iterable[PaperSearch]) -> None:
        for search in searches:
            if search.wanted.id not in self._given:
                self._given.add(search.wanted.id)
                self._ended.put_nowait(search)


def _is_asked(search: PaperSearch, service: ServiceAsker, *, first: bool) -> bool:
    known = search.known_to(service.name)
    if service.name in search.asked or not identifier_ids(known) or not service.may_know(known):
        return False
    for_notices = service.name in ASKED_FOR_NOTICES and bool(known.doi)
    return first or not search.abstract or for_notices
