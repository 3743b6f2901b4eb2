"""Texts that a model judges: counted right, never asked for twice, gone on with after a kill."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citeloom.actions.context import Context
from citeloom.actions.writing.models import configured_model
from citeloom.methods.port import MethodError
from citeloom.models.port import BudgetExceededError
from citeloom_lab.evaluating.evaluate import Evaluation, evaluate
from citeloom_lab.evaluating.judging import judging_cost
from citeloom_lab.evaluating.plan import EvaluationPlan, EvaluationRequest, plan_evaluation
from citeloom_lab.evaluation.baselines import Lead
from citeloom_lab.evaluation.judging.comparison import judged_sets
from citeloom_lab.evaluation.judging.judges import JUDGES
from endpoint_server import Running, running
from made_data_sets import made_data_set
from model_project import configure

NAMES = [judge.name for judge in JUDGES]


@pytest.fixture
def server() -> Iterator[Running]:
    with running() as found:
        configure(found)
        yield found


def _planned(*data: Path, judges: list[str], **asked: Any) -> EvaluationPlan:
    request = EvaluationRequest(data, ["lead", "random"], words=30, judges=judges, **asked)
    return plan_evaluation(request)


def _evaluated(planned: EvaluationPlan) -> Evaluation:
    return asyncio.run(evaluate(planned, Context(), setup=configured_model()))


@pytest.mark.parametrize("name", NAMES)
def test_a_judge_asks_what_was_said_and_never_twice(
    name: str, server: Running, tmp_path: Path
) -> None:
    planned = _planned(made_data_set(tmp_path), judges=[name])
    (judgement,) = _evaluated(planned).judgements
    assert (
        len(server.asked) == judgement.usage.calls == judging_cost(planned, planned.judges[0]).calls
    )
    (again,) = _evaluated(planned).judgements
    assert (len(server.asked), again.usage.calls) == (judgement.usage.calls, 0)
    assert again.usage.memo_hits == judgement.usage.calls
    assert again.values == judgement.values


@pytest.mark.parametrize("streams", [True, False], ids=["in pieces", "whole"])
def test_a_judge_and_a_method_have_the_name_that_the_answers_say(
    streams: bool, server: Running, tmp_path: Path
) -> None:
    server.behaviour.streams = streams
    server.behaviour.answers_as = "stand-in-2026-11-01\n"
    data = (made_data_set(tmp_path),)
    request = EvaluationRequest(data, ["zero-shot"], words=30, judges=["g-score"])
    for keep in ("one", "two"):  # The second time all answers are kept ones.
        planned = plan_evaluation(replace(request, folder=tmp_path / keep))
        found = _evaluated(planned)
        texts = [text for own in found.texts.values() for text in own["zero-shot"]]
        assert {text.model for text in texts} == {"stand-in-2026-11-01"}
        assert [judgement.model for judgement in found.judgements] == ["stand-in-2026-11-01"]


def test_means_are_of_all_examples_and_the_authors_stand_last(
    server: Running, tmp_path: Path
) -> None:
    sets = [made_data_set(tmp_path, name=name) for name in ("one", "two")]
    found = _evaluated(_planned(*sets, judges=["coverage-logic-relevance", "g-score"]))
    theirs, own = found.judgements
    one, two, both = judged_sets(theirs, found.plan.sets)
    assert [row.method for row in both.rows] == ["lead", "random", "authors"]
    assert [row.method for row in judged_sets(own, found.plan.sets)[0].rows] == ["lead", "random"]
    for at, row in enumerate(both.rows):
        parts = [each.rows[at].means["srw_logic"].mean for each in (one, two)]
        assert row.means["srw_logic"].mean == pytest.approx(sum(parts) / 2)
        assert row.judged == 8
    votes = judged_sets(own, found.plan.sets)[2].rows
    assert sum(row.means["g_preference"].mean for row in votes) == pytest.approx(100)
    assert votes[0].differences["g_score"] is None
    apart = votes[1].means["g_score"].mean - votes[0].means["g_score"].mean
    assert votes[1].differences["g_score"].mean == pytest.approx(apart)


def test_a_text_that_is_missing_is_not_judged(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write(*given: object) -> None:
        raise MethodError("nothing to say")

    monkeypatch.setattr(Lead, "write", write)
    found = _evaluated(_planned(made_data_set(tmp_path), judges=["hireview"]))
    assert len(server.asked) == 4 * 3
    lead, random = judged_sets(found.judgements[0], found.plan.sets)[0].rows
    assert (lead.judged, lead.means["hireview_average"], random.judged) == (0, None, 4)


def test_an_answer_of_no_use_is_no_value_and_ends_nothing(server: Running, tmp_path: Path) -> None:
    server.behaviour.says = lambda asked: "I would rather not."
    found = _evaluated(_planned(made_data_set(tmp_path, examples=2), judges=["g-score"]))
    lead, random = judged_sets(found.judgements[0], found.plan.sets)[0].rows
    assert (lead.judged, random.means["g_score"]) == (0, None)


def test_limits_are_those_of_the_whole_run(server: Running, tmp_path: Path) -> None:
    configure(server, calls=7)
    data = made_data_set(tmp_path)
    request = EvaluationRequest([data], ["zero-shot"], judges=["hireview"])
    with pytest.raises(BudgetExceededError):
        _evaluated(plan_evaluation(request))
    assert len(server.asked) == 7
    configure(server, calls=8)
    with pytest.raises(BudgetExceededError):
        _evaluated(plan_evaluation(request))
    assert len(server.asked) == 15
    found = _evaluated(plan_evaluation(request))
    assert len(server.asked) == 4 + 4 * 3
    assert found.judgements[0].usage.memo_hits == 11
