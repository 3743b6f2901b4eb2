"""A walk around cited papers: two citations far, bounded, resumable, the same in any order."""

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_links import MadeLinks, made_paper

from citeloom.corpus.citation_walk import CitationWalk, WalkLimits, search_words
from citeloom.corpus.linked_papers import LinkedPapers, linked_papers
from citeloom.papers.paper import Paper
from citeloom.papers.store.store import Store

GRAPHS = st.dictionaries(
    st.integers(0, 15), st.lists(st.integers(0, 15), max_size=5, unique=True), max_size=16
).map(lambda graph: {one: [two for two in all if two != one] for one, all in graph.items()})
LIMITS = WalkLimits()
CITED = st.sets(st.integers(0, 15), min_size=1, max_size=4)


def walked(
    service: MadeLinks, cited: Sequence[int], store: Store, limits: WalkLimits = LIMITS
) -> str:
    papers = [made_paper(number) for number in cited]
    return asyncio.run(CitationWalk(service, store, limits).walk(papers))


def around(service: MadeLinks, cited: Sequence[int], store: Store) -> LinkedPapers:
    papers = [made_paper(number) for number in cited]
    return linked_papers(service, papers, search_words(papers, LIMITS), store)


def numbers(ids: Sequence[str]) -> set[int]:
    return {int(name.rpartition(":")[2]) for name in ids}


def seen(found: LinkedPapers) -> object:
    """Return what a walk has found, to be compared."""
    network = found.network
    return found.near, found.far, network.ids, network.titles, network.citations


def hops(graph: Mapping[int, Sequence[int]], cited: set[int]) -> tuple[set[int], set[int]]:
    """Return the papers one and two citations away, slowly."""
    citing = {one for one, every in graph.items() if cited & set(every)}
    near = (citing | {two for one in cited for two in graph.get(one, ())}) - cited
    far = {two for one in near for two in graph.get(one, ())} - near - cited
    return near, far


@settings(max_examples=40)
@given(graph=GRAPHS, cited=CITED, order=st.integers(0, 9), at_once=st.integers(1, 4))
def test_a_walk_ends_with_all_that_is_two_citations_away(
    graph: Mapping[int, Sequence[int]], cited: set[int], order: int, at_once: int
) -> None:
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "p.sqlite") as store:
        service = MadeLinks(graph, order=order, at_once=at_once)
        assert walked(service, sorted(cited), store) == ""
        found = around(service, sorted(cited), store)
        assert (numbers(found.near), numbers(found.far)) == hops(graph, cited)
        assert set(service.asked.values()) <= {1}
        before = service.requests
        assert walked(service, sorted(cited), store) == ""
        assert service.requests == before


@settings(max_examples=25)
@given(graph=GRAPHS, cited=CITED, orders=st.tuples(st.integers(0, 9), st.integers(10, 19)))
def test_the_order_of_answers_changes_nothing(
    graph: Mapping[int, Sequence[int]], cited: set[int], orders: tuple[int, int]
) -> None:
    limits = WalkLimits(untitled=2, followed=2, described=3)
    came = []
    for order in orders:
        with tempfile.TemporaryDirectory() as folder:
            service = MadeLinks(graph, order=order)
            with Store.open(Path(folder) / "p.sqlite") as store:
                walked(service, sorted(cited), store, limits)
                came.append((service.asked, seen(around(service, sorted(cited), store))))
    assert came[0] == came[1]


@settings(max_examples=25)
@given(graph=GRAPHS, cited=CITED, most=st.integers(1, 3))
def test_a_walk_that_is_stopped_goes_on_where_it_was(
    graph: Mapping[int, Sequence[int]], cited: set[int], most: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with Store.open(Path(folder) / "whole.sqlite") as store:
            whole = MadeLinks(graph)
            walked(whole, sorted(cited), store)
            expected = seen(around(whole, sorted(cited), store))
        total = 0
        for _ in range(whole.requests + 1):
            # Each step opens the store anew, as another process would.
            with Store.open(Path(folder) / "steps.sqlite") as store:
                service = MadeLinks(graph, most=most)
                stopped = walked(service, sorted(cited), store)
                total += service.requests
                if not stopped:
                    assert seen(around(service, sorted(cited), store)) == expected
                    break
                assert stopped.startswith(f"the search stopped after {most} requests")
        assert total == whole.requests


@settings(max_examples=25)
@given(graph=GRAPHS, cited=CITED, fails=st.frozensets(st.integers(1, 12)))
def test_what_fails_is_asked_again_by_the_next_walk(
    graph: Mapping[int, Sequence[int]], cited: set[int], fails: frozenset[int]
) -> None:
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "p.sqlite") as store:
        faulty = MadeLinks(graph, fails=fails)
        said = walked(faulty, sorted(cited), store)
        assert bool(said) == bool(fails & set(range(1, faulty.requests + 1)))
        well = MadeLinks(graph)
        assert walked(well, sorted(cited), store) == ""
        found = around(well, sorted(cited), store)
        assert (numbers(found.near), numbers(found.far)) == hops(graph, cited)
        assert not set(faulty.asked) & set(well.asked)


def test_a_service_that_keeps_failing_is_left_alone(tmp_path: Path) -> None:
    with Store.open(tmp_path / "p.sqlite") as store:
        service = MadeLinks({}, fails=frozenset(range(100)), at_once=1)
        assert "503" in walked(service, range(20), store)
        assert service.requests == 3


def test_limits_hold_and_the_best_are_followed(tmp_path: Path) -> None:
    # Papers 10 to 15 are cited by 0; 14 is most like it by title and neighbours.
    graph = {0: [10, 11, 12, 13, 14, 15], 12: [0], 14: [20], 11: [21]}
    limits = WalkLimits(followed=2, described=0)
    with Store.open(tmp_path / "p.sqlite") as store:
        service = MadeLinks(graph)
        walked(service, [0], store, limits)
        assert sum(asked.startswith("references") for asked in service.asked) == 1 + 2
        assert "references 12" in service.asked
        few = MadeLinks(graph)
        with Store.open(tmp_path / "few.sqlite") as other:
            walked(few, [0, 1, 2, 3], other, WalkLimits(papers=3, cited=2))
        asked = set(few.asked)
        assert {"citations 0", "citations 1"} <= asked
        assert not asked & {"citations 2", "references 3"}


def test_of_papers_with_an_id_alone_those_with_the_most_links_are_asked_about(
    tmp_path: Path,
) -> None:
    graph = {0: [5, 6], 1: [6], 2: [6]}
    with Store.open(tmp_path / "p.sqlite") as store:
        service = MadeLinks(graph, untitled=frozenset({5, 6}))
        walked(service, [0, 1, 2], store, WalkLimits(untitled=1))
        assert "references 6" in service.asked
        assert "references 5" not in service.asked


def test_papers_without_title_are_asked_for_once_and_left_out(tmp_path: Path) -> None:
    graph = {0: [1, 2], 2: [3]}
    with Store.open(tmp_path / "p.sqlite") as store:
        service = MadeLinks(graph, untitled=frozenset({2}))
        walked(service, [0], store)
        walked(service, [0], store)
        assert service.asked["references 2"] == 1
        found = around(service, [0], store)
        assert "s2:2" in found.near and "s2:2" not in found.network.ids
        assert "s2:3" in found.network.ids


def test_an_identifier_that_leads_elsewhere_leads_nowhere(tmp_path: Path) -> None:
    other = replace(made_paper(0), title="On something else altogether, by nobody we know")
    with Store.open(tmp_path / "p.sqlite") as store:
        service = MadeLinks({0: [1]})
        asyncio.run(CitationWalk(service, store).walk([other]))
        assert "citations 0" not in service.asked
        assert linked_papers(service, [other], (), store).near == ()
        # The same answer serves a draft that means that paper.
        assert around(service, [0], store).near == ("s2:1",)


def test_a_cited_paper_stands_in_the_network_under_the_draft_s_id(tmp_path: Path) -> None:
    with Store.open(tmp_path / "p.sqlite") as store:
        service = MadeLinks({0: [1, 2], 1: [2]})
        walked(service, [0, 1], store)
        found = around(service, [0, 1], store)
    assert found.network.ids == ("doi:10.1000/0", "doi:10.1000/1", "s2:2")
    assert found.network.citations == (
        ("doi:10.1000/0", "doi:10.1000/1"),
        ("doi:10.1000/0", "s2:2"),
        ("doi:10.1000/1", "s2:2"),
    )


def test_progress_only_grows(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    graph = {number: [number + 1, number + 2] for number in range(10)}
    with Store.open(tmp_path / "p.sqlite") as store:
        walk = CitationWalk(
            MadeLinks(graph), store, report=lambda done, known: told.append((done, known))
        )
        asyncio.run(walk.walk([made_paper(0), made_paper(3)]))
    assert told == sorted(told) and told[-1][0] == told[-1][1] > 3


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        (("Citation Recommendation by Graphs", "Neural citation recommendation"),
         ["citation recommendation"]),
        (("The State of the Art", "Beyond the State of the Art"), []),
        (("A Garden Path", "A garden path."), []),
        ((), []),
    ],
    ids=["shared", "stop words", "equal titles", "none"],
)  # fmt: skip
def test_what_is_searched_for_stands_in_several_titles(
    titles: tuple[str, ...], expected: list[str]
) -> None:
    papers = [Paper(str(number), title=title) for number, title in enumerate(titles)]
    assert list(search_words(papers, LIMITS)) == expected
