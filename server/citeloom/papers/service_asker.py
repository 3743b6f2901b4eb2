"""Asks one service during a run for many papers, and leaves it alone after repeated failures."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TypeGuard, TypeVar

from citeloom.papers.outcome import Failure
from citeloom.papers.paper import Paper
from citeloom.papers.search import PaperSearch
from citeloom.papers.services.port import SelectiveService, Service, TitleService
from citeloom.papers.titles import searched_title
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.service_limits import SERVICE_LIMITS

MOST_FAILURES = 3
"""Failures in a row after which a service is not asked again in a run."""

TITLES_AT_ONCE = 2
"""Titles searched for at the same time; the others wait and learn if the service is down."""


TOO_SLOW = "it answers too slowly to be asked about every paper; try again later"

LATENESS = 70.0
"""Seconds by which what a service is asked in a run may take longer than its pace."""

_Answer = TypeVar("_Answer")


class ServiceAsker:
    """Asks one service and tells the searches what it said, or that it failed."""

    def __init__(self, service: Service) -> None:
        self.name = service.name
        self._service = service
        self._failures = 0
        self._last = ""
        self._room = asyncio.Semaphore(TITLES_AT_ONCE)
        pace = SERVICE_LIMITS[service.name].interval if service.name in SERVICE_LIMITS else 0.0
        self._time = _TimeOfSearches(1.2 * pace + 0.3)

    def may_know(self, paper: Paper) -> bool:
        """Tell whether the service is worth asking about a paper."""
        return not _is_selective(self._service) or self._service.may_know(paper)

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
                known = [search.known_to(self.name) for search in some]
                found = await self._in_time(partial(self._service.by_ids, known))
            except ServiceFailed as failed:
                self._fail(failed, some)
                continue
            self._failures = 0
            for search in some:
                search.note_answer(self.name)
                answer = found.get(search.wanted.id)
                if answer and search.take(self.name, answer):
                    misled.append(search)
        return misled

    async def by_title(self, search: PaperSearch) -> bool:
        """Search for a paper by its title; return whether it is found now."""
        if not _has_titles(self._service) or not self.may_know(search.known):
            return False
        async with self._room:
            # An answer to an identifier may have come while this waited.
            if search.is_found:
                return True
            if self._is_out([search]):
                return False
            try:
                wanted = replace(search.known, title=searched_title(search.known.title))
                hits = await self._in_time(partial(self._service.by_title, wanted))
            except ServiceFailed as failed:
                self._fail(failed, [search])
                return False
        self._failures = 0
        return search.choose(self.name, list(hits))

    async def _in_time(self, ask: Callable[[], Awaitable[_Answer]]) -> _Answer:
        left = LATENESS - self._time.lateness
        try:
            if left <= 0:
                raise TimeoutError
            with self._time.of_one():
                async with asyncio.timeout(left):
                    return await ask()
        except TimeoutError:
            raise ServiceFailed(self.name, TOO_SLOW) from None

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


class _TimeOfSearches:
    """How long searches take together, against what each may take."""

    def __init__(self, usual: float) -> None:
        self._usual = usual
        self._spent = self._since = 0.0
        self._under_way = self._done = 0

    @property
    def lateness(self) -> float:
        """Seconds by which the searches so far have taken longer than they should."""
        going = asyncio.get_running_loop().time() - self._since if self._under_way else 0.0
        return self._spent + going - self._usual * (self._done + self._under_way)

    @contextmanager
    def of_one(self) -> Iterator[None]:
        """Count the time within for one search; the time of two at once counts once."""
        now = asyncio.get_running_loop().time
        if not self._under_way:
            self._since = now()
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            self._done += 1
            if not self._under_way:
                self._spent += now() - self._since


def _is_selective(service: Service) -> TypeGuard[SelectiveService]:
    return hasattr(service, "may_know")


def _has_titles(service: Service) -> TypeGuard[TitleService]:
    return hasattr(service, "by_title")
