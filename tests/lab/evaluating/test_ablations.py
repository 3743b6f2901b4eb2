"""Variants of a method side by side, and the rows of the papers' tables."""

from pathlib import Path

import pytest

from citeloom.problem import InputError
from citeloom_lab.evaluating.plan import EvaluationRequest, plan_evaluation
from citeloom_lab.evaluation.ablations import ABLATIONS, Variant
from made_data_sets import made_data_set


@pytest.mark.parametrize("name", list(ABLATIONS))
def test_each_row_of_a_papers_table_is_another_setting(name: str, tmp_path: Path) -> None:
    planned = plan_evaluation(EvaluationRequest([made_data_set(tmp_path)], ablations=[name]))
    settings = {(it.method, it.parameters.model_dump_json()) for it in planned.methods}
    assert len(settings) == len(planned.methods) > 1
    assert len({it.method.partition("-")[0] for it in planned.methods}) == 1


def test_a_row_sets_what_its_table_takes_away(tmp_path: Path) -> None:
    data = made_data_set(tmp_path)
    planned = plan_evaluation(EvaluationRequest([data], ablations=["ckma-table-3"]))
    whole, *others = planned.methods
    assert whole.name == "ckma"
    for method in others:
        without = method.name.removeprefix("ckma without ")
        changed = {
            name
            for name, value in method.parameters
            if value is False and getattr(whole.parameters, name, True)
        }
        assert len(changed) == 1, without


def test_parameters_of_all_rows_and_of_one(tmp_path: Path) -> None:
    request = EvaluationRequest(
        [made_data_set(tmp_path)],
        ["ckma"],
        {"ckma.experts": "2"},
        variants=[
            Variant("few", "ckma", {"relations": "4"}),
            Variant("one", "ckma", {"experts": "1"}),
        ],
    )
    whole, few, one = (
        method.parameters.model_dump() for method in plan_evaluation(request).methods
    )
    assert (whole["experts"], few["experts"], one["experts"]) == (2, 2, 1)
    assert few["relations"] == 4 != whole["relations"]


def test_names_that_cannot_be(tmp_path: Path) -> None:
    data = [made_data_set(tmp_path)]
    said = {
        "there is no ablation 'table-9'": EvaluationRequest(data, ablations=["table-9"]),
        "two variants are called 'a'": EvaluationRequest(
            data, variants=[Variant("a", "lead"), Variant("a", "random")]
        ),
        "two variants are called 'authors'": EvaluationRequest(
            data, variants=[Variant("authors", "lead")]
        ),
        "the method 'lead' has no parameters": EvaluationRequest(
            data, variants=[Variant("a", "lead", {"words": "3"})]
        ),
        "unknown method 'best'": EvaluationRequest(data, variants=[Variant("a", "best")]),
        "no method is named": EvaluationRequest(data),
    }
    for words, request in said.items():
        with pytest.raises(InputError, match=words):
            plan_evaluation(request)
