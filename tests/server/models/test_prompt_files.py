"""Prompts: what a file must hold, and a user's own in the place of ours."""

import pytest

from citeloom.models.port import Message
from citeloom.models.prompts import PromptError, parse_prompt

TEXT = "version: 3\nvariables: name place\n# system\nBe brief.\n\n# user\n{{name}} in {{place}}\n"


def test_messages_are_filled_in() -> None:
    prompt = parse_prompt("hello", TEXT)
    assert prompt.version == 3
    assert prompt.messages(name="Ann {{place}}", place="Rome") == (
        Message("system", "Be brief."),
        Message("user", "Ann {{place}} in Rome"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# user\nhello",
        "version: 1\nvariables:\nhello",
        "version: 1\nvariables: name\n# user\nhello",
        "version: 1\nvariables:\n# user\n{{name}}",
    ],
)
def test_a_file_that_is_no_prompt_is_refused(text: str) -> None:
    with pytest.raises(PromptError, match="hello"):
        parse_prompt("hello", text)


def test_values_must_be_those_of_the_prompt() -> None:
    with pytest.raises(PromptError, match="place"):
        parse_prompt("hello", TEXT).messages(name="Ann")
