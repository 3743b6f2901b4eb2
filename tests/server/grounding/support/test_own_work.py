"""Which sentences speak of the draft's own work."""

import pytest

from citeloom.grounding.support.own_work import speaks_of_own_work


@pytest.mark.parametrize(
    ("text", "is_own"),
    [
        ("We use 128 units.", True),
        ("The thesis's comparison is a partial one.", True),
        ("The present study follows them.", True),
        ("The architecture I will explain is based on theirs.", True),
        ("It is tested directly in Section.", True),
        ("It is small (see Fig.), as they said.", True),
        ("Table shows their scores.", True),
        ("As previously mentioned, the index is 0.6.", True),
        ("Repeating the test above yields 32 guesses.", True),
        ("The work of Li et al. uses 128 units.", False),
        ("They report type I errors.", False),
        ("Accuracy is above 90% here.", False),
        ("They fill Table 3 of the standard.", False),
        ("Section headings are found by rules.", False),
        ("They gave it to Us and us.", True),
        ("The US has 50 of them.", False),
        ("They compare 45 Genetic Algorithms.", False),
        ("It solves the Navier-Stokes Equations, with 45 layers.", False),
        ("Recall Equation.", True),
        ("Compared to the figure in the results section, the panel is theirs.", True),
    ],
)
def test_sentences_on_own_work(text: str, is_own: bool) -> None:
    assert speaks_of_own_work(text) is is_own
