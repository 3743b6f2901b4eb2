"""Searching a corpus by several texts together, with a store whose answers are known."""

from collections.abc import Mapping

import numpy as np
import pytest

from citeloom.corpus.joint_search import JointWeights, SearchText, search_jointly, search_texts
from citeloom.corpus.port import Hit
from citeloom.corpus.record import Record
from citeloom.corpus.words import common_words, distinct_words
from citeloom.models.embedders.port import Vectors


class ToldStore:
    """A store that gives what it was told for a text or a vector, and keeps what it was asked."""

    def __init__(self, by_words: Mapping[str, str], by_vector: str = "") -> None:
        self._by_words, self._by_vector = by_words, by_vector
        self.vectors: list[list[float]] = []

    def by_words(self, text: str, most: int) -> list[Hit]:
        return [Hit(Record(name, name, ""), 1.0) for name in self._by_words.get(text, "")][:most]

    def by_vector(self, vector: Vectors, most: int) -> list[Hit]:
        self.vectors.append(vector.tolist())
        return [Hit(Record(name, name, ""), 1.0) for name in self._by_vector][:most]


def found(store: ToldStore, *texts: SearchText, **given: object) -> list[tuple[str, float]]:
    ranked = search_jointly(store, texts, given.pop("vectors", None), 10, **given)  # type: ignore
    return [(hit.record.id, hit.score) for hit in ranked]


def test_ranks_of_each_text_are_joined_by_their_weights() -> None:
    store = ToldStore({"draft": "ab", "reference": "bc"})
    wanted = (SearchText(("draft",), 2.0), SearchText(("reference",)))
    assert found(store, *wanted, weights=JointWeights(constant=1.0)) == [
        ("b", pytest.approx(2 / 3 + 1 / 2)),
        ("a", pytest.approx(2 / 2)),
        ("c", pytest.approx(1 / 3)),
    ]


def test_ties_are_broken_by_id() -> None:
    store = ToldStore({"parsing": "xa", "tagging": "ax"})
    ranked = found(store, SearchText(("parsing",)), SearchText(("tagging",)))
    assert [name for name, _ in ranked] == ["a", "x"]


def test_a_record_that_only_comes_last_changes_nothing_above_it() -> None:
    wanted = (SearchText(("parsing",)), SearchText(("tagging",)))
    before = found(ToldStore({"parsing": "abc", "tagging": "cab"}), *wanted)
    after = found(ToldStore({"parsing": "abcz", "tagging": "cabz"}), *wanted)
    assert after[:3] == before
    assert [name for name, _ in after[3:]] == ["z"]


def test_a_group_is_searched_by_the_mean_of_its_vectors_and_one_without_vectors_by_words() -> None:
    store = ToldStore({"both": "a"}, by_vector="v")
    vectors = np.array([[1, 0], [0, 1], [0, 0]], np.float32)
    wanted = (SearchText(("both left", "both right"), 2.0), SearchText(("unknown",)))
    ranked = found(store, *wanted, vectors=vectors, weights=JointWeights(vectors=0.5, constant=0))
    assert store.vectors == [pytest.approx([0.5**0.5, 0.5**0.5])]
    assert ranked == [("v", pytest.approx(1.0))]


def test_many_texts_are_put_together_with_their_neighbours_and_count_as_much() -> None:
    grouped = search_texts(["a", "b", "c", "d", "e"], 1.0, 2)
    assert [(text.texts, text.weight) for text in grouped] == [
        (("a", "b"), 2.0),
        (("c", "d", "e"), 3.0),
    ]
    assert search_texts([], 1.0, 2) == ()
    assert [text.texts for text in search_texts(["a", "b"], 1.0, 40)] == [("a",), ("b",)]


def test_words_that_say_nothing_or_come_again_are_not_searched_by() -> None:
    assert distinct_words("The parser, a fast parser of 12 trees") == "parser fast trees"
    assert common_words(["fast parsers", "trees of parsers", "fast trees"], 2) == "fast parsers"
