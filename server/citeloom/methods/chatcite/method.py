"""ChatCite, as the rest of the program sees it."""

from pydantic import BaseModel

from citeloom.methods.chatcite.parameters import Parameters
from citeloom.methods.cost import Cost
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask


class ChatCite:
    """References are woven in one by one, each compared with those before; votes choose."""

    name = "chatcite"
    summary = "Asks seven questions of each paper, weaves them in one by one, and votes."
    parameters: type[BaseModel] = Parameters
    uses_model = True

    def cost(self, task: WritingTask, parameters: BaseModel) -> Cost:
        """Return the calls of a fault-free run; its longest chain is 1 + 2T."""
        from citeloom.methods.chatcite.calls import cost

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
        from citeloom.methods.chatcite.writing import related_work

        return await related_work(task, Parameters.model_validate(parameters.model_dump()), ports)
