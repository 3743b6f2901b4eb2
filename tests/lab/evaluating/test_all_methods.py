"""All methods, baselines and judges through one evaluation, which is killed and goes on."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from citeloom.actions.context import Context
from citeloom.actions.writing.models import configured_model
from citeloom_lab.evaluating.evaluate import evaluate
from citeloom_lab.evaluating.judging import judging_cost
from citeloom_lab.evaluating.plan import EvaluationRequest, method_names, plan_evaluation
from citeloom_lab.evaluation.judging.judges import JUDGES
from endpoint_server import running
from made_data_sets import made_data_set
from model_project import configure


@pytest.mark.slow
def test_a_run_of_all_that_is_killed_goes_on_and_asks_what_was_said(tmp_path: Path) -> None:
    data, folder = made_data_set(tmp_path, examples=2, references=5), tmp_path / "kept"
    names, judges = method_names(), [judge.name for judge in JUDGES]
    command = ["evaluate", str(data), "--keep", str(folder)]
    command += [f"--method={name}" for name in names]
    command += [f"--judge={name}" for name in judges]
    request = EvaluationRequest([data], names, judges=judges, folder=folder)
    planned = plan_evaluation(request)
    with running() as server:
        configure(server)
        server.behaviour.seconds = 0.02
        process = subprocess.Popen([sys.executable, "-m", "citeloom", *command], env={**os.environ})
        try:
            while process.poll() is None and len(server.asked) < 60:
                sleep(0.01)
        finally:
            process.kill()
            process.wait()
        server.behaviour.seconds = 0.0
        kept = {path.name for path in folder.rglob("*.json")}
        assert kept
        found = asyncio.run(evaluate(planned, Context(), setup=configured_model()))
        asked = len(server.asked)
        asyncio.run(evaluate(planned, Context(), setup=configured_model()))
        assert len(server.asked) == asked
    assert kept <= {path.name for path in folder.rglob("*.json")}
    rows = {row.method: row for row in found.comparisons[0].rows}
    for method in planned.methods:
        usage, cost = rows[method.name].usage, planned.cost(method)
        assert rows[method.name].failed == 0, method.name
        # An answer that was there before the kill is no call of the second run.
        assert cost.calls <= usage.calls + usage.memo_hits, method.name
    for judgement in found.judgements:
        usage, cost = judgement.usage, judging_cost(planned, judgement.judge)
        assert usage.calls + usage.memo_hits == cost.calls, judgement.judge.name
