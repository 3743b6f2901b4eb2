"""What the model of roles sees of a sentence."""

from citeloom.grounding.roles.features import sentence_features
from citeloom.grounding.roles.model import role_scores


def test_words_place_and_neighbours_are_features() -> None:
    _, second, _ = sentence_features(["Trees grow.", "We’ve 3.5 % more.", "They sing well today."])
    assert second == {
        "we've", "#", "%", "more", "we've #", "# %", "% more",
        "~we've", "~#", "~%", "~more", "^we've", "^we've #",
        "<trees", "<grow", ">they", ">sing", ">well",
        "@", "@from start 1", "@from end 1", "@eighth 2", "@length 0", "@nobody speaks",
    }  # fmt: skip


def test_the_first_sentence_of_the_authors_own_work_is_the_turn() -> None:
    found = sentence_features(["Trees grow.", "This study counts them.", "It is long."])
    marks = [next(name for name in features if "turn" in name) for features in found]
    assert marks == ["@before turn", "@behind turn 0", "@behind turn 1"]


def test_scores_are_sums_of_the_weights_of_known_features() -> None:
    weights = {"@": (1, 2, 3, 4, 5), "trees": (10, 0, 0, 0, -5), "cats": (99, 99, 99, 99, 99)}
    (features,) = sentence_features(["Trees grow."])
    assert role_scores(features, weights) == (11, 2, 3, 4, 0)
