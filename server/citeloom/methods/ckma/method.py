"""CKMA, as the rest of the program sees it."""

from pydantic import BaseModel

from citeloom.methods.ckma.parameters import Parameters
from citeloom.methods.cost import Cost
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask


class Ckma:
    """A minigraph of the references' concepts guides several summaries; one is chosen."""

    name = "ckma"
    summary = "Draws a small graph of concepts, writes along several paths through it, picks one."
    parameters: type[BaseModel] = Parameters
    uses_model = True

    def cost(self, task: WritingTask, parameters: BaseModel) -> Cost:
        """Return the calls of a fault-free run: 2c + E' for c chunks, 1 + E' for one."""
        from citeloom.methods.ckma.calls import cost

        return cost(task, Parameters.model_validate(parameters.model_dump()))

    async def write(self, task: WritingTask, parameters: BaseModel, ports: Ports) -> Result:
        """Write about all references.

        Raises
        ------
        MethodError
            If no model is configured.
        ModelError
            If the model cannot be used, or answers wrongly to the last.
        """
        from citeloom.methods.ckma.writing import related_work

        return await related_work(task, Parameters.model_validate(parameters.model_dump()), ports)
