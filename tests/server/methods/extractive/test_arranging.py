"""Groups, their order and their topics."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.grounding.vectors import Vector, cosine, similarities, tf_idf
from citeloom.methods.extractive.arranging.groups import (
    by_closeness,
    group_count,
    group_papers,
    reading_order,
    with_strangers_moved,
)
from citeloom.methods.extractive.arranging.nouns import as_topic, is_noun_phrase
from citeloom.methods.extractive.arranging.outline import outline
from citeloom.methods.extractive.arranging.phrases import phrases_of, topic_of
from citeloom.methods.extractive.candidates import candidates, profiles
from citeloom.papers.paper import Paper

PAPERS = [
    Paper("a", title="Dependency parsing", year=2019, abstract="We study dependency parsing."),
    Paper("b", title="Image captioning", year=2015, abstract="We study image captioning."),
    Paper("c", title="Fast dependency parsing", year=2016, abstract="Dependency parsing is slow."),
    Paper("d", title="Neural image captioning", abstract="We improve image captioning."),
]


@pytest.mark.parametrize(
    ("papers", "asked", "count"),
    [(1, None, 1), (4, None, 1), (12, None, 2), (60, None, 9), (3, 9, 3), (9, 2, 2)],
)
def test_group_count(papers: int, asked: int | None, count: int) -> None:
    assert group_count(papers, asked) == count


def test_similar_papers_stand_together() -> None:
    assert group_papers(profiles(PAPERS)[0], 2) == [[0, 2], [1, 3]]


def test_groups_without_a_common_word_are_still_made_as_asked() -> None:
    papers = [Paper(name, title=name * 5) for name in "abcdef"]
    assert sorted(len(group) for group in group_papers(profiles(papers)[0], 3)) == [2, 2, 2]


WEIGHTS = st.sampled_from([0.25, 0.5, 1.0, 0.3])
VECTORS = st.lists(st.dictionaries(st.sampled_from("abcdef"), WEIGHTS, max_size=4), min_size=1)


@given(VECTORS)
def test_the_likeness_of_all_pairs_is_that_of_those_that_share_a_term(
    vectors: list[Vector],
) -> None:
    found = similarities(vectors)
    for at, row in enumerate(found.tolist()):
        likely = [cosine(vectors[at], it) for it in vectors]
        likely[at] = 0.0
        assert row == pytest.approx(likely)


def test_a_lone_paper_joins_the_group_most_like_it() -> None:
    found = profiles(PAPERS)[0]
    assert with_strangers_moved([[0, 2], [1], [3]], found) == [[0, 2], [1, 3]]
    assert with_strangers_moved([[0], [2], [1, 3]], found) == [[0, 2], [1, 3]]


def test_the_group_closest_to_the_draft_comes_last() -> None:
    found, idf = profiles(PAPERS)
    assert by_closeness([[0, 2], [1, 3]], found, tf_idf(["dependency"], idf))[-1] == [0, 2]


def test_older_papers_come_first_and_undated_ones_last() -> None:
    assert reading_order([0, 1, 2, 3], profiles(PAPERS)[0]) == [1, 2, 0, 3]


@pytest.mark.parametrize(
    "phrase",
    ["dependency parsing", "neural machine translation", "hate speech", "language models",
     "question answering", "unsupervised learning", "word embeddings"],
)  # fmt: skip
def test_noun_phrases(phrase: str) -> None:
    assert is_noun_phrase(phrase.split())


@pytest.mark.parametrize(
    "phrase",
    ["novel", "significantly better", "propose parsing", "proposed method", "the parser",
     "neural", "parallel", "training parallel", "results", "translation task",
     "using parsing", "state-of-the-art results"],
)  # fmt: skip
def test_no_noun_phrases(phrase: str) -> None:
    assert not is_noun_phrase(phrase.split())


def test_an_address_says_nothing_of_a_topic() -> None:
    text = "We parse trees, see https://www.example.org/trees-of-words for our code."
    ((profile,), _) = profiles([Paper("a", title="Parsing", abstract=text)])

    assert {"parse", "tree"} <= profile.vector.keys()
    assert profile.vector.keys().isdisjoint(["http", "https", "www", "example", "org"])


def test_topics_need_no_article() -> None:
    assert as_topic({"Machine Translation": 3, "machine translation": 1}) == "machine translation"
    assert as_topic({"language model": 5, "language models": 1}) == "language models"
    assert as_topic({"language model": 6, "language models": 1}) == "language model"


def topic(*papers: Paper, total: int = 9) -> str:
    phrases = phrases_of(one for paper in papers for one in candidates(paper))
    return topic_of([paper.id for paper in papers], phrases, total, ())


def about(*topics: str) -> list[Paper]:
    return [
        Paper(f"{at}", title=f"On {topic}", abstract=f"We write about {topic} by means of rules.")
        for at, topic in enumerate(topics)
    ]


def test_a_topic_is_a_phrase_that_papers_share() -> None:
    assert topic(PAPERS[0], PAPERS[2]) == "dependency parsing"
    assert topic(*about("hate speech", "hate speech", "image captions")) == "hate speech"


def test_a_topic_is_not_what_other_groups_have() -> None:
    papers = about(*["hate speech"] * 3, *["image captions"] * 3)
    sentences = [one for paper in papers for one in candidates(paper)]
    topics = [group.topic for group in outline(profiles(papers)[0], sentences, {}, 2)]
    assert sorted(topics) == ["hate speech", "image captions"]


def test_a_part_of_a_phrase_is_no_topic() -> None:
    found = topic(
        Paper("a", abstract="We speed up neural machine translation."),
        Paper("b", abstract="We study neural machine reading."),
    )
    assert found != "neural machine"


@pytest.mark.parametrize("count", [9, 40, 41, 60, 168])
def test_groups_are_of_a_size_to_be_read(count: int) -> None:
    topics = [f"{word} {thing}" for word in ("hate", "legal", "poetry") for thing in ("speech",)]
    papers = about(*[topics[at % 3] for at in range(count)])
    found, _ = profiles(papers)
    sizes = [len(group.papers) for group in outline(found, [], {}, None)]
    assert sum(sizes) == count
    assert max(sizes) <= 10
    assert len(sizes) <= max(2, count / 4)


def test_strangers_join_their_likes() -> None:
    papers = [
        Paper(f"{topic}{at}", title=topic, abstract=f"We study {topic}.")
        for topic, count in (("image captioning", 6), ("dependency parsing", 6))
        for at in range(count)
    ]
    groups = [[0, 6], [*range(1, 6)], [*range(7, 12)]]
    moved = with_strangers_moved(groups, profiles(papers)[0])
    assert moved == [[*range(6)], [*range(6, 12)]]
