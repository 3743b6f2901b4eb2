"""Which method weaves, and what its user is told of it before anything is sent."""

import asyncio
from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.actions.plan_of_order import plan_of_order
from citeloom.actions.writing.weave_plan import WeaveRequest, plan_weave
from citeloom.methods.registry import METHODS, weaving_method
from citeloom.problem import InputError
from projects import make_project, sample

PAPER = sample("which_method_weaves")


def request(folder: Path, method: str = "", **parameters: str) -> WeaveRequest:
    return WeaveRequest(make_project(folder, PAPER), ("elm",), method, parameters)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_every_method_has_one_that_weaves_and_none_asks_a_model_unasked(method: object) -> None:
    weaving = weaving_method(method)
    assert weaving.weaver is not None
    assert weaving.uses_model == method.uses_model
    assert weaving is method or method.weaver is None


@pytest.mark.parametrize(
    ("chosen", "weaves"),
    [
        ("chatcite", "chatcite"),
        ("ckma", "chatcite"),
        ("", "extractive"),
        ("textrank", "extractive"),
    ],
)
def test_the_plan_names_the_method_that_weaves(tmp_path: Path, chosen: str, weaves: str) -> None:
    planned = plan_weave(request(tmp_path, chosen), Context())
    assert planned.written.method.name == weaves
    if chosen in ("", weaves):
        assert planned.notes == ()
    else:
        (note,) = planned.notes
        assert note == f"'{chosen}' cannot weave references in; '{weaves}' is used instead"


def test_what_the_user_agrees_to_names_the_method_that_is_asked(tmp_path: Path) -> None:
    made = asyncio.run(plan_of_order(request(tmp_path, "ckma"), Context())).forecast()
    assert made.method == "chatcite"
    steps = {step.step for step in made.estimate.cost.steps}
    assert steps == {"key elements", "increments", "votes"}
    made = asyncio.run(plan_of_order(request(tmp_path, "extractive"), Context())).forecast()
    assert (made.uses_model, made.obstacle) == (False, ""), "no model is missed where none is asked"


def test_parameters_are_those_of_the_method_that_weaves(tmp_path: Path) -> None:
    planned = plan_weave(request(tmp_path, "ckma", **{"chatcite.n_votes": "5"}), Context())
    assert planned.written.parameters.n_votes == 5
    with pytest.raises(InputError, match="the method is 'chatcite', not 'ckma'"):
        plan_weave(request(tmp_path, "ckma", **{"ckma.chunk_size": "2"}), Context())
