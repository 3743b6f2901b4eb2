"""Turns that answer with the paragraph that changes: what they change, keep, show and cost."""

import asyncio
from typing import Any

import pytest
from growing_texts import Adding
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom.methods.chatcite.increments import with_paragraphs
from citeloom.methods.chatcite.parameters import LONG, ChatCiteParameters
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenText,
    as_plain,
    cited_ids,
)
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.simulated_cost import simulated_cost
from citeloom.methods.verify import verify
from endpoint_server import Behaviour, running
from modelled_runs import model_at, task, write
from virtual_time import timed

CHATCITE = method_named("chatcite")


def text_of(plain: str) -> WrittenText:
    """Return a text of paragraphs between blank lines, with sentences between bars."""
    return WrittenText(
        paragraphs=[
            WrittenParagraph(topic="", sentences=part.split("|"))
            for part in plain.split("\n\n")
            if part
        ]
    )


OLD = "Trees grow [P1].|Trees fall [P2].\n\nRanks count [P3]."


@tabled(least=7)
def test_paragraphs_come_to_their_places(answer: str, text: str) -> None:
    assert as_plain(with_paragraphs(text_of(OLD), text_of(answer), ["P4"])) == text


def test_the_first_turn_begins_the_text() -> None:
    new = text_of("Trees grow [P4].")
    assert with_paragraphs(WrittenText(paragraphs=[]), new, ["P4"]) == new


sentences = st.lists(
    st.sampled_from(["New [P4].", "Trees [P1].", "Ranks [P3, P4].", "Both [P1, P2, P4].", "So."]),
    min_size=1,
    max_size=4,
)
answers = st.lists(sentences.map("|".join), max_size=3).map("\n\n".join)


@given(answers, answers)
def test_whatever_is_answered_no_paper_is_lost_and_no_paragraph_is_empty(
    first: str, second: str
) -> None:
    once = with_paragraphs(text_of(OLD), text_of(first), ["P4"])
    text = with_paragraphs(once, text_of(second), ["P4"])
    assert {"P1", "P2", "P3"} <= set(cited_ids(text))
    assert all(paragraph.sentences for paragraph in text.paragraphs)


def test_the_default_is_a_paragraph_only_for_long_texts() -> None:
    given = ChatCiteParameters()
    assert not given.answers_by_paragraph(LONG)
    assert given.answers_by_paragraph(LONG + 1)
    assert ChatCiteParameters(turns="paragraph").answers_by_paragraph(10)
    assert not ChatCiteParameters(turns="text").answers_by_paragraph(10_000)


def written_by(number: int, turns: str) -> int:
    """Return how many characters the increments of a run take, by what a stand-in writes."""
    model, given = Adding(), task(number)
    parameters = ChatCiteParameters.model_validate({"turns": turns})
    result, _ = timed(CHATCITE.write(given, parameters, Ports(model=model)))
    verify(result, given)
    assert result.uncited == ()
    # Four sentences in each, two of them on its first paper but in the first paragraph.
    assert len(result.paragraphs) == 1 + (number - 4 + 2) // 3
    return model.written


def test_a_paragraph_costs_a_fraction_and_the_estimate_says_so() -> None:
    number = 40
    whole, part = (written_by(number, turns) for turns in ("text", "paragraph"))
    assert part < whole / 3
    of_text, of_paragraph, auto = (
        simulated_cost(CHATCITE, task(number), ChatCiteParameters.model_validate({"turns": turns}))
        for turns in ("text", "paragraph", "auto")
    )
    tokens = [
        next(step.output_tokens for step in cost.steps if step.step == "increments")
        for cost in (of_text, of_paragraph)
    ]
    assert tokens[1] < tokens[0] / 2
    assert auto == of_paragraph
    assert of_text.calls == of_paragraph.calls


@pytest.mark.parametrize("turns", ["text", "paragraph"])
def test_a_model_that_writes_on_the_new_paper_alone_loses_no_other(turns: str) -> None:
    class Curt(Adding):
        async def ask(self, question: Any) -> Any:
            found = await super().ask(question)
            if question.step == "increments":
                found.paragraphs[:] = found.paragraphs[-1:]
                found.paragraphs[0].sentences[:] = found.paragraphs[0].sentences[-1:]
            return found

    model, given = Curt(), task(9)
    parameters = ChatCiteParameters.model_validate({"turns": turns})
    result, _ = timed(CHATCITE.write(given, parameters, Ports(model=model)))
    assert result.uncited == ()
    assert "coverage" not in model.calls


@pytest.mark.parametrize("fault", ["", "unknown-id", "dropped", "truncated", "cut-off", "fenced"])
def test_over_http_with_faults(fault: str) -> None:
    given = task(5)
    with running(Behaviour(faults=["", "", "", "", "", "", fault, "", "", fault])) as server:
        result = asyncio.run(write("chatcite", given, model_at(server), turns="paragraph"))
    verify(result, given)
    assert result.uncited == ()
