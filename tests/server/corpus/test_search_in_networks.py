"""Graph-aware retrieval (HiReview, Eq. 2), against a slow direct computation."""

import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citeloom.corpus.citation_network import CitationNetwork
from citeloom.corpus.network_search import NetworkSearch
from citeloom.corpus.title_index import TitleIndex
from citeloom.words import terms

WORDS = ("parsing", "tagging", "translation", "graph", "the", "of")
TITLES = st.lists(st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join), max_size=9)
QUERIES = st.lists(st.sampled_from((*WORDS, "unknown")), max_size=4).map(" ".join)
PAIRS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=40)
ALPHAS = st.sampled_from((0.0, 0.3, 1.0, 2.0))


def bm25(query: str, titles: Sequence[str]) -> list[float]:
    """Compute BM25 by its formula, one title after the other."""
    lists = [terms(title) for title in titles]
    average = sum(map(len, lists)) / max(1, len(lists))
    scores = []
    for words in lists:
        score = 0.0
        for word in terms(query):
            number = sum(word in other for other in lists)
            count = words.count(word)
            if count:
                rarity = math.log(1 + (len(lists) - number + 0.5) / (number + 0.5))
                score += rarity * count / (count + 1.5 * (0.25 + 0.75 * len(words) / average))
        scores.append(score)
    return scores


@given(QUERIES, TITLES)
@example("parsing", [])
@example("parsing", ["", "of the"])
@example("", ["parsing"])
@example("parsing parsing", ["Parsing", "Parsing of graphs"])
def test_scores_of_titles_are_those_of_the_formula(query: str, titles: list[str]) -> None:
    assert TitleIndex(titles).scores(query).tolist() == pytest.approx(bm25(query, titles), abs=1e-6)


def network_of(titles: Sequence[str], pairs: Sequence[tuple[int, int]]) -> CitationNetwork:
    papers = {f"p{place}": title for place, title in enumerate(titles)}
    return CitationNetwork.of(papers, [(f"p{citing}", f"p{cited}") for citing, cited in pairs])


@given(QUERIES, TITLES, PAIRS, ALPHAS, st.integers(1, 10))
@example("parsing", ["parsing"], [(0, 0)], 1.0, 5)
@example("parsing", ["parsing"] * 5, [(i, j) for i in range(5) for j in range(5)], 1.0, 3)
@example("graph", ["graph"] * 4, [], 1.0, 2)
def test_papers_are_found_as_the_equation_says(
    query: str, titles: list[str], pairs: list[tuple[int, int]], alpha: float, most: int
) -> None:
    network = network_of(titles, pairs)
    found = NetworkSearch(network).find_papers(query, most, alpha)
    own = dict(zip(network.ids, TitleIndex(network.titles).scores(query).tolist(), strict=True))
    wanted = {}
    for paper in network.ids:
        near = {other for pair in network.citations if paper in pair for other in pair} - {paper}
        wanted[paper] = own[paper] + alpha * sum(own[other] for other in near)
    best = sorted((paper for paper in wanted if wanted[paper]), key=lambda p: (-wanted[p], p))
    assert [(paper.id, paper.score) for paper in found] == [
        (paper, wanted[paper]) for paper in best[:most]
    ]
    kept = set(best[:most])
    assert set(network.citations_among(kept)) == {
        pair for pair in network.citations if set(pair) <= kept
    }


def test_the_highest_of_many_papers_are_found_wherever_they_stand() -> None:
    chance = random.Random(7)
    words = [f"word{number}" for number in range(40)]
    titles = [" ".join(chance.choices(words, k=chance.randint(0, 6))) for _ in range(3000)]
    pairs = [(chance.randrange(3000), chance.randrange(3000)) for _ in range(6000)]
    network = network_of(titles, pairs)
    search = NetworkSearch(network)
    for query in ("word1", "word2 word3", " ".join(words)):
        all_papers = search.find_papers(query, 3000)
        assert list(all_papers) == sorted(all_papers, key=lambda paper: (-paper.score, paper.id))
        for most in (1, 7, 200, 2999):
            assert search.find_papers(query, most) == all_papers[:most]


def test_equal_papers_come_in_the_order_of_their_ids_whatever_order_they_are_added_in() -> None:
    # In a complete graph all papers have the same sum, made of the same parts in another order.
    titles = {f"p{place}": f"{'parsing ' * place}graph tagging" for place in range(9)}
    citations = [(citing, cited) for citing in titles for cited in titles]
    for seed in range(5):
        random.Random(seed).shuffle(citations)
        found = NetworkSearch(CitationNetwork.of(titles, citations)).find_papers("parsing graph", 4)
        assert [paper.id for paper in found] == ["p0", "p1", "p2", "p3"]


def test_a_paper_is_found_by_its_neighbours_and_not_where_nobody_near_has_a_word() -> None:
    network = CitationNetwork.of(
        {"a": "Attention is all you need", "b": "Neural parsing", "c": "Parsing", "d": "Cells"},
        [("b", "a"), ("c", "a")],
    )
    search = NetworkSearch(network)
    assert [paper.id for paper in search.find_papers("parsing")] == ["a", "c", "b"]
    assert [paper.id for paper in search.find_papers("parsing", alpha=0)] == ["c", "b"]


@pytest.mark.parametrize(("most", "alpha"), [(0, 1.0), (5, -0.1)], ids=["none", "negative"])
def test_limits_that_mean_nothing_are_refused(most: int, alpha: float) -> None:
    with pytest.raises(ValueError, match="at least"):
        NetworkSearch(CitationNetwork.of({}, [])).find_papers("parsing", most, alpha)
