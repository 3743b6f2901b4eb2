"""The one asker: what an answer that cannot be used does to the questions after it."""

import asyncio
from typing import Any

import pytest
from pydantic import BaseModel

from citeloom.methods.modelled.asker import Asker, OrElse
from citeloom.methods.port import Ports
from citeloom.models.port import AnswerError, ContextTooLongError, Message, Question, RefusedError
from modelled_runs import task
from stand_in_model import StandIn


class Note(BaseModel):
    note: str


class Raising(StandIn):
    """Answers a step by an error of this kind."""

    def __init__(self, **errors: Exception) -> None:
        super().__init__(0.0)
        self.errors = errors

    async def ask(self, question: Question[Any]) -> Any:
        self.asked.append(question)
        raise self.errors[question.step]


def ask(asker: Asker, step: str, number: int = 0) -> Any:
    """Ask about one paper; None comes instead."""
    paper = asker.task.references[number]
    question = Question(step, (Message("user", str(number)),), Note)
    return asker.ask([paper] if step != "draft" else (), lambda _: question, OrElse(None, "none"))


def test_a_step_that_is_given_up_fails_by_its_own_fault() -> None:
    model = Raising(notes=AnswerError("no JSON", "Well."), draft=RefusedError("no", "No."))
    asker = Asker(task(6), Ports(model=model), model)

    async def run() -> list[Any]:
        before = [await ask(asker, "notes", number) for number in range(5)]
        return [*before, await ask(asker, "draft"), await ask(asker, "notes", 5)]

    assert asyncio.run(run()) == [None] * 7
    assert model.calls == {"notes": 5, "draft": 1}, "the sixth is not asked"
    assert not asker.refused.by_title, "nobody has refused a paper"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ContextTooLongError("too long"), "1 of 1 answers (notes) could not be used: none"),
        (AnswerError("no JSON", "Well."), "1 of 1 answers (notes) could not be used: none"),
    ],
)
def test_what_came_instead_is_told(error: Exception, said: str) -> None:
    model = Raising(notes=error)
    asker = Asker(task(1), Ports(model=model), model)
    assert asyncio.run(ask(asker, "notes")) is None
    assert asker.warnings == [said]


def test_a_step_that_is_given_up_waits_for_no_question_under_way() -> None:
    class Slow(Raising):
        """Answers five questions wrongly at once, and the others never."""

        async def ask(self, question: Question[Any]) -> Any:
            self.asked.append(question)
            if len(self.asked) > 5:
                await asyncio.Event().wait()
            raise self.errors[question.step]

    model = Slow(notes=AnswerError("no JSON", "Well."))
    asker = Asker(task(20), Ports(model=model), model)

    async def run() -> list[Any]:
        async with asyncio.timeout(20):
            return await asker.together("notes", [ask(asker, "notes", at) for at in range(20)])

    assert asyncio.run(run()) == [None] * 20
    assert asker.warnings == ["5 of 5 answers (notes) could not be used: none"]


def test_a_run_that_is_cancelled_ends_though_a_step_has_failed() -> None:
    class Waiting(Raising):
        async def ask(self, question: Question[Any]) -> Any:
            self.asked.append(question)
            if len(self.asked) > 1:
                await asyncio.Event().wait()
            raise self.errors[question.step]

    model = Waiting(notes=AnswerError("no JSON", "Well."))
    asker = Asker(task(2), Ports(model=model), model)

    async def run() -> None:
        assert await ask(asker, "notes") is None
        await asyncio.wait_for(ask(asker, "notes", 1), 0.01)

    with pytest.raises(TimeoutError):
        asyncio.run(run())
