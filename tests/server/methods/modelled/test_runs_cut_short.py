"""A failure or an interruption when the text is there already: the text is the result."""

import asyncio
import re

import pytest

from citeloom.actions.writing.waiting import Unfinished, why_unfinished
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import Result
from citeloom.models.port import ModelError, Question
from modelled_runs import task
from stand_in_model import Answer, StandIn
from virtual_time import timed

_OF_FIRST = re.compile(r"\b0\b")
LEFT_OUT = "the last steps on this text were left out: "


class Stopped(StandIn):
    """Writes nothing of the first paper; at a step it fails, or its user has had enough."""

    def __init__(self, step: str, error: BaseException) -> None:
        super().__init__()
        self.step, self.error = step, error
        self.cancelled = False

    async def ask(self, question: Question[Answer]) -> Answer:
        if question.step == self.step:
            self.asked.append(question)  # type: ignore[arg-type]
            if isinstance(self.error, ModelError):
                raise self.error
            assert self.run is not None
            self.run.cancel()
            await asyncio.sleep(1)
        found = await super().ask(question)
        for part in getattr(found, "paragraphs", ()):
            part.sentences[:] = [own for own in part.sentences if not _OF_FIRST.search(own)]
        return found

    run: "asyncio.Task[Result] | None" = None


def written(name: str, model: Stopped) -> Result:
    async def run() -> Result:
        method = method_named(name)
        work = method.write(task(4), method.parameters(), Ports(model=model))
        model.run = asyncio.ensure_future(work)
        return await model.run

    result, _ = timed(run())
    return result


@pytest.mark.parametrize("name, step", [("zero-shot", "coverage"), ("hireview", "scores")])
@pytest.mark.parametrize("error", [ModelError("it does not answer"), asyncio.CancelledError()])
def test_the_text_is_the_result(name: str, step: str, error: BaseException) -> None:
    model = Stopped(step, error)
    result = written(name, model)
    assert result.paragraphs
    assert "doi:10.1/0" in result.uncited
    is_failure = isinstance(error, ModelError)
    why = "it does not answer" if is_failure else "the work was interrupted"
    assert result.warnings[0] == f"{LEFT_OUT}{why}"
    unfinished = Unfinished.FAILED if is_failure else Unfinished.CANCELLED
    assert why_unfinished(result.cut_short) is unfinished
    # Nothing more is asked: a model that does not answer would not, and a user has had enough.
    assert model.asked[-1].step == step


@pytest.mark.parametrize("error", [ModelError("it does not answer"), asyncio.CancelledError()])
def test_before_there_is_a_text_it_is_an_error(error: BaseException) -> None:
    with pytest.raises(type(error)):
        written("zero-shot", Stopped("writing", error))
