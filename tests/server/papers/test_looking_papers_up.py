"""The lookup: who is asked for what, in which order, and what becomes of it."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from citeloom.papers import lookup
from citeloom.papers.filling import fill_from_store
from citeloom.papers.found import Found, Notice, NoticeKind
from citeloom.papers.from_bib import papers_of
from citeloom.papers.lookup import look_up
from citeloom.papers.matching import BY_TITLE
from citeloom.papers.outcome import Outcome, Status, published_since, same_papers
from citeloom.papers.paper import Author, Paper
from citeloom.papers.services.port import Service
from citeloom.papers.store import searches as store_searches
from citeloom.papers.store import store as store_module
from citeloom.papers.store.store import Store
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from known_services import KnownPapers, SearchedPapers
from virtual_time import timed

ABSTRACT = "We show that a thing can be done which nobody has done before us."
LEE = (Author("Lee", "Kim"),)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "papers.sqlite") as store:
        yield store


def read(bib: str) -> tuple[Paper, ...]:
    return papers_of(resolve([(bib, scan_bib(bib))]))


def entry(key: str, title: str, more: str = "") -> str:
    return f"@article{{{key}, title = {{{title}}}, author = {{Lee, K.}}, year = 2020, {more}}}"


def paper(title: str, abstract: str = ABSTRACT, **ids: str) -> Paper:
    return Paper("x", title=title, authors=LEE, year=2020, abstract=abstract, **ids)  # type: ignore[arg-type]


def run(
    papers: Sequence[Paper], services: Sequence[Service], store: Store, **how: bool
) -> dict[str, Outcome]:
    async def collect() -> list[Outcome]:
        return [one async for one in look_up(papers, services, store, **how)]

    outcomes = asyncio.run(collect())
    assert sorted(one.paper.key for one in outcomes) == sorted(one.key for one in papers)
    return {one.paper.key: one for one in outcomes}


def test_a_hundred_identifiers_take_one_request_of_the_first_service(store: Store) -> None:
    titles = [f"The Title Number {n}" for n in range(100)]
    s2 = KnownPapers("s2", [paper(one, doi=f"10.1000/{n}") for n, one in enumerate(titles)])
    others = [KnownPapers(name) for name in ("arxiv", "openalex")]
    bib = [entry(f"k{n}", one, f"doi = {{10.1000/{n}}}") for n, one in enumerate(titles)]
    ended = run(read("".join(bib)), [s2, *others], store)
    assert {one.status for one in ended.values()} == {Status.MATCHED}
    assert {one.how for one in ended.values()} == {"DOI"}
    assert all(one.paper.abstract == ABSTRACT for one in ended.values())
    assert (len(s2.asked), [one.asked for one in others]) == (1, [[], []])


def test_each_further_service_is_asked_for_what_still_lacks_an_abstract(store: Store) -> None:
    a, b = paper("Paper A", doi="10.1000/a"), paper("Paper B", "", doi="10.1000/b")
    s2, openalex = (
        KnownPapers("s2", [a, b]),
        KnownPapers("openalex", [replace(b, abstract="B " + ABSTRACT)]),
    )
    papers = read(
        entry("a", "Paper A", "doi={10.1000/a}") + entry("b", "Paper B", "doi={10.1000/b}")
    )
    ended = run(papers, [s2, openalex], store)
    assert openalex.asked == [["doi:10.1000/b"]]
    assert (ended["b"].paper.abstract, ended["b"].paper.sources["abstract"]) == (
        "B " + ABSTRACT, "openalex",
    )  # fmt: skip
    assert ended["b"].paper.sources["title"] == "bib"


def test_crossref_is_asked_for_notices_of_every_paper_with_a_doi(store: Store) -> None:
    known = paper("Paper A", doi="10.1000/a")
    notice = Notice(NoticeKind.RETRACTION, "10.1000/r", "2024-02-01", "retraction-watch")
    crossref = KnownPapers("crossref", [Found(replace(known, abstract=""), notices=(notice,))])
    ended = run(
        read(entry("a", "Paper A", "doi={10.1000/a}")),
        [KnownPapers("s2", [known]), crossref],
        store,
    )
    assert [one.notices for one in ended["a"].found] == [(notice,), ()]


def test_what_has_no_identifier_is_found_by_title_and_then_completed(store: Store) -> None:
    s2 = SearchedPapers("s2", [paper("A Very Good Title", "", doi="10.1000/a")])
    crossref = KnownPapers("crossref", [paper("A very good title", doi="10.1000/a")])
    (ended,) = run(read(entry("a", "A Very Good Titel")), [s2, crossref], store).values()
    assert (ended.status, ended.how) == (Status.MATCHED, BY_TITLE)
    assert (ended.paper.abstract, ended.paper.doi) == (ABSTRACT, "10.1000/a")
    assert s2.asked == []


def test_what_is_found_by_title_is_asked_for_notices_too(store: Store) -> None:
    known = paper("A Very Good Title", doi="10.1000/a")
    notice = Notice(NoticeKind.CORRECTION, "10.1000/c")
    crossref = KnownPapers("crossref", [Found(replace(known, abstract=""), notices=(notice,))])
    bib = "".join(entry(f"k{n}", f"Unheard of {n}") for n in range(30))
    papers = read(bib + entry("a", known.title))
    ended = run(papers, [SearchedPapers("s2", [known]), crossref], store)
    assert ended["a"].found[0].notices == (notice,)
    assert len(crossref.asked) == 1


def test_a_misdirected_doi_is_told_not_used_and_the_title_finds_the_paper(store: Store) -> None:
    s2 = SearchedPapers("s2", [
        paper("Something Else", "Else " + ABSTRACT, doi="10.1000/b"),
        paper("A Very Good Title", doi="10.1000/a"),
    ])  # fmt: skip
    (ended,) = run(read(entry("a", "A Very Good Title", "doi={10.1000/b}")), [s2], store).values()
    assert (ended.status, ended.paper.abstract) == (Status.MATCHED, ABSTRACT)
    assert ended.misdirected is not None
    assert ended.misdirected.title == "Something Else"
    assert [one.paper.doi for one in ended.found] == ["10.1000/a"]


def test_beside_a_misdirected_doi_another_identifier_is_asked_for(store: Store) -> None:
    s2 = SearchedPapers("s2", [
        paper("Something Else", doi="10.1000/b"), paper("The Title", arxiv_id="2001.00001"),
    ])  # fmt: skip
    s2.papers = s2.papers[::-1]
    entries = read(entry("a", "The Title", "doi={10.1000/b}, eprint={2001.00001}"))
    s2_doi_first = KnownPapersByDoiFirst("s2", s2.papers)
    (ended,) = run(entries, [s2_doi_first], store).values()
    assert (ended.status, ended.how) == (Status.MATCHED, "arXiv id")
    assert ended.misdirected is not None


class KnownPapersByDoiFirst(KnownPapers):
    async def by_ids(self, papers: Sequence[Paper]) -> dict[str, Found]:
        bare = [replace(one, arxiv_id="") if one.doi else one for one in papers]
        return dict(await super().by_ids(bare))


def test_what_is_like_it_is_offered_and_what_nobody_knows_is_not_verified(store: Store) -> None:
    s2 = SearchedPapers("s2", [replace(paper("Same Title of Two"), authors=(Author("Xu"),))])
    ended = run(read(entry("a", "Same Title of Two") + entry("b", "Unheard of")), [s2], store)
    assert ended["a"].status is Status.AMBIGUOUS
    assert [one.title for one in ended["a"].candidates] == ["Same Title of Two"]
    assert (ended["a"].paper.abstract, ended["b"].status) == ("", Status.NOT_FOUND)


def test_one_failing_service_leaves_the_others_their_work(store: Store) -> None:
    down = SearchedPapers("s2", fails=True)
    arxiv = KnownPapers("arxiv", [paper("The Title", arxiv_id="2001.00001")])
    bib = entry("a", "The Title", "eprint={2001.00001}") + entry("b", "Unheard of")
    ended = run(read(bib), [down, arxiv], store)
    assert (ended["a"].status, ended["a"].paper.abstract) == (Status.MATCHED, ABSTRACT)
    assert ended["b"].status is Status.FAILED
    assert {(one.service, one.reason) for one in (*ended["a"].failures, *ended["b"].failures)} == {
        ("s2", "it is down (503)")
    }


def test_a_service_that_keeps_failing_is_left_alone(store: Store) -> None:
    down = SearchedPapers("s2", fails=True)
    ended = run(read("".join(entry(f"k{n}", f"Title {n}") for n in range(40))), [down], store)
    assert len(down.searched) < 20
    assert all(one.failures and one.status is Status.FAILED for one in ended.values())


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
    tomorrow = date.today() + timedelta(days=store_searches.DAYS_AFTER_FAILURE)
    monkeypatch.setattr(store_module, "_today", lambda: tomorrow)
    assert store.recall(read(entry("b", "Beta", "doi={10.1000/b}"))) == {}


def test_an_exact_title_at_a_later_service_wins_over_a_part_of_one(store: Store) -> None:
    planted = paper("Learning to Garden: Tools and Weeds", "Planted " + ABSTRACT, doi="10.1000/p")
    meant = paper("Learning to Garden", doi="10.1000/m")
    first, second = SearchedPapers("s2", [planted]), SearchedPapers("crossref", [meant])
    (ended,) = run(read(entry("a", "Learning to Garden")), [first, second], store).values()
    assert (ended.status, ended.paper.abstract, ended.paper.doi) == (
        Status.MATCHED, ABSTRACT, "10.1000/m",
    )  # fmt: skip


def test_a_part_of_a_title_still_finds_what_no_service_has_more_exactly(store: Store) -> None:
    known = paper("Learning to Garden: Tools and Weeds", doi="10.1000/p")
    services = [SearchedPapers("s2", [known]), SearchedPapers("crossref")]
    (ended,) = run(read(entry("a", "Learning to Garden")), services, store).values()
    assert (ended.status, ended.paper.abstract) == (Status.MATCHED, ABSTRACT)


def test_a_doi_that_another_service_confirms_is_not_called_wrong(store: Store) -> None:
    mistaken = KnownPapers("s2", [paper("Something Else", doi="10.1000/a")])
    right = KnownPapers("crossref", [paper("A Very Good Title", doi="10.1000/a")])
    wanted = read(entry("a", "A Very Good Title", "doi={10.1000/a}"))
    (ended,) = run(wanted, [mistaken, right], store).values()
    assert (ended.status, ended.how, ended.misdirected) == (Status.MATCHED, "DOI", None)
    assert (ended.paper.doi, ended.paper.abstract) == ("10.1000/a", ABSTRACT)


def test_a_doi_that_nobody_knows_is_told_and_kept(store: Store) -> None:
    known = paper("A Very Good Title", doi="10.1000/b")
    services = [SearchedPapers(name, [known]) for name in ("s2", "crossref")]
    wanted = read(entry("a", "A Very Good Title", "doi={10.1000/a}"))
    (ended,) = run(wanted, services, store).values()
    assert (ended.status, ended.unknown_doi) == (Status.MATCHED, "10.1000/a")
    assert [one.unknown_doi for one in store.recall(wanted).values()] == ["10.1000/a"]


@pytest.mark.parametrize(
    ("doi", "services"),
    [
        ("10.1000/a", [KnownPapers("s2"), KnownPapers("crossref", fails=True)]),
        ("10.1000/a", [KnownPapers("s2")]),
        ("10.5281/zenodo.1", [KnownPapers("s2"), KnownPapers("crossref")]),
        ("10.1000/a", [KnownPapers("s2"), KnownPapers("crossref", [paper("B", doi="10.1000/a")])]),
    ],
    ids=["Crossref fails", "Crossref is not asked", "of another agency", "of another paper"],
)
def test_a_doi_is_not_called_unknown_without_its_agency(
    doi: str, services: Sequence[Service], store: Store
) -> None:
    (ended,) = run(read(entry("a", "A Title", f"doi={{{doi}}}")), services, store).values()
    assert ended.unknown_doi == ""


def test_a_doi_that_two_services_lead_elsewhere_by_is_wrong(store: Store) -> None:
    other = paper("Something Else", doi="10.1000/a")
    services = [KnownPapers(name, [other]) for name in ("s2", "crossref")]
    wanted = read(entry("a", "A Very Good Title", "doi={10.1000/a}"))
    (ended,) = run(wanted, services, store).values()
    assert ended.misdirected is not None
    assert (ended.status, ended.found) == (Status.NOT_FOUND, ())


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


def test_what_was_found_is_kept_before_others_complete_it(store: Store) -> None:
    papers = read("".join(entry(f"k{n}", f"Title {n}") for n in range(30)))
    known = [paper(f"Title {n}", "", doi=f"10.1000/{n}") for n in range(30)]
    s2 = SearchedPapers("s2", known)

    async def begin() -> None:
        crossref = KnownPapers("crossref", waits=asyncio.Event())
        outcomes = look_up(papers, [s2, crossref], store)
        first = asyncio.ensure_future(anext(outcomes))
        while not crossref.asked:
            await asyncio.sleep(0)
        # The process is killed here: nothing below is of use to what was kept.
        assert len(store.interrupted_searches(papers)) == len(s2.searched) == lookup.AT_ONCE
        first.cancel()

    asyncio.run(begin())
    assert store.recall(papers) == {}
    s2.searched.clear()
    crossref = KnownPapers("crossref", [replace(one, abstract=ABSTRACT) for one in known])
    ended = run(papers, [s2, crossref], store)
    assert sorted(s2.searched) == sorted(one.title for one in papers[lookup.AT_ONCE :])
    assert s2.asked == []
    assert {(one.status, one.how) for one in ended.values()} == {(Status.MATCHED, BY_TITLE)}
    assert all(one.paper.abstract == ABSTRACT for one in ended.values())
    assert store.interrupted_searches(papers) == {}
    assert run(papers, [s2, crossref], store) == ended


def test_what_was_begun_is_gone_on_with_for_a_day_and_not_when_all_is_asked_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    (wanted,) = papers = read(entry("a", "The Title"))
    s2 = SearchedPapers("s2", [paper("The Title", doi="10.1000/a")])
    (ended,) = run(papers, [s2], store).values()
    today = date.today()
    for days, refresh, searched in ((0, False, 0), (0, True, 1), (1, False, 0), (2, False, 1)):
        monkeypatch.setattr(store_module, "_today", lambda: today)
        store.keep_interrupted([(wanted, ended)])
        day = today + timedelta(days=days)
        monkeypatch.setattr(store_module, "_today", lambda day=day: day)
        s2.searched.clear()
        run(papers, [s2], store, refresh=refresh)
        assert len(s2.searched) == searched


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
    monkeypatch.setattr(store_module, "_today", lambda: day)
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
    monkeypatch.setattr(store_module, "_today", lambda: date(2099, 1, 1))
    assert run(papers, [s2], store, offline=True) == first
    assert s2.searched == []


def test_an_entry_that_changed_is_searched_for_again(store: Store) -> None:
    s2 = SearchedPapers("s2", [paper("The Title", doi="10.1000/a")])
    assert run(read(entry("a", "The Tilde of it")), [s2], store)["a"].status is not Status.MATCHED
    assert run(read(entry("a", "The Title")), [s2], store)["a"].status is Status.MATCHED


def test_what_was_found_fills_the_entry_even_where_its_title_is_misspelt(store: Store) -> None:
    papers = read(entry("a", "The Titel of a Good Paper", "doi={10.1000/a}"))
    store.put(papers)
    run(papers, [KnownPapers("s2", [paper("The Title of a Good Paper", doi="10.1000/a")])], store)
    (filled,) = fill_from_store(papers, store)
    assert (filled.abstract, filled.title) == (ABSTRACT, "The Titel of a Good Paper")
    store.put(papers)
    (another,) = fill_from_store(
        read("@misc{z, title={The title of a good paper}, doi={10.1000/a}}"), store
    )
    assert another.abstract == ABSTRACT


def test_a_paper_found_by_its_doi_is_known_by_its_arxiv_id_too(store: Store) -> None:
    s2 = KnownPapers("s2", [paper("The Title", doi="10.1000/a", arxiv_id="2001.00001")])
    run(read(entry("a", "The Title", "doi={10.1000/a}")), [s2], store)
    (filled,) = fill_from_store(read("@misc{b, title={The Title}, eprint={2001.00001}}"), store)
    assert filled.abstract == ABSTRACT


def test_two_entries_of_one_paper_and_a_published_preprint_are_seen(store: Store) -> None:
    one = paper("The Title", doi="10.1000/a", arxiv_id="2001.00001")
    s2 = SearchedPapers("s2", [one])
    bib = entry("a", "The Title", "eprint={2001.00001}") + entry(
        "b", "The Titel", "doi={10.1000/a}"
    )
    ended = run(read(bib), [s2], store)
    assert [[one.key for one in group] for group in same_papers(list(ended.values()))] in (
        [["a", "b"]], [["b", "a"]],
    )  # fmt: skip
    assert published_since(ended["a"]) == "10.1000/a"
    assert published_since(ended["b"]) == ""


def test_a_published_paper_without_doi_is_no_preprint(store: Store) -> None:
    s2 = SearchedPapers("s2", [paper("The Title", doi="10.1000/a", arxiv_id="2001.00001")])
    for journal, since in (("Nature", ""), ("CoRR", "10.1000/a")):
        (ended,) = run(
            read(entry("a", "The Title", f"journal={{{journal}}}")), [s2], store
        ).values()
        assert published_since(ended) == since
