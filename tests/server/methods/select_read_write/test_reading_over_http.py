"""Select-Read-Write with full texts, over HTTP: whole runs, faults, a job begun again."""

import asyncio
from pathlib import Path

import pytest
from reading_samples import sample

from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import Result
from citeloom.methods.simulated_cost import simulated_cost
from citeloom.methods.verify import verify
from citeloom.models.model import Model
from citeloom.models.quoting import Fence
from endpoint_server import Behaviour, running
from modelled_runs import model_at

TASK, TEXTS = sample(5, 4, {0: (1, 2), 3: (0,)})
APART = ("selecting again", "condensing", "coverage")
SELECTORS = ("sequential", "random", "free", "co-occurrence-graph", "citation-graph")


async def write(selector: str, model: Model) -> Result:
    method = method_named("select-read-write-selectors")
    parameters = method.parameters.model_validate({"selector": selector})
    try:
        ports = Ports(model=model, fence=Fence(b"secret"), texts=TEXTS)
        return await method.write(TASK, parameters, ports)
    finally:
        await model.close()


@pytest.mark.parametrize("selector", SELECTORS)
def test_it_reads_and_writes_with_every_selector_and_a_second_run_asks_nothing(
    selector: str, tmp_path: Path
) -> None:
    with running() as server:
        model = model_at(server, tmp_path / "memo")
        first = asyncio.run(write(selector, model))
        calls = len(server.asked)
        again = asyncio.run(write(selector, model_at(server, tmp_path / "memo")))
        assert len(server.asked) == calls
    verify(first, TASK)
    assert first.uncited == ()
    assert (again.paragraphs, again.trace) == (first.paragraphs, first.trace)
    method = method_named("select-read-write-selectors")
    calls -= sum(model.ledger.steps[step].calls for step in APART if step in model.ledger.steps)
    parameters = method.parameters.model_validate({"selector": selector})
    cost = simulated_cost(method, TASK, parameters, TEXTS)
    assert calls <= cost.calls
    read = len(first.trace["path"])
    assert read == 2 + 3 * 4 + 1 or first.trace["ended"] == "the selector chose to stop"
    if selector in ("sequential", "random"):
        assert calls == cost.calls == read + 1


@pytest.mark.parametrize("fault", ["500", "half", "nonsense", "cut-off"])
def test_a_fault_now_and_then_changes_nothing_for_the_author(fault: str) -> None:
    with running(Behaviour(faults=[fault, "", fault])) as server:
        result = asyncio.run(write("citation-graph", model_at(server)))
    verify(result, TASK)
    assert result.uncited == ()
