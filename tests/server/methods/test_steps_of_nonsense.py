"""Each kind of question answered by nonsense every time: a text all the same, and it is told."""

import pytest
from reading_samples import sample

from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.verify import verify
from citeloom.models.port import AnswerError, Question
from stand_in_model import Answer, StandIn
from virtual_time import timed


class Nonsensical(StandIn):
    """Answers the questions of some steps by nothing that can be used."""

    def __init__(self, *steps: str) -> None:
        super().__init__()
        self.steps = steps

    async def ask(self, question: Question[Answer]) -> Answer:
        if question.step in self.steps:
            self.asked.append(question)  # type: ignore[arg-type]
            raise AnswerError("there is no text in it", "Blah.")
        return await super().ask(question)


STEPS = (
    ("citegeist", "summaries", {}),
    ("citegeist", "synthesis", {}),
    ("select-read-write", "selecting", {}),
    ("select-read-write", "reading", {}),
    ("select-read-write", "condensing", {"memory_tokens": 200, "selector": "sequential"}),
    ("select-read-write", "writing", {}),
)


@pytest.mark.parametrize(("name", "step", "switches"), STEPS)
def test_a_step_of_nonsense_ends_no_run(name: str, step: str, switches: dict[str, object]) -> None:
    task, texts = sample(14, 5, {0: (1,)})
    method, model = method_named(name), Nonsensical(step)
    parameters = method.parameters.model_validate(switches)
    result, _ = timed(method.write(task, parameters, Ports(model=model, texts=texts)))
    verify(result, task)
    assert result.uncited == ()
    assert any(f"({step}) could not be used: " in line for line in result.warnings)


@pytest.mark.parametrize("name", ["citegeist", "select-read-write"])
def test_where_no_writing_step_gives_a_sentence_the_answer_is_the_error(name: str) -> None:
    task, texts = sample(3, 0)
    model, method = Nonsensical("synthesis", "writing", "coverage"), method_named(name)
    with pytest.raises(AnswerError, match="there is no text in it") as caught:
        timed(method.write(task, method.parameters(), Ports(model=model, texts=texts)))
    assert "Blah." in caught.value.problem.details
