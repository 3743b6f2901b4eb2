"""The extractive method, as the rest of the program sees it."""

from pydantic import BaseModel

from citeloom.methods.cost import Cost
from citeloom.methods.extractive.parameters import Parameters
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask


class Extractive:
    """Sentences of the cited abstracts, in the third person, grouped by topic."""

    name = "extractive"
    summary = "Picks, rewrites and groups sentences of the cited abstracts; needs no model."
    parameters: type[BaseModel] = Parameters
    uses_model = False

    def cost(self, task: WritingTask, parameters: BaseModel) -> Cost:
        """Return no calls."""
        return Cost()

    async def write(self, task: WritingTask, parameters: BaseModel, ports: Ports) -> Result:
        """Write at least one statement on every reference with an English abstract.

        Raises
        ------
        MethodError
            If the draft is not in English, or no reference has a usable abstract.
        """
        from citeloom.methods.extractive.writing import related_work

        return await related_work(task, Parameters.model_validate(parameters.model_dump()), ports)
