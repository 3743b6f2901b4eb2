"""Features of texts from hashed words: the same everywhere, and about as alike as the texts."""

import numpy as np
import pytest

from citeloom.grounding.vectors import cosine, idf, tf_idf
from citeloom.methods.hireview.paper_links import words_and_beginnings
from citeloom_lab.training.network.hashed_words import HashedWords

TITLES = (
    "Parsing natural language with neural networks",
    "Neural networks for parsing of programs",
    "A survey of congestion control in networks",
    "Congestion control for wireless links",
    "Garbage collection in parallel",
)

A, B = 0.16137227109024557, 0.2732270058170045
"""What each place has of a word that both texts have, and of one that one text has."""


def test_rows_are_the_same_on_every_machine() -> None:
    row = HashedWords(16).embed(["parsing networks", "parsing"])[0]
    columns = np.flatnonzero(np.abs(row) > 1e-12)
    expected = {0: B, 1: B, 2: -2 * B, 5: B, 7: -A, 8: -2 * B, 10: -B, 11: -A, 13: A, 14: -A}
    assert dict(zip(columns.tolist(), row[columns], strict=True)) == (pytest.approx(expected))


def test_rows_are_nearly_as_alike_as_the_texts() -> None:
    rows = HashedWords(4096).embed(TITLES)
    words = [words_and_beginnings(title) for title in TITLES]
    weights = idf(words)
    vectors = [tf_idf(text, weights) for text in words]
    for one, row in enumerate(rows):
        for other, other_row in enumerate(rows):
            assert row @ other_row == pytest.approx(cosine(vectors[one], vectors[other]), abs=0.05)


def test_a_word_that_is_no_unicode_has_a_row() -> None:
    assert HashedWords().embed(["half\udcffword \ud800"]).any()
