"""Which paragraph a new reference goes to."""

import pytest

from citeloom.grounding.closest_paragraph import CitingText, closest_paragraph
from citeloom.papers.paper import Paper

EXITS = Paper("n", title="Early exits", abstract="Exits save computation of compressed networks.")
ENTAILMENT = Paper("e", title="Entailment", abstract="Networks decide entailment of sentences.")
PRUNING = Paper("p", title="Pruning", abstract="Networks are compressed by pruning of weights.")


@pytest.mark.parametrize(
    ("paragraphs", "expected"),
    [
        # A word that all papers use says less than one that few do.
        (
            [
                CitingText("Compressed models are small.", (PRUNING,)),
                CitingText("Networks decide on sentences.", (ENTAILMENT,)),
            ],
            0,
        ),
        # Where its own words say nothing, what it cites does.
        (
            [CitingText("See them.", (PRUNING,)), CitingText("See also.", (ENTAILMENT,))],
            0,
        ),
        ([CitingText("Nothing.", ()), CitingText("At all.", ())], 1),
    ],
    ids=["rare words", "abstracts", "nothing"],
)
def test_the_paragraph_that_fits_best(paragraphs: list[CitingText], expected: int) -> None:
    assert closest_paragraph(EXITS, paragraphs) == expected
