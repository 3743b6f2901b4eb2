"""A woven sentence never parts two that belong together."""

import pytest

from citeloom.methods.sentence_joints import places_between


@pytest.mark.parametrize(
    ("texts", "places"),
    [
        (["A prunes.", "B distils.", "C prunes."], (1, 2, 3)),
        (["A prunes.", "However, B distils.", "C prunes."], (2, 3)),
        (["A prunes.", "The latter is slow.", "This is slow.", "C."], (3, 4)),
        (
            [
                "Pruning, distillation.",
                "The first removes heads.",
                "The second copies.",
            ],
            (3,),
        ),
        (["There are three lines of work.", "Some prune.", "Others distil.", "C."], (3, 4)),
        (["There are two kinds:", "pruning [@a].", "A second kind copies.", "C."], (3, 4)),
        (["Firstly named parsers read.", "Thistle trees grow."], (1, 2)),
        (["One."], (1,)),
    ],
    ids=["free", "however", "chain", "enumerated", "announced", "colon", "words", "alone"],
)
def test_places_for_a_new_sentence(texts: list[str], places: tuple[int, ...]) -> None:
    assert places_between(texts) == places
