"""Which indefinite article stands before a word."""

from citeloom.grounding.article import indefinite_article

_AN = "apple uninformed unimportant hour honest LSTM RNNs F-score SVM x-ray rnn-based IBM 8-bit"
_A = "unit user UAV U-Net European one-shot house CNN hybrid ubiquitous model"


def test_the_article_follows_the_sound_of_the_next_word() -> None:
    assert {word for word in _AN.split() if indefinite_article(word) != "an"} == set()
    assert {word for word in _A.split() if indefinite_article(word) != "a"} == set()
