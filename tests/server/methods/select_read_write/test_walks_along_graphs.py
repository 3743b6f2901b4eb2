"""The graphs and walks of Select-Read-Write, as properties; no model is asked."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.select_read_write.memory import SectionId
from citeloom.methods.select_read_write.walk import (
    PaperGraph,
    Walk,
    citation_graph,
)
from citeloom.methods.task import DraftText, Surroundings, WritingTask
from citeloom.papers.citing_sentence import CitingSentence
from citeloom.papers.paper import Paper
from citeloom_lab.baselines.selectors import Selector, co_occurrence_graph, reading_order

NAMES = st.lists(st.sampled_from("abcdefg"), unique=True, max_size=7)
PAIRS = st.lists(st.tuples(st.sampled_from("abcdefg"), st.sampled_from("abcdefg")), max_size=15)


def task(names: list[str], **known: object) -> WritingTask:
    papers = tuple(Paper(name, title=name) for name in names)
    around = Surroundings(**known)  # type: ignore[arg-type]
    return WritingTask(DraftText("", "", "nothing"), papers, surroundings=around)


def cited_by(pairs: list[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    return {by: tuple(other for one, other in pairs if one == by) for by, _ in pairs}


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    names = draw(NAMES)
    graph = citation_graph(task(names, cites=cited_by(draw(PAIRS))))
    counts = st.integers(0, 3)
    sections = {paper: draw(counts) for paper in (DRAFT, *names)}
    return Walk(sections, draw(st.sampled_from([graph, None])))


@given(NAMES, PAIRS)
def test_a_citation_links_in_both_directions_and_the_draft_is_linked_to_all(
    names: list[str], pairs: list[tuple[str, str]]
) -> None:
    graph = citation_graph(task(names, cites=cited_by(pairs)))
    own = {frozenset(pair) for pair in pairs if set(pair) <= set(names) and pair[0] != pair[1]}
    assert {frozenset(edge) for edge in graph.edges} == own
    for paper in names:
        # Eq. 7: the paper itself, and all with an edge to or from it.
        direct = {paper, DRAFT} | {n for n in names if frozenset((n, paper)) in own}
        found = graph.neighbourhood(paper)
        assert found[0] == paper and set(found) == direct and len(set(found)) == len(found)
        # Eq. 8: all edges of the whole graph between these.
        inside = own | {frozenset((DRAFT, name)) for name in names}
        expected = {edge for edge in inside if edge <= direct}
        assert {frozenset(edge) for edge in graph.edges_among(found)} == expected
    assert set(graph.neighbourhood(DRAFT)) == {DRAFT, *names}


def test_sentences_of_related_work_join_what_they_cite_and_those_of_all_sections_on_request() -> (
    None
):
    mentions = (
        CitingSentence("Both.", ("a", "b", "x"), "Related Work", related_work=True, by="d"),
        CitingSentence("These too.", ("b", "c"), "Method", related_work=False, by="d"),
        CitingSentence("Alone.", ("d",), "Related Work", related_work=True, by="a"),
    )
    known = task(["a", "b", "c", "d"], mentions=mentions)
    assert co_occurrence_graph(known).edges == (("a", "b"),)
    assert co_occurrence_graph(known, all_sections=True).edges == (("a", "b"), ("b", "c"))


@given(walks(), st.randoms(use_true_random=False))
def test_no_section_is_read_twice_no_jump_is_without_an_edge_and_all_walks_end(
    walk: Walk, chance: random.Random
) -> None:
    everything = set(walk.unread)
    gone_back = 0
    while walk.unread:
        if not walk.choices:
            walk, gone_back = walk.from_draft(), gone_back + 1
            continue
        picked = SectionId(chance.choice("abcdefgz"), chance.randint(0, 4))
        before, at = walk.history, walk.at
        section = walk.nearest if walk.fault_of(picked) else picked
        walk = walk.read(section)
        assert section in everything and section not in before
        assert walk.graph is None or section.paper in walk.graph.neighbourhood(at)
        assert len(walk.history) <= len(everything)
    assert set(walk.history) == everything, "from the draft all can be reached"
    assert gone_back <= len(everything)


@given(walks())
def test_the_nearest_choice_is_of_the_current_paper_while_it_has_one(walk: Walk) -> None:
    if walk.choices:
        unread_here = [section for section in walk.choices if section.paper == walk.at]
        assert walk.nearest == (unread_here[0] if unread_here else walk.choices[0])
        again = walk.read(walk.nearest)
        with pytest.raises(ValueError, match="read already"):
            again.read(walk.nearest)


def test_a_wrong_choice_is_named() -> None:
    graph = PaperGraph(("a", "b"), {"a": frozenset(), "b": frozenset()})
    walk = Walk({DRAFT: 0, "a": 2, "b": 1}, graph).read(SectionId("a", 1))
    assert walk.fault_of(SectionId("a", 2)) == ""
    assert walk.fault_of(SectionId("a", 1)) == "it was read already"
    assert walk.fault_of(SectionId("a", 3)) == "there is no such section"
    assert walk.fault_of(SectionId("c", 1)) == "there is no such section"
    assert walk.fault_of(SectionId("b", 1)) == "its paper is not linked to the current one"
    assert walk.without(["a"]).fault_of(SectionId("a", 2)) == "nothing of that paper can be read"
    assert walk.without(["a"]).choices == ()
    assert walk.without(["a"]).from_draft().choices == (SectionId("b", 1),)


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 4)), st.integers(0, 5))
def test_orders_hold_every_section_once_and_come_of_the_seed(
    sections: dict[str, int], seed: int
) -> None:
    in_order = reading_order(sections, Selector.SEQUENTIAL, seed)
    shuffled = reading_order(sections, Selector.RANDOM, seed)
    assert list(in_order) == [
        (paper, number) for paper in sections for number in range(1, sections[paper] + 1)
    ]
    assert sorted(shuffled) == sorted(in_order) and len(set(shuffled)) == len(shuffled)
    assert shuffled == reading_order(sections, Selector.RANDOM, seed)


def test_another_seed_gives_another_order() -> None:
    sections = dict.fromkeys("abcdef", 3)
    orders = {reading_order(sections, Selector.RANDOM, seed) for seed in range(5)}
    assert all(one != other for one, other in combinations(orders, 2)) and len(orders) == 5
