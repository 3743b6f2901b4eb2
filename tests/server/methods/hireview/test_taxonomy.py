"""What a taxonomy holds, and what it refuses."""

import pytest

from citeloom.methods.hireview.taxonomy import Taxonomy, Topic

PARSING = Topic(
    "Parsing",
    topics=(Topic("Dependencies", ("a", "b")), Topic("Constituents", ("c",))),
)
TAGGING = Topic("Tagging", ("d",))


def test_papers_come_in_the_order_in_which_they_stand() -> None:
    taxonomy = Taxonomy((PARSING, TAGGING))
    assert taxonomy.all_papers() == ("a", "b", "c", "d")
    assert PARSING.all_papers() == ("a", "b", "c")
    assert [topic.name for topic in taxonomy.walk()] == [
        "Parsing",
        "Dependencies",
        "Constituents",
        "Tagging",
    ]


def test_its_depth_counts_the_levels_of_topics() -> None:
    assert Taxonomy((PARSING, TAGGING)).depth == 2
    assert Taxonomy(()).depth == 0


@pytest.mark.parametrize(
    "topics",
    [
        (Topic("A", ("a",)), Topic("B", ("a",))),
        (Topic("A", ("a",)), Topic("B")),
    ],
    ids=["a paper twice", "an empty topic"],
)
def test_what_is_no_taxonomy_is_refused(topics: tuple[Topic, ...]) -> None:
    with pytest.raises(ValueError):
        Taxonomy(topics)
