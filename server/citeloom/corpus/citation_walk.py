"""Asks a service for the papers around those that a draft cites, and keeps what it says."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from citeloom.corpus.linked_papers import LinkedPapers, linked_papers, own_ids
from citeloom.corpus.network_search import NetworkSearch
from citeloom.papers.links.citation_links import (
    LinkAnswer,
    citations_question,
    references_question,
    search_question,
)
from citeloom.papers.links.port import LinkService
from citeloom.papers.paper import Paper
from citeloom.papers.store.links import link_answers
from citeloom.papers.store.store import Store
from citeloom.papers.titles import words
from citeloom.papers.web.bounded import LimitReached
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.words import terms

MOST_FAILURES = 3
"""Failures in a row after which a service is not asked again in a walk."""

_Asked = TypeVar("_Asked")

Report = Callable[[int, int], None]
"""Told how many questions were answered, and how many are known to be asked."""


@dataclass(frozen=True, slots=True)
class WalkLimits:
    """How far a walk goes.

    Parameters
    ----------
    papers
        Papers of the draft that are asked about: those that it cites first.
    cited
        Those of them whose citing papers are asked for.
    untitled
        Papers at each distance of which an id alone is known, that are asked about: those with the
        most links.
    followed
        Papers beside them whose references are asked for: the best by Eq. 2.
    described
        Papers that are asked for their authors and abstracts: the best by Eq. 2.
    searches
        Searches by a few words.
    """

    papers: int = 200
    cited: int = 60
    untitled: int = 500
    followed: int = 100
    described: int = 200
    searches: int = 3


def search_words(papers: Sequence[Paper], limits: WalkLimits) -> Sequence[str]:
    """Return what is searched for: phrases that titles of several of the papers share."""
    return shared_phrases((paper.title for paper in papers), limits.searches)


class CitationWalk:
    """A walk of at most two citations from papers of a draft, at one service.

    What it asks follows from the papers and the service's answers alone, and from nothing else of
    the draft. What was asked lately, by whichever walk, is not asked again; every answer is kept
    as it comes, so that a walk that was stopped goes on from there.
    """

    def __init__(
        self,
        service: LinkService,
        store: Store,
        limits: WalkLimits = WalkLimits(),
        report: Report = lambda done, known: None,
    ) -> None:
        self._service, self._store, self._limits, self._report = service, store, limits, report
        self._done = self._planned = self._failures = 0
        self._failed: ServiceFailed | None = None
        self._around: LinkedPapers | None = None

    async def walk(self, papers: Sequence[Paper]) -> str:
        """Ask about papers and what is around them; return why not all was answered, if so."""
        try:
            await self._walk(papers)
        except LimitReached as limit:
            return f"the search stopped after {limit}; ask again to continue from there"
        except ServiceFailed as failed:
            return failed.reason
        return self._failed.reason if self._failed else ""

    async def _walk(self, papers: Sequence[Paper]) -> None:
        limits = self._limits
        asked = [paper for paper in papers if self._service.handle(paper)][: limits.papers]
        await self._ask_references(asked)
        own = own_ids(self._service, asked, self._store)
        await self._ask_citations(list(own)[: limits.cited])
        words = search_words(papers, limits)
        await self._search(words)

        def around() -> LinkedPapers:
            """Read anew only what may have changed."""
            if self._around is None:
                self._around = linked_papers(self._service, asked, words, self._store)
            return self._around

        await self._ask_untitled(around(), near=True)
        now = around()
        await self._ask_about(_best(now, now.near, limits.followed))
        await self._ask_untitled(around(), near=False)
        now = around()
        best = _best(now, (*now.near, *now.far, *now.found), limits.described)
        await self._ask_about([name for name in best if not now.nodes[name].is_described])

    async def _ask_untitled(self, now: LinkedPapers, *, near: bool) -> None:
        some = now.near if near else now.far
        untitled = [name for name in some if name not in now.nodes or not now.nodes[name].title]
        await self._ask_about(now.most_linked(untitled)[: self._limits.untitled])

    async def _ask_about(self, ids: Iterable[str]) -> None:
        await self._ask_references([_paper_of(name) for name in ids])

    async def _ask_references(self, papers: Sequence[Paper]) -> None:
        service = self._service
        of_question = {references_question(service.handle(paper)): paper for paper in papers}
        await self._ask(of_question, service.references, service.most_references)

    async def _ask_citations(self, ids: Iterable[str]) -> None:
        service, papers = self._service, map(_paper_of, ids)
        of_question = {citations_question(service.handle(paper)): paper for paper in papers}
        await self._ask(of_question, service.citations, service.most_citations)

    async def _search(self, words: Sequence[str]) -> None:
        of_question = {search_question(query): query for query in words}
        await self._ask(of_question, lambda one: self._service.search(*one), 1)

    async def _ask(
        self,
        of_question: Mapping[str, _Asked],
        ask: Callable[[Sequence[_Asked]], Awaitable[LinkAnswer]],
        most: int,
    ) -> None:
        """Ask what was not asked lately, so many at once; keep each answer before the next one."""
        answers = self._store.read(link_answers, self._service.name, [*of_question])
        waiting = [it for question, it in of_question.items() if question not in answers]
        parts = [waiting[at : at + most] for at in range(0, len(waiting), most)]
        self._planned += len(parts)
        for part in parts:
            self._report(self._done, self._planned)
            try:
                answer = await ask(part)
            except ServiceFailed as failed:
                self._failures += 1
                self._failed = failed
                if self._failures >= MOST_FAILURES:
                    raise
            else:
                self._failures = 0
                self._store.keep_links(answer)
                self._around = None
            self._done += 1
        self._report(self._done, self._planned)


def _best(now: LinkedPapers, ids: Iterable[str], most: int) -> Sequence[str]:
    """Return the papers that Eq. 2 finds for the titles of the draft's papers, the best first."""
    wanted = set(ids)
    network = now.network
    if not network.ids:
        return []
    found = NetworkSearch(network).find_papers(now.query, most + len(now.cited))
    return [paper.id for paper in found if paper.id in wanted][:most]


def _paper_of(name: str) -> Paper:
    """Return a paper that only a service's own id names."""
    service, _, own = name.partition(":")
    return Paper(name, s2_id=own if service == "s2" else "")


LONGEST = 3
"""Words of a phrase at most."""


def shared_phrases(titles: Iterable[str], most: int) -> Sequence[str]:
    """Return phrases of two or three words that more than one title has.

    First those that the most titles have, of equal ones the longer, then by the alphabet. None
    is a part of another one, and none begins or ends with a word that says nothing.
    """
    holders: Counter[str] = Counter()
    for each in dict.fromkeys(words(title) for title in titles):
        holders.update(_phrases(each))
    shared = [phrase for phrase, number in holders.items() if number > 1]
    shared.sort(key=lambda phrase: (-holders[phrase], -len(phrase.split()), phrase))
    chosen: list[str] = []
    for phrase in shared:
        if len(chosen) == most:
            break
        if not any(
            f" {phrase} " in f" {other} " or f" {other} " in f" {phrase} " for other in chosen
        ):
            chosen.append(phrase)
    return chosen


def _phrases(each: Sequence[str]) -> set[str]:
    found = set()
    for length in range(2, LONGEST + 1):
        for start in range(len(each) - length + 1):
            some = each[start : start + length]
            if terms(some[0]) and terms(some[-1]):
                found.add(" ".join(some))
    return found
