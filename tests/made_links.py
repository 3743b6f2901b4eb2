"""A service that knows a small citation graph, for tests of walks; no connection is opened."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from citeloom.papers.links.citation_links import (
    CitationLink,
    LinkAnswer,
    citations_question,
    references_question,
    search_question,
)
from citeloom.papers.paper import Author, Paper
from citeloom.papers.web.bounded import LimitReached
from citeloom.papers.web.service_failed import ServiceFailed

WORDS = ("garden", "plant", "light", "water", "leaf", "root")


def made_paper(number: int) -> Paper:
    """Return paper number n as a .bib has it."""
    return Paper(
        f"doi:10.1000/{number}",
        keys=(f"key{number}",),
        title=f"A study {number} of {WORDS[number % 6]} and {WORDS[number // 6 % 6]}",
        authors=(Author(f"Name{number}"),),
        year=2000 + number % 20,
        doi=f"10.1000/{number}",
        sources=dict.fromkeys(("title", "authors", "year", "doi"), "bib"),
    )


class MadeLinks:
    """Knows by the number of each paper the numbers of those that it cites.

    ``asked`` counts all questions. ``order`` shuffles what is in an answer; ``fails`` tells by the
    number of a request whether it comes to nothing, and after ``most`` requests no more are sent.
    """

    name = "s2"

    def __init__(
        self,
        cites: Mapping[int, Sequence[int]],
        *,
        order: int = 0,
        at_once: int = 2,
        most: int = 10_000,
        fails: frozenset[int] = frozenset(),
        untitled: frozenset[int] = frozenset(),
    ) -> None:
        self._cites = cites
        self._order = random.Random(order)
        self._most, self._fails, self._untitled = most, fails, untitled
        self.most_references = self.most_citations = at_once
        self.requests = 0
        self.asked: Counter[str] = Counter()

    def handle(self, paper: Paper) -> str:
        """Return a number, or that in a DOI."""
        return paper.s2_id or paper.doi.rpartition("/")[2]

    async def references(self, papers: Sequence[Paper]) -> LinkAnswer:
        numbers = self._request("references", papers)
        described = [self._described(number) for number in numbers]
        links = [(number, cited) for number in numbers for cited in self._cites.get(number, ())]
        described += [self._short(cited) for _, cited in links]
        answers = {references_question(str(number)): (f"s2:{number}",) for number in numbers}
        return self._answer(described, links, answers)

    async def citations(self, papers: Sequence[Paper]) -> LinkAnswer:
        numbers = self._request("citations", papers)
        links = [
            (citing, cited)
            for citing, every in self._cites.items()
            for cited in every
            if cited in numbers
        ]
        answers = {citations_question(str(number)): (f"s2:{number}",) for number in numbers}
        return self._answer([self._short(citing) for citing, _ in links], links, answers)

    async def search(self, query: str) -> LinkAnswer:
        self._request(f"search {query}", ())
        return LinkAnswer(self.name, answers={search_question(query): ()})

    def _request(self, kind: str, papers: Sequence[Paper]) -> list[int]:
        if self.requests >= self._most:
            raise LimitReached(f"{self._most} requests")
        self.requests += 1
        names = [self.handle(paper) for paper in papers]
        if self.requests in self._fails:
            raise ServiceFailed(self.name, "it has an internal error (503); try again later")
        self.asked.update(f"{kind} {name}" for name in names or [""])
        return [int(name) for name in names]

    def _answer(
        self,
        papers: Sequence[Paper],
        links: Sequence[tuple[int, int]],
        answers: Mapping[str, tuple[str, ...]],
    ) -> LinkAnswer:
        each = {paper.id: paper for paper in reversed(papers)}
        shuffled = list(each.values())
        made = [CitationLink(f"s2:{one}", f"s2:{two}") for one, two in links]
        self._order.shuffle(shuffled)
        self._order.shuffle(made)
        return LinkAnswer(self.name, tuple(shuffled), tuple(made), answers)

    def _described(self, number: int) -> Paper:
        paper = made_paper(number)
        sources = dict.fromkeys(("title", "authors", "year", "doi", "s2_id"), "s2")
        whole = replace(paper, id=f"s2:{number}", keys=(), s2_id=str(number), sources=sources)
        return replace(whole, title="") if number in self._untitled else whole

    def _short(self, number: int) -> Paper:
        return replace(self._described(number), authors=())
