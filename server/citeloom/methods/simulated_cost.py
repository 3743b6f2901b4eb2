"""The cost of a method for a text, counted by a simulated run without kept answers."""

from typing import Any

from citeloom.methods.port import FullTexts, Method, NoFullTexts, Ports
from citeloom.methods.task import WritingTask
from citeloom.models.cost import Cost
from citeloom.models.memo import Memo
from citeloom.models.simulated_run import SimulatedModel, SimulatedRun

_NO_TEXTS = NoFullTexts()


def simulated_cost(
    method: Method[Any], task: WritingTask, parameters: Any, texts: FullTexts = _NO_TEXTS
) -> Cost:
    """Return the cost of a text; no model is asked. Not for use in an event loop."""

    async def write(model: SimulatedModel) -> None:
        await method.write(task, parameters, Ports(model=model, texts=texts))

    return SimulatedRun("", "", Memo(None)).cost(write) if method.uses_model else Cost()
