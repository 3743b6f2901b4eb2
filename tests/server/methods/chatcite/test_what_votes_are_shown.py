"""What votes are shown of the versions of a text: where they differ, or all of it."""

import re

from growing_texts import Adding
from tabled import tabled

from citeloom.methods.chatcite.voting import show_changes
from citeloom.methods.modelled.written_text import WrittenParagraph, WrittenText
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.models.tokens import text_tokens
from modelled_runs import task
from virtual_time import timed


def version(*paragraphs: str) -> WrittenText:
    """Return a text of these paragraphs, whose letters are sentences."""
    return WrittenText(
        paragraphs=[
            WrittenParagraph(topic="", sentences=[f"{letter}." for letter in part])
            for part in paragraphs
        ]
    )


@tabled(least=6)
def test_what_differs_is_shown_with_the_sentences_around_it(
    versions: list[str], shown: list[str]
) -> None:
    assert show_changes([version(own) for own in versions]) == shown


def test_breaks_between_paragraphs_are_shown_where_they_differ() -> None:
    assert show_changes([version("AB", "CDX"), version("ABC", "DX")]) == [
        "[…] B.\n\nC. D. […]",
        "[…] B. C.\n\nD. […]",
    ]


def votes_of(number: int, **switches: object) -> list[str]:
    """Return what each vote on a growing text is shown."""

    model, method = Adding(), method_named("chatcite")
    parameters = method.parameters.model_validate({"turns": "text", **switches})
    timed(method.write(task(number), parameters, Ports(model=model)))
    return [
        "\n".join(message.text for message in one.messages)
        for one in model.asked
        if one.step == "votes"
    ]


def test_votes_on_what_differs_take_a_part_and_show_all_that_differs() -> None:
    part, whole = votes_of(20), votes_of(20, votes="whole")
    assert len(part) == len(whole) == 60
    assert sum(map(text_tokens, part)) < sum(map(text_tokens, whole)) / 2
    for number, own in enumerate(part):
        for sample in range(2):
            turn = number // 3 + 1
            assert f"Sample {sample} is about setting {turn} [P{turn}]." in own
    assert all("[…]" in own.partition("Version 1")[2] for own in part[6:])
    assert not any("[…]" in own for own in whole)


def test_notes_are_those_on_the_references_that_are_shown() -> None:
    for own in votes_of(6)[3:]:
        versions = own.partition("Version 1:")[2]
        noted = set(re.findall(r'id="(P\d)"', own))
        assert noted == set(re.findall(r"\[(P\d)\]", versions)) and len(noted) <= 3
