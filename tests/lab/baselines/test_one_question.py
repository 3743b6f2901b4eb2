"""The papers' baselines: one question, all abstracts in it."""

import pytest

from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.simulated_cost import simulated_cost
from citeloom.methods.task import DraftText, WritingTask
from citeloom.methods.verify import verify
from citeloom.papers.paper import Author, Paper
from stand_in_model import StandIn
from virtual_time import timed

TASK = WritingTask(
    DraftText("A tool", "We present a tool.", "abstract"),
    tuple(
        Paper(
            f"doi:{number}",
            (f"k{number}",),
            f"Title {number}",
            (Author(f"Name{number}"),),
            abstract=f"We parse texts of kind {number}. It works well for them.",
        )
        for number in range(7)
    ),
)


@pytest.mark.parametrize("name", ["zero-shot", "chain-of-thought", "few-shot", "plan-based"])
def test_it_asks_once_and_shows_all_abstracts(name: str) -> None:
    method, model = method_named(name), StandIn()
    parameters = method.parameters()
    result, seconds = timed(method.write(TASK, parameters, Ports(model=model)))
    (question,) = model.asked
    assert seconds == pytest.approx(1)
    assert all(one.abstract in question.messages[-1].text for one in TASK.references)
    verify(result, TASK)
    assert result.uncited == ()
    cost = simulated_cost(method, TASK, parameters)
    assert cost.calls == cost.chain == 1
    plans = name in ("chain-of-thought", "plan-based")
    assert bool(result.trace.get("plan")) == plans
    assert question.reader is not None
    assert ("between <plan> and </plan>" in question.messages[0].text) == plans
    said = [own.text for part in result.paragraphs for own in part.sentences]
    assert not any("belong together" in text for text in said), "the plan is no part of the text"
