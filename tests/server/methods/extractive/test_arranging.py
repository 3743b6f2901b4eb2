"""Groups, leads and lengths."""

import pytest

from citeloom.methods.extractive.arranging.groups import (
    by_closeness,
    group_count,
    grouped,
    reading_order,
    without_loners,
)
from citeloom.methods.extractive.arranging.leads import lead
from citeloom.methods.extractive.arranging.nouns import as_topic, is_noun_phrase
from citeloom.methods.extractive.arranging.phrases import phrases_of, shared_phrases
from citeloom.methods.extractive.candidates import candidates, profiles
from citeloom.methods.extractive.ranking.vectors import tf_idf
from citeloom.methods.result import CitationMark, SentenceKind
from citeloom.papers.paper import Paper

PAPERS = [
    Paper("a", title="Dependency parsing", year=2019, abstract="We study dependency parsing."),
    Paper("b", title="Image captioning", year=2015, abstract="We study image captioning."),
    Paper("c", title="Fast dependency parsing", year=2016, abstract="Dependency parsing is slow."),
    Paper("d", title="Neural image captioning", abstract="We improve image captioning."),
]

PHRASES = phrases_of(one for paper in PAPERS for one in candidates(paper))


@pytest.mark.parametrize(
    ("papers", "asked", "count"),
    [(1, None, 1), (4, None, 1), (12, None, 3), (60, None, 6), (3, 9, 3), (9, 2, 2)],
)
def test_group_count(papers: int, asked: int | None, count: int) -> None:
    assert group_count(papers, asked) == count


def test_similar_papers_stand_together() -> None:
    assert grouped(profiles(PAPERS)[0], 2) == [[0, 2], [1, 3]]


def test_groups_without_a_common_word_are_still_made_as_asked() -> None:
    papers = [Paper(name, title=name * 5) for name in "abcdef"]
    assert sorted(len(group) for group in grouped(profiles(papers)[0], 3)) == [2, 2, 2]


def test_a_lone_paper_joins_the_group_most_like_it() -> None:
    found = profiles(PAPERS)[0]
    assert without_loners([[0, 2], [1], [3]], found) in ([[0, 1, 2, 3]], [[0, 1, 2], [3]])
    assert without_loners([[0], [2], [1, 3]], found)[0][:2] == [0, 1]


def test_the_group_closest_to_the_draft_comes_last() -> None:
    found, idf = profiles(PAPERS)
    assert by_closeness([[0, 2], [1, 3]], found, tf_idf(["dependency"], idf))[-1] == [0, 2]


def test_older_papers_come_first_and_undated_ones_after_their_likes() -> None:
    assert reading_order([0, 1, 2, 3], profiles(PAPERS)[0]) == [1, 3, 2, 0]


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
     "neural", "results", "translation task", "using parsing", "state-of-the-art results"],
)  # fmt: skip
def test_no_noun_phrases(phrase: str) -> None:
    assert not is_noun_phrase(phrase.split())


def test_topics_need_no_article() -> None:
    assert as_topic({"Machine Translation": 3, "machine translation": 1}) == "machine translation"
    assert as_topic({"language model": 2}) == "language models"
    assert as_topic({"language model": 2, "language models": 1}) == "language models"


def test_the_lead_names_what_the_abstracts_share() -> None:
    shared = shared_phrases(["a", "c"], PHRASES, len(PAPERS))[0]
    assert shared.text == "dependency parsing"
    written = lead(shared, 0, 2, closest=False, turn=0)
    assert written.kind is SentenceKind.LEAD
    assert written.parts == (
        "A first line of work addresses dependency parsing",
        CitationMark(("a", "c")),
        ".",
    )
    assert [one.sentence for one in written.evidence] == [
        "We study dependency parsing.",
        "Dependency parsing is slow.",
    ]


def test_papers_that_share_nothing_have_no_lead() -> None:
    assert shared_phrases(["a", "b"], PHRASES, len(PAPERS)) == []
