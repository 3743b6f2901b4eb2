"""CKMA as a method."""

from citeloom.methods.ckma.parameters import CkmaParameters
from citeloom.methods.modelled.method import ModelMethod
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel


class Ckma(ModelMethod[CkmaParameters]):
    """A minigraph of the references' concepts guides several summaries; one is chosen."""

    name = "ckma"
    summary = "Draws a small graph of concepts, writes along several paths through it, picks one."
    parameters = CkmaParameters

    async def write_with(
        self, model: LanguageModel, task: WritingTask, parameters: CkmaParameters, ports: Ports
    ) -> Result:
        from citeloom.methods.ckma.writing import related_work

        return await related_work(task, parameters, ports, model)
