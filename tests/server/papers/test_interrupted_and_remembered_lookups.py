"""What a lookup found is kept, when it is interrupted and when it has ended."""

import asyncio
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from citeloom.papers.lookup import look_up
from citeloom.papers.outcome import Status
from citeloom.papers.store import days as store_days
from citeloom.papers.store import searches as store_searches
from citeloom.papers.store.store import Store
from known_services import SearchedPapers
from looking_up import ABSTRACT, entry, paper, read, run


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "papers.sqlite") as store:
        yield store


def test_an_interrupted_run_goes_on_where_it_was(store: Store) -> None:
    papers = read("".join(entry(f"k{n}", f"Title {n}") for n in range(50)))
    s2 = SearchedPapers("s2", [paper(f"Title {n}", doi=f"10.1000/{n}") for n in range(50)])

    async def begin() -> None:
        outcomes = look_up(papers, [s2], store)
        await anext(outcomes)
        await outcomes.aclose()

    asyncio.run(begin())
    before, s2.searched = set(s2.searched), []
    ended = run(papers, [s2], store)
    assert {one.status for one in ended.values()} == {Status.MATCHED}
    assert before
    assert before.isdisjoint(s2.searched)
    assert before | set(s2.searched) == {one.title for one in papers}


def test_an_outcome_is_remembered_until_its_time_is_over(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    bib = (
        entry("a", "The Title")
        + entry("b", "Unheard of")
        + entry("c", "Has One", f"abstract={{{ABSTRACT}}}")
    )
    papers = read(bib)
    s2 = SearchedPapers("s2", [paper("The Title", doi="10.1000/a")])
    first = run(papers, [s2], store)
    day = date(2030, 1, 1)
    monkeypatch.setattr(store_days, "today", lambda: day)
    run(papers, [s2], store)
    s2.searched.clear()
    assert run(papers, [s2], store) == first
    assert s2.searched == []
    day += timedelta(days=store_searches.DAYS_WITHOUT)
    run(papers, [s2], store)
    assert s2.searched == ["Unheard of"]
    run(papers, [s2], store, refresh=True)
    assert s2.searched[1:] == ["The Title", "Unheard of"]
    assert first["c"].status is Status.FROM_BIB


def test_offline_nobody_is_asked_and_the_old_counts(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = read(entry("a", "The Title"))
    s2 = SearchedPapers("s2", [paper("The Title", doi="10.1000/a")])
    assert run(papers, [s2], store, offline=True)["a"].status is Status.NOT_ASKED
    first = run(papers, [s2], store)
    s2.searched.clear()
    monkeypatch.setattr(store_days, "today", lambda: date(2099, 1, 1))
    assert run(papers, [s2], store, offline=True) == first
    assert s2.searched == []
