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
        "Method": "Each abstract is first divided into sentences.",
        "Finding": "Experimental results show that the agents improve accuracy over three "
        "baselines.",
    }


def test_an_abstract_without_such_sentences_has_none() -> None:
    assert key_elements("") == ()


def test_one_sentence_stands_for_one_element() -> None:
    (element,) = key_elements("In this paper, we propose a faster parser of Dutch.")
    assert element.name == "Aim"


def test_headings_of_structured_abstracts_decide_and_are_not_shown() -> None:
    found = key_elements(
        "Background: Asthma is common. Aim: To know why children fall ill. "
        "Methods: Results of 300 interviews were compared. "
        "Conclusions: Smoke makes children ill."
    )
    assert [(element.name, element.sentence) for element in found] == [
        ("Aim", "To know why children fall ill."),
        ("Method", "Results of 300 interviews were compared."),
        ("Finding", "Smoke makes children ill."),
    ]
