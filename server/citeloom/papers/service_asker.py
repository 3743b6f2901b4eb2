"""Asks one service during a run for many papers, and leaves it alone after repeated failures."""

import asyncio
from collections.abc import Sequence
from typing import TypeGuard

from citeloom.papers.outcome import Failure
from citeloom.papers.search import PaperSearch
from citeloom.papers.services.port import Service, TitleService
from citeloom.papers.web.service_failed import ServiceFailed

MOST_FAILURES = 3
"""Failures in a row after which a service is not asked again in a run."""

TITLES_AT_ONCE = 2
"""Titles searched for at the same time; the others wait and learn if the service is down."""


class ServiceAsker:
    """Asks one service and tells the searches what it said, or that it failed."""

    def __init__(self, service: Service) -> None:
        self.name = service.name
        self._service = service
        self._failures = 0
        self._last = ""
        self._room = asyncio.Semaphore(TITLES_AT_ONCE)

    async def by_ids(self, searches: Sequence[PaperSearch]) -> list[PaperSearch]:
        """Ask by identifiers; return those whose identifier led to another paper."""
        misled = []
        for start in range(0, len(searches), self._service.most):
            some = searches[start : start + self._service.most]
            for search in some:
                search.asked.add(self.name)
            if self._is_out(some):
                continue
            try:
                found = await self._service.by_ids([search.known_to(self.name) for search in some])
            except ServiceFailed as failed:
                self._fail(failed, some)
                continue
            self._failures = 0
            for search in some:
                answer = found.get(search.wanted.id)
                if answer and search.take(self.name, answer):
                    misled.append(search)
        return misled

    async def by_title(self, search: PaperSearch) -> bool:
        """Search for a paper by its title; return whether it is found now."""
        if not _has_titles(self._service):
            return False
        async with self._room:
            # An answer to an identifier may have come while this waited.
            if search.is_found:
                return True
            if self._is_out([search]):
                return False
            try:
                hits = await self._service.by_title(search.known)
            except ServiceFailed as failed:
                self._fail(failed, [search])
                return False
        self._failures = 0
        return search.choose(self.name, list(hits))

    def _is_out(self, searches: Sequence[PaperSearch]) -> bool:
        if self._failures < MOST_FAILURES:
            return False
        for search in searches:
            search.fail(Failure(self.name, self._last))
        return True

    def _fail(self, failed: ServiceFailed, searches: Sequence[PaperSearch]) -> None:
        self._failures += 1
        self._last = failed.reason
        for search in searches:
            search.fail(Failure(failed.service, failed.reason))


def _has_titles(service: Service) -> TypeGuard[TitleService]:
    return hasattr(service, "by_title")
