"""Prompts: what a file must hold."""

import pytest
from tabled import tabled

from citeloom.models.port import Message
from citeloom.models.prompts import PromptError, parse_prompt
from projects import sample

TEXT = "version: 3\nvariables: name place\n# system\nBe brief.\n\n# user\n{{name}} in {{place}}\n"


def test_messages_are_filled_in() -> None:
    prompt = parse_prompt("hello", TEXT)
    assert prompt.version == 3
    assert prompt.messages(name="Ann {{place}}", place="Rome") == (
        Message("system", "Be brief."),
        Message("user", "Ann {{place}} in Rome"),
    )


@tabled(least=5)
def test_a_file_that_is_no_prompt_is_refused(text: str) -> None:
    with pytest.raises(PromptError, match="hello"):
        parse_prompt("hello", text)


def test_values_must_be_those_of_the_prompt() -> None:
    with pytest.raises(PromptError, match="place"):
        parse_prompt("hello", TEXT).messages(name="Ann")


SECTIONS = sample("prompt_files_sections")


def test_sections_are_there_where_their_variable_has_a_value() -> None:
    prompt = parse_prompt("hello", SECTIONS)
    (without,) = prompt.messages(graph="", most="3", papers="A {{#graph}}")
    assert without.text == "Papers:\n\nThere is no graph.\n\nA {{#graph}}"
    (with_both,) = prompt.messages(graph="a -> b", most="3", papers="A")
    assert with_both.text == "Papers:\n\nThe graph:\n\n(at most 3)\na -> b\n\nA"
    (without_limit,) = prompt.messages(graph="a\n\n\n\nb", most="", papers="A")
    assert without_limit.text == "Papers:\n\nThe graph:\n\na\n\n\n\nb\n\nA"


@pytest.mark.parametrize("broken", ["{{/graph}}\n", "{{#most}}\n"])
def test_a_section_without_an_end_is_refused(broken: str) -> None:
    with pytest.raises(PromptError, match="is not closed"):
        parse_prompt("hello", SECTIONS.replace(broken, "", 1))
