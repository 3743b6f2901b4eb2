"""Questions of each kind are answered by nonsense each time: there is a text all the same."""

import re
from typing import Any

import pytest
from reading_samples import sample
from taxonomy_samples import nested, nested_task

from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import Result
from citeloom.methods.verify import verify
from citeloom.models.port import AnswerError, Question
from modelled_runs import MODELLED, task
from stand_in_model import StandIn
from virtual_time import timed

SEVEN = task(7)
READING = sample(14, 5, {0: (1,)})
"""A task of papers with full texts, and these."""

TOPICS = nested_task(
    nested(**dict.fromkeys(("parsing", "ranking", "reading", "retrieval", "further"), ""))
)


class Nonsense(StandIn):
    """Answers questions of steps by nothing that can be used: all, or those with these words."""

    def __init__(self, step: str, about: str = "") -> None:
        super().__init__()
        self.step, self.about = re.compile(step), re.compile(about)

    async def ask(self, question: Question[Any]) -> Any:
        found = await super().ask(question)
        said = "\n".join(message.text for message in question.messages)
        if self.step.fullmatch(question.step) and self.about.search(said):
            raise AnswerError(
                f"stand-in gave an invalid answer ({question.step}): no text", "Sure!"
            )
        return found


def written(name: str, model: StandIn, **switches: object) -> Result:
    method, ports, given = method_named(name), Ports(model=model), SEVEN
    if name.startswith("select-read-write"):
        given, texts = READING
        ports = Ports(model=model, texts=texts)
    elif name == "hireview" and "taxonomy" not in switches:
        given = TOPICS
    parameters = method.parameters.model_validate(switches)
    result, _ = timed(method.write(given, parameters, ports))
    verify(result, given)
    return result


def counted(result: Result, step: str) -> tuple[int, int]:
    """Return how many answers of a step a result says that could not be used, and of how many."""
    told = [line for line in result.warnings if f"({step}) could not be used" in line]
    numbers = [re.findall(r"\d+", line)[:2] for line in told]
    return sum(int(failed) for failed, _ in numbers), int(numbers[0][1])


STEPS: tuple[tuple[str, dict[str, object], str], ...] = (
    ("ckma", {}, "minigraph"),
    ("ckma-ablations", {"types": False}, "minigraph"),
    ("ckma-ablations", {"iteration": False}, "minigraph"),
    ("ckma", {}, "chunk summaries"),
    ("ckma", {}, "experts"),
    ("ckma-ablations", {"permutations": False}, "experts"),
    ("ckma-ablations", {"chunk_summaries": False}, "experts"),
    ("citegeist", {}, "summaries"),
    ("citegeist", {}, "synthesis"),
    ("select-read-write", {}, "selecting"),
    ("select-read-write", {}, "reading"),
    ("select-read-write-selectors", {"memory_tokens": 200, "selector": "sequential"}, "condensing"),
    ("select-read-write", {}, "writing"),
    ("chatcite", {}, "key elements"),
    ("chatcite", {"key_elements": False}, "key elements"),
    ("chatcite", {}, "increments"),
    ("chatcite", {"turns": "paragraph"}, "increments"),
    ("chatcite-at-once", {}, "increments"),
    ("chatcite", {}, "votes"),
    ("hireview", {}, "naming topics"),
    ("hireview", {}, "writing about topics"),
    ("hireview", {"sections": True}, "writing about topics"),
    ("hireview-clusters", {}, "writing about topics"),
    ("hireview-one-step", {}, "taxonomy"),
    ("hireview", {}, "scores"),
    ("zero-shot", {}, "writing"),
    ("plan-based", {}, "writing"),
    ("reference-wise", {}, "writing"),
    ("two-step", {}, "key elements"),
    ("two-step", {}, "increments"),
)


@pytest.mark.parametrize(("name", "switches", "step"), STEPS, ids=str)
def test_all_questions_of_a_step_are_answered_by_nonsense(
    name: str, switches: dict[str, object], step: str
) -> None:
    result = written(name, Nonsense(step), **switches)
    assert result.uncited == ()
    failed, of = counted(result, step)
    assert failed >= of


ONE: tuple[tuple[str, dict[str, object], str, str], ...] = (
    ("chatcite", {}, "key elements", "Work 3 on"),
    ("chatcite", {}, "key elements", 'id="draft"'),
    ("chatcite", {}, "increments", "added:\n\nP4:"),
    ("chatcite", {"turns": "paragraph"}, "increments", "added:\n\nP4:"),
    ("ckma", {}, "minigraph", "Work 1 on"),
    ("ckma", {}, "chunk summaries", "Work 1 on"),
    ("ckma", {}, "experts", r"On P7:(?s:.*)On P4, P5, P6:"),
    ("citegeist", {}, "summaries", "Work 1 on"),
    ("select-read-write", {}, "selecting", "You are at: P2"),
    ("select-read-write", {}, "reading", "now is of P2"),
    ("hireview", {}, "naming topics", "Work 1 on"),
    ("hireview", {}, "writing about topics", "setting 1"),
    ("hireview", {}, "writing about topics", "narrower topics, each with"),
    ("reference-wise", {}, "writing", "setting 3"),
)


@pytest.mark.parametrize(("name", "switches", "step", "about"), ONE, ids=str)
def test_one_question_is_answered_by_nonsense(
    name: str, switches: dict[str, object], step: str, about: str
) -> None:
    result = written(name, Nonsense(step, about), **switches)
    assert result.uncited == ()
    failed, of = counted(result, step)
    assert 0 < failed < of


def test_the_abstract_stands_in_the_place_of_key_elements() -> None:
    model = Nonsense("key elements", "Work 3 on")
    result = written("chatcite", model)
    turn = next(one for one in model.asked if "added:\n\nP4:" in one.messages[-1].text)
    assert f"Abstract: {SEVEN.references[3].abstract.strip()}" in turn.messages[-1].text
    assert result.trace["read"][SEVEN.references[3].id] == "abstract"
    assert model.calls["increments"] == 14


@pytest.mark.parametrize("name", MODELLED)
def test_where_no_step_gives_a_sentence_the_run_says_what_the_model_answered(name: str) -> None:
    model = Nonsense(".*")
    with pytest.raises(AnswerError) as raised:
        written(name, model)
    assert "Sure!" in raised.value.problem.details
    assert model.calls.total() < 40
