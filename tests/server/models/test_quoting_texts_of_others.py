"""Texts of others are fenced, and what in them speaks to a model is found."""

import pytest
from families import families

from citeloom.models.injections import instructions_in
from citeloom.models.quoting import Fence, without_citation_marks

FAMILIES = families(__file__)


def test_the_tag_is_the_same_in_every_run_and_cannot_be_guessed() -> None:
    one = Fence(b"secret").quote("A text.", "P1")
    assert one == Fence(b"secret").quote("A text.", "P1")
    assert one.splitlines()[0] != Fence(b"other").quote("A text.", "P1").splitlines()[0]
    assert one.splitlines()[0] != Fence(b"secret").quote("A text!", "P1").splitlines()[0]
    assert one.splitlines()[1] == "A text."


def test_marks_of_the_source_are_dropped() -> None:
    text = "Parsers [1, 2–4] are quick (Smith et al., 2019; Lee, 2020) in (some) cases [P1]."
    assert without_citation_marks(text) == "Parsers are quick in (some) cases [P1]."


@pytest.mark.parametrize("text", FAMILIES["instructions_to_a_model_are_found"])
def test_instructions_to_a_model_are_found(text: str) -> None:
    assert instructions_in(f"We study parsers. {text} They are quick.")


@pytest.mark.parametrize("text", FAMILIES["ordinary_abstracts_are_not_flagged"])
def test_ordinary_abstracts_are_not_flagged(text: str) -> None:
    assert instructions_in(text) == ()
