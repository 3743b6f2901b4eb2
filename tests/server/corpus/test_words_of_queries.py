"""What papers are searched by: the words of several texts together."""

from citeloom.corpus.words import MOST_WORDS, joint_query, query_words


def test_a_word_counts_once_for_each_text_and_what_says_nothing_not_at_all() -> None:
    assert joint_query(["The parser, a fast parser of 12 trees", "Fast trees"]) == (
        "parser fast trees fast trees"
    )
    assert joint_query([]) == joint_query(["", "of the"]).strip() == ""


def test_of_many_words_those_count_that_come_most_often() -> None:
    many = " ".join(f"w{at}" for at in range(MOST_WORDS))
    assert query_words('parse (trees) AND "x') == "parse trees AND x"
    assert query_words(f"{many} late late").startswith("late late w0 w1 ")
    assert "w199" not in query_words(f"{many} late late")
