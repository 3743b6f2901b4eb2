"""Services in memory, for tests of the lookup: what they know, how often they were asked."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from citeloom.papers.found import Found
from citeloom.papers.identity import identifier_ids, normal_title
from citeloom.papers.paper import Paper, known_fields
from citeloom.papers.web.service_failed import ServiceFailed


@dataclass
class KnownPapers:
    """A service that knows some papers by identifier."""

    name: str
    papers: Sequence[Paper | Found] = ()
    fails: bool = False
    waits: asyncio.Event | None = None
    most: int = 500
    asked: list[list[str]] = field(default_factory=list)

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        self.asked.append([paper.id for paper in papers])
        await self._meet()
        known = {name: one for one in self._all() for name in identifier_ids(one.paper)}
        return {
            paper.id: known[name]
            for paper in papers
            for name in reversed(identifier_ids(paper))
            if name in known
        }

    async def _meet(self) -> None:
        if self.waits:
            await self.waits.wait()
        if self.fails:
            raise ServiceFailed(self.name, "it is down (503)")

    def _all(self) -> list[Found]:
        return [self._sourced(one if isinstance(one, Found) else Found(one)) for one in self.papers]

    def _sourced(self, found: Found) -> Found:
        sources = MappingProxyType(dict.fromkeys(known_fields(found.paper), self.name))
        return replace(found, paper=replace(found.paper, sources=sources))


@dataclass
class SearchedPapers(KnownPapers):
    """A service that can be searched by title as well."""

    searched: list[str] = field(default_factory=list)

    async def by_title(self, paper: Paper) -> Sequence[Found]:
        self.searched.append(paper.title)
        await self._meet()
        start = normal_title(paper.title)[:8]
        return [one for one in self._all() if normal_title(one.paper.title).startswith(start)]
