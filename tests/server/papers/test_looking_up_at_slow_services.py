"""A slow or late service holds up no other, and loses nothing that it brings."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from citeloom.papers import lookup
from citeloom.papers.found import Found
from citeloom.papers.lookup import look_up
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.store import days as store_days
from citeloom.papers.store import searches as store_searches
from citeloom.papers.store.searches import ended_searches
from citeloom.papers.store.store import Store
from known_services import KnownPapers, SearchedPapers
from looking_up import ABSTRACT, entry, paper, read
from virtual_time import timed


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "papers.sqlite") as store:
        yield store


@dataclass
class SlowTitles(SearchedPapers):
    """A service that takes its time for each title."""

    seconds: float = 0.0

    async def by_title(self, paper: Paper) -> Sequence[Found]:
        await asyncio.sleep(self.seconds)
        return await super().by_title(paper)


@pytest.mark.parametrize("seconds", [15.0, 8.0, 1.0])
def test_titles_are_not_searched_for_without_end_at_a_slow_service(
    seconds: float, store: Store
) -> None:
    papers = read("".join(entry(f"k{n}", f"Title {n}") for n in range(100)))
    slow = SlowTitles("s2", seconds=seconds)

    async def look() -> list[Outcome]:
        return [outcome async for outcome in look_up(papers, [slow], store)]

    ended, took = timed(look())
    assert took <= 120.0
    unasked = [one for one in ended if one.status is Status.FAILED]
    assert len(slow.searched) + len(unasked) == 100
    assert all("too slowly" in one.failures[0].reason for one in unasked)
    assert bool(unasked) == (seconds > 2)


@dataclass
class SlowIdentifiers(KnownPapers):
    """A service that takes its time for each request."""

    seconds: float = 0.0

    async def by_ids(self, papers: Sequence[Paper]) -> Mapping[str, Found]:
        await asyncio.sleep(self.seconds)
        return await super().by_ids(papers)


@pytest.mark.parametrize("seconds", [500.0, 50.0, 8.0])
@pytest.mark.parametrize("most", [1, 20, 500])
def test_no_slow_service_makes_a_run_for_a_hundred_papers_last_two_minutes(
    seconds: float, most: int, store: Store
) -> None:
    dois = [f"doi={{10.1000/{n}}}" for n in range(100)]
    papers = read("".join(entry(f"k{n}", f"Title {n}", doi) for n, doi in enumerate(dois)))
    slow = SlowIdentifiers("datacite", most=most, seconds=seconds)
    quick = KnownPapers("crossref", [paper(f"Title {n}", "", doi=f"10.1000/{n}") for n in range(9)])

    async def look() -> list[Outcome]:
        return [outcome async for outcome in look_up(papers, [slow, quick], store)]

    ended, took = timed(look())
    assert took <= 120.0
    assert sum(outcome.status is Status.MATCHED for outcome in ended) == 9
    unasked = [outcome for outcome in ended if outcome.failures]
    assert all("too slowly" in outcome.failures[0].reason for outcome in unasked)
    assert len(unasked) + sum(map(len, slow.asked)) >= 100


def test_a_slow_service_does_not_hold_up_the_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "PATIENCE", 0.01)
    papers = read(
        entry("a", "The Title", "doi={10.1000/a}") + entry("b", "Beta", "doi={10.1000/b}")
    )

    async def ask() -> list[str]:
        answers = asyncio.Event()
        slow = KnownPapers("s2", [paper("Beta", doi="10.1000/b")], waits=answers)
        quick = KnownPapers("crossref", [paper("The Title", doi="10.1000/a")])
        order = []
        async for one in look_up(papers, [slow, quick], store):
            order.append(one.paper.key + one.status)
            answers.set()
        return order

    assert asyncio.run(ask()) == ["a" + Status.MATCHED, "b" + Status.MATCHED]


def answers_late(store: Store, monkeypatch: pytest.MonkeyPatch, *, fails: bool = False) -> Outcome:
    """Look up a paper whose abstract only a service knows that answers after all others."""
    monkeypatch.setattr(lookup, "PATIENCE", 0.01)

    async def ask() -> Outcome:
        answers = asyncio.Event()
        late = KnownPapers("s2", [paper("Beta", doi="10.1000/b")], fails, waits=answers)
        known = KnownPapers("crossref", [paper("Beta", "", doi="10.1000/b")])
        last = KnownPapers("openalex")

        async def answer() -> None:
            while not last.asked:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            answers.set()

        answering = asyncio.create_task(answer())
        wanted = read(entry("b", "Beta", "doi={10.1000/b}"))
        (ended,) = [one async for one in look_up(wanted, [late, known, last], store)]
        await answering
        return ended

    return asyncio.run(ask())


def test_an_abstract_that_comes_late_is_not_thrown_away(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = answers_late(store, monkeypatch)
    assert (ended.status, ended.paper.abstract) == (Status.MATCHED, ABSTRACT)


def test_a_service_that_fails_late_is_named_and_asked_again_soon(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = answers_late(store, monkeypatch, fails=True)
    assert [failure.service for failure in ended.failures] == ["s2"]
    tomorrow = store_days.today() + timedelta(days=store_searches.DAYS_AFTER_FAILURE)
    monkeypatch.setattr(store_days, "today", lambda: tomorrow)
    assert store.read(ended_searches, read(entry("b", "Beta", "doi={10.1000/b}"))) == {}
