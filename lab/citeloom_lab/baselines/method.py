"""The baselines as methods."""

from citeloom.methods.modelled.method import ModelMethod, model_of
from citeloom.methods.port import Parameters, Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask


class _OneQuestion(ModelMethod[Parameters]):
    """A baseline; ``plans``: the answer begins with the model's own plan."""

    parameters = Parameters
    plans = False

    async def write(self, task: WritingTask, parameters: Parameters, ports: Ports) -> Result:
        from citeloom_lab.baselines.writing import related_work

        model = model_of(ports, self.name)
        return await related_work(task, ports, model, self.name, plans=self.plans)


class ZeroShot(_OneQuestion):
    """All abstracts in one prompt."""

    name = "zero-shot"
    summary = "Baseline: one question to the model, with all abstracts in it."


class ChainOfThought(_OneQuestion):
    """All abstracts in one prompt; the model plans before it writes."""

    name = "chain-of-thought"
    summary = "Baseline: one question; the model groups and compares the papers before it writes."
    plans = True


class PlanBased(_OneQuestion):
    """All abstracts in one prompt; the model says which sentence cites whom before it writes.

    Source: Agarwal et al., "LitLLMs, LLMs for Literature Review: Are we there yet?", TMLR 2025,
    where the model makes the plan.
    """

    name = "plan-based"
    summary = "Baseline: one question; the model plans each sentence and whom it cites (LitLLM)."
    plans = True


class FewShot(_OneQuestion):
    """All abstracts in one prompt, after an example of our own."""

    name = "few-shot"
    summary = "Baseline: one question, with an example of a related work in it."


class ReferenceWise(ModelMethod[Parameters]):
    """Each reference is written about by a question of its own, after an example of our own."""

    name = "reference-wise"
    summary = "Baseline: a question for each reference, with an example of a related work in it."
    parameters = Parameters

    async def write(self, task: WritingTask, parameters: Parameters, ports: Ports) -> Result:
        from citeloom_lab.baselines.by_reference import related_work

        return await related_work(task, ports, model_of(ports, self.name))
