"""A part of a text of which no answer can be used: the others are the text, and it is told of."""

import pytest

from citeloom.methods.citegeist.batch_writing import SYNTHESIS
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.models.port import AnswerError, Question
from modelled_runs import task
from stand_in_model import Answer, StandIn
from virtual_time import timed


class Failing(StandIn):
    """Answers so many questions of a step, the first ones, by nothing that can be used."""

    def __init__(self, step: str, times: int) -> None:
        super().__init__()
        self.step, self.times = step, times

    async def ask(self, question: Question[Answer]) -> Answer:
        if question.step == self.step and self.calls[self.step] < self.times:
            self.asked.append(question)  # type: ignore[arg-type]
            raise AnswerError("no sentence cites any of these papers", "Nothing.")
        return await super().ask(question)


@pytest.mark.parametrize(
    "name, step, parts", [("ckma", "chunk summaries", 3), ("citegeist", SYNTHESIS, 2)]
)
def test_a_part_without_an_answer_does_not_end_the_others(name: str, step: str, parts: int) -> None:
    given, method = task(3 * parts), method_named(name)
    parameters = method.parameters.model_validate({"breadth": 3} if name == "citegeist" else {})
    result, _ = timed(method.write(given, parameters, Ports(model=Failing(step, 1))))
    assert any("could not be used" in one for one in result.warnings)
    assert result.uncited == ()
    result, _ = timed(method.write(given, parameters, Ports(model=Failing(step, parts))))
    assert result.uncited == ()
