"""The baselines as methods."""

from citeloom.methods.cost import Cost
from citeloom.methods.modelled.method import ModelMethod
from citeloom.methods.parameters import Parameters
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel


class _OneQuestion(ModelMethod[Parameters]):
    """A baseline; ``thinks`` says whether the answer begins with the model's own plan."""

    parameters = Parameters
    thinks = False

    def cost(self, task: WritingTask, parameters: Parameters) -> Cost:
        from citeloom.methods.baselines.writing import cost

        return cost(task)

    async def write_with(
        self, model: LanguageModel, task: WritingTask, parameters: Parameters, ports: Ports
    ) -> Result:
        from citeloom.methods.baselines.writing import related_work

        return await related_work(task, ports, model, self.name, thinks=self.thinks)


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
