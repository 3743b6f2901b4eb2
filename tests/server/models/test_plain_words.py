"""The words of an answer that is being written, as they are shown to people."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.models.plain_words import plain_words


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ('{"paragraphs": [{"topic": "Trees", "sentences": [{"text": "Many par', "Trees Many par"),
        (
            '{"text": "A \\"good\\" tree\\nfalls \\u2014 so", "cites": ["P1"',
            "A good tree falls so P1",
        ),
        ("[run](command:workbench.action)", "run command workbench.action"),
        ("\x1b[31mred \\u20", "31mred"),
        ("", ""),
    ],
)
def test_field_names_and_signs_are_left_out(answer: str, shown: str) -> None:
    assert plain_words(answer) == shown


@given(st.text())
def test_no_sign_is_left_that_could_be_a_link_or_a_command(answer: str) -> None:
    shown = plain_words(answer)
    assert re.fullmatch(r"[\w .,;'’-]{0,60}", shown)
    assert plain_words("word " * 100 + "end").endswith("word end")
