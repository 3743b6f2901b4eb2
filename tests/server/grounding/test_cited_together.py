"""Which papers are cited together, and how near."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from citeloom.grounding.cocitation import Together, cited_together

PAPERS = st.sampled_from("abcdefgh")
TEXTS = st.lists(
    st.lists(st.lists(st.lists(PAPERS, min_size=1, max_size=4), max_size=3), max_size=3)
)


def test_each_time_counts_once_where_it_is_nearest() -> None:
    text = [
        [[["a", "b"], ["c"]], [["a"]], [["d"]]],
        [[["b", "a", "b"]], [["a"], ["b"]]],
    ]
    assert cited_together(text) == {
        ("a", "b"): Together(citations=2, sentences=1),
        ("a", "c"): Together(sentences=1),
        ("a", "d"): Together(paragraphs=1),
        ("b", "c"): Together(sentences=1),
        ("b", "d"): Together(paragraphs=1),
        ("c", "d"): Together(paragraphs=1),
    }


def test_nearness_is_halved_at_each_step() -> None:
    weights = [Together(citations=1), Together(sentences=1), Together(paragraphs=1)]
    assert [one.weight for one in weights] == [1, 0.5, 0.25]


def test_a_place_with_hundreds_of_papers_joins_none_of_them() -> None:
    many = [str(number) for number in range(101)]
    assert cited_together([[[many]]]) == {}
    assert len(cited_together([[[many[:100]]]])) == 4950


@given(TEXTS)
def test_a_sentence_joins_the_papers_that_it_cites(text: list[list[list[list[str]]]]) -> None:
    found = cited_together(text)
    joined = {frozenset(pair) for pair, how in found.items() if how.citations or how.sentences}
    assert joined == {
        frozenset((one, other))
        for paragraph in text
        for sentence in paragraph
        for one, other in permutations({paper for one in sentence for paper in one}, 2)
    }
    assert all(one != other and how.weight > 0 for (one, other), how in found.items())
