"""The papers' baselines that ask of each reference."""

import asyncio
from typing import Any

import pytest

from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.verify import verify
from citeloom.models.port import AnswerError, Question
from citeloom_lab.baselines.by_reference import words_of_each
from modelled_runs import task
from stand_in_model import StandIn


def test_each_question_shows_one_reference_and_the_example() -> None:
    given, model = task(5), StandIn(seconds=0)
    method = method_named("reference-wise")
    result = asyncio.run(method.write(given, method.parameters(), Ports(model=model)))
    verify(result, given)
    shown = [question.messages[-1].text for question in model.asked]
    for paper, text in zip(given.references, shown, strict=True):
        assert [other.abstract in text for other in given.references].count(True) == 1
        assert paper.abstract in text
    assert all("This is an example" in question.messages[0].text for question in model.asked)
    (paragraph,) = result.paragraphs
    cited = [paper for sentence in paragraph.sentences for paper in sentence.cites]
    assert list(dict.fromkeys(cited)) == [paper.id for paper in given.references]


def test_a_reference_without_a_usable_answer_is_asked_for_again() -> None:
    class Failing(StandIn):
        async def ask(self, question: Question[Any]) -> Any:
            if question.step == "writing" and "setting 2" in question.messages[-1].text:
                raise AnswerError("nothing", "")
            return await super().ask(question)

    given, model = task(4), Failing(seconds=0)
    method = method_named("reference-wise")
    result = asyncio.run(method.write(given, method.parameters(), Ports(model=model)))
    assert result.uncited == ()
    assert model.calls["coverage"] == 1


def test_words_are_shared_among_references() -> None:
    assert words_of_each(task(4, words=100)) == 25
    assert words_of_each(task(40, words=100)) == 15


@pytest.mark.parametrize("number", [1, 6])
def test_two_steps_are_summaries_and_one_question_with_all_of_them(number: int) -> None:
    given, model = task(number), StandIn(seconds=0)
    method = method_named("two-step")
    result = asyncio.run(method.write(given, method.parameters(), Ports(model=model)))
    verify(result, given)
    *summaries, last = model.asked
    assert {question.step for question in summaries} == {"key elements"}
    assert all(set(question.answer.model_fields) == {"summary"} for question in summaries)
    said = last.messages[0].text
    assert "plan" not in said
    assert "This is an example" not in said
    assert method.weaver is None
