"""Turns that answer with changed and new sentences: what they change, show, cost and are told."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.chatcite.answered_sentences import PlacedSentence, PlacedSentences
from citeloom.methods.chatcite.numbered_text import NumberedText
from citeloom.methods.chatcite.parameters import LONG, ChatCiteParameters
from citeloom.methods.modelled.lengths import text_tokens
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenSentence,
    WrittenText,
    as_plain,
    cited_ids,
)
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.verify import verify
from endpoint_server import Behaviour, running
from modelled_runs import model_at, task, write
from stand_in_model import StandIn
from virtual_time import timed

IDS = ShortIds(task(6).references)
CHATCITE = method_named("chatcite")


def sentence(text: str, *cites: str) -> WrittenSentence:
    return WrittenSentence(text=text, cites=list(cites))


OLD = WrittenText(
    paragraphs=[
        WrittenParagraph(topic="trees", sentences=[sentence("One.", "P1"), sentence("Two.", "P2")]),
        WrittenParagraph(topic="ranks", sentences=[sentence("Three.", "P3")]),
    ]
)
EMPTY = WrittenText(paragraphs=[])


def new(text: str, cites: str, after: int = 0, replaces: int = 0, begins: str = "") -> Any:
    return PlacedSentence(
        text=text, cites=cites.split(), after=after, replaces=replaces, new_paragraph=begins
    )


def changed(*sentences: PlacedSentence, text: WrittenText = OLD) -> str:
    numbered = NumberedText(text, ["P4"], IDS)
    return as_plain(numbered.with_new(PlacedSentences(sentences=list(sentences))))


def test_sentences_are_shown_with_their_numbers() -> None:
    shown = NumberedText(OLD, ["P4"], IDS).shown
    assert shown == "(1) One [P1].\n(2) Two [P2].\n\n(3) Three [P3]."


@pytest.mark.parametrize(
    ("sentences", "text"),
    [
        ([new("N.", "P4", 1)], "One [P1]. N [P4]. Two [P2].\n\nThree [P3]."),
        ([new("N.", "P4", 0)], "N [P4]. One [P1]. Two [P2].\n\nThree [P3]."),
        ([new("N.", "P4", 3)], "One [P1]. Two [P2].\n\nThree [P3]. N [P4]."),
        ([new("N.", "P4 P2", 0, 2)], "One [P1]. N [P4, P2].\n\nThree [P3]."),
        ([new("N.", "P4", 1, 0, "new")], "One [P1]. Two [P2].\n\nN [P4].\n\nThree [P3]."),
        ([new("N.", "P4", 0, 0, "new")], "N [P4].\n\nOne [P1]. Two [P2].\n\nThree [P3]."),
        (
            [new("Lead.", "", 3, 0, "new"), new("N.", "P4", 3)],
            "One [P1]. Two [P2].\n\nThree [P3].\n\nLead. N [P4].",
        ),
        # What would lose P2 comes after it; what is on no new paper is left out.
        ([new("N.", "P4", 0, 2)], "One [P1]. Two [P2]. N [P4].\n\nThree [P3]."),
        ([new("N.", "P4", 1), new("O.", "P1", 1)], "One [P1]. N [P4]. Two [P2].\n\nThree [P3]."),
        # P2 moves to another sentence: nothing is lost.
        (
            [new("N.", "P4", 0, 2), new("M.", "P4 P2", 3)],
            "One [P1]. N [P4].\n\nThree [P3]. M [P4, P2].",
        ),
        # One sentence is replaced once.
        (
            [new("N.", "P4 P2", 0, 2), new("M.", "P4 P2", 0, 2)],
            "One [P1]. N [P4, P2]. M [P4, P2].\n\nThree [P3].",
        ),
    ],
)
def test_sentences_come_to_their_places(sentences: list[PlacedSentence], text: str) -> None:
    assert changed(*sentences) == text


def test_the_first_turn_begins_the_text() -> None:
    assert changed(new("N.", "P4"), text=EMPTY) == "N [P4]."
    assert changed(new("N.", "P4", 0, 0, "new"), new("M.", "P4"), text=EMPTY) == "N [P4]. M [P4]."


@pytest.mark.parametrize(
    ("sentences", "said"),
    [
        ([new("N.", "P1", 1)], "no sentence cites these papers: P4"),
        ([new("N.", "P4 P99", 1)], "not on the list: P99"),
        ([new("N.", "P4", 0, 2)], "any more: P2"),
    ],
)
def test_a_model_is_told_what_is_wrong(sentences: list[PlacedSentence], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        NumberedText(OLD, ["P4"], IDS).check(PlacedSentences(sentences=sentences))


places = st.integers(0, 3)
answers = st.lists(
    st.builds(
        new,
        st.sampled_from(["N.", "M [P4].", " "]),
        st.sampled_from(["P4", "P1 P4", "", "P2", "P99"]),
        places,
        places,
        st.sampled_from(["", "", "topic"]),
    ),
    max_size=6,
)


@given(answers)
def test_whatever_is_answered_no_paper_is_lost(sentences: list[PlacedSentence]) -> None:
    numbered = NumberedText(OLD, ["P4"], IDS)
    text = numbered.with_new(PlacedSentences(sentences=sentences))
    assert {"P1", "P2", "P3"} <= set(cited_ids(text))
    assert all(paragraph.sentences for paragraph in text.paragraphs)


def test_the_default_is_sentences_only_for_long_texts() -> None:
    given = ChatCiteParameters()
    assert not given.answers_by_number(LONG)
    assert given.answers_by_number(LONG + 1)
    assert ChatCiteParameters(turns="sentences").answers_by_number(10)
    assert not ChatCiteParameters(turns="text").answers_by_number(10_000)
    assert not ChatCiteParameters(increments=False).answers_by_number(10_000)


def written_by(number: int, turns: str) -> int:
    """Return how many tokens the increments of a run take, by what a stand-in writes."""

    class Counting(StandIn):
        written = 0

        async def ask(self, question: Any) -> Any:
            found = await super().ask(question)
            if isinstance(found, PlacedSentences):
                # The new reference is the last one; the stand-in writes on all that are listed.
                found = PlacedSentences(sentences=found.sentences[-1:])
            if question.step == "increments":
                self.written += text_tokens(found.model_dump_json())
            return found

    model = Counting()
    given = task(number)
    parameters = ChatCiteParameters.model_validate({"turns": turns})
    result, _ = timed(CHATCITE.write(given, parameters, Ports(model=model)))
    verify(result, given)
    assert result.uncited == ()
    traced = [turn for turn in result.trace["turns"] if "sentences" in turn]
    assert len(traced) == (number if turns == "sentences" else 0)
    for turn in traced:
        assert len(turn["sentences"]) == len(turn["candidates"])
        for candidate, sentences in zip(turn["candidates"], turn["sentences"], strict=True):
            assert all(sentence["text"].rstrip(".") in candidate for sentence in sentences)
    return model.written


def test_sentences_alone_cost_a_fraction_and_the_estimate_says_so() -> None:
    number = 24
    whole, part = (written_by(number, turns) for turns in ("text", "sentences"))
    assert part < whole / 4
    costs = [
        CHATCITE.cost(task(number), ChatCiteParameters.model_validate({"turns": turns}))
        for turns in ("text", "sentences", "auto")
    ]
    of_text, of_sentences = (
        next(step.output_tokens for step in cost.steps if step.step == "increments")
        for cost in costs[:2]
    )
    assert of_sentences < of_text / 4
    assert costs[2] == costs[1]
    assert {cost.most for cost in costs} == {costs[0].most}


@pytest.mark.parametrize("fault", ["", "unknown-id", "dropped", "truncated", "cut-off", "fenced"])
def test_over_http_with_faults(fault: str) -> None:
    given = task(5)
    with running(Behaviour(faults=["", "", "", "", "", "", fault, "", "", fault])) as server:
        result = asyncio.run(write("chatcite", given, model_at(server), turns="sentences"))
    verify(result, given)
    assert result.uncited == ()
