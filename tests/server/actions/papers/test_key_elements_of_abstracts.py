"""Key elements of an abstract: its own sentences, by what each is for."""

from citeloom.actions.papers.key_elements import key_elements

ABSTRACT = (
    "Literature reviews play a crucial role for understanding the current state of research. "
    "However, writing one is time-consuming. "
    "This paper proposes agents that draw a small graph of concepts. "
    "Each abstract is first divided into sentences. "
    "We then train a model of their order. "
    "Experimental results show that the agents improve accuracy over three baselines."
)


def test_what_others_do_is_not_taken_for_the_papers_own_aim() -> None:
    found = {one.name: one.sentence for one in key_elements(ABSTRACT)}
    assert found == {
        "Aim": "This paper proposes agents that draw a small graph of concepts.",
        "Method": "We then train a model of their order.",
        "Finding": "Experimental results show that the agents improve accuracy over three "
        "baselines.",
    }


def test_an_abstract_without_such_sentences_has_none() -> None:
    assert key_elements("") == ()
