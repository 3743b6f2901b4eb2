"""The baselines, as the rest of the program sees them."""

from pydantic import BaseModel, ConfigDict

from citeloom.methods.baselines.writing import cost, related_work
from citeloom.methods.cost import Cost
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask


class Parameters(BaseModel):
    """A baseline has nothing to set."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _OneQuestion:
    """A baseline; ``thinks`` says whether the answer begins with the model's own plan."""

    name: str
    summary: str
    thinks = False
    uses_model = True
    parameters: type[BaseModel] = Parameters

    def cost(self, task: WritingTask, parameters: BaseModel) -> Cost:
        """Return one call."""
        return cost(task)

    async def write(self, task: WritingTask, parameters: BaseModel, ports: Ports) -> Result:
        """Write about all references in one answer.

        Raises
        ------
        MethodError
            If no model is configured.
        ModelError
            If the model cannot be used, or answers wrongly to the last.
        """
        return await related_work(task, ports, self.name, thinks=self.thinks)


class ZeroShot(_OneQuestion):
    """All abstracts in one prompt."""

    name = "zero-shot"
    summary = "Baseline: one question to the model, with all abstracts in it."


class ChainOfThought(_OneQuestion):
    """All abstracts in one prompt; the model plans before it writes."""

    name = "chain-of-thought"
    summary = "Baseline: one question; the model groups and compares the papers before it writes."
    thinks = True


class FewShot(_OneQuestion):
    """All abstracts in one prompt, after an example of our own."""

    name = "few-shot"
    summary = "Baseline: one question, with an example of a related work in it."
