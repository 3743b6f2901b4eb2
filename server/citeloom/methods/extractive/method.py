"""The extractive method, which needs no language model."""

from citeloom.methods.port import Method, Parameters, Ports, Weaver
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.methods.weaving import Weave, WeavingTask


class ExtractiveWeaver(Weaver[Parameters]):
    async def weave(self, task: WeavingTask, parameters: Parameters, ports: Ports) -> Weave:
        from citeloom.methods.extractive.weaving import weave_in

        return await weave_in(task, ports)


class Extractive(Method[Parameters]):
    """Sentences of the cited abstracts, told of their authors, grouped by topic."""

    name = "extractive"
    summary = "Picks, rewrites and groups sentences of the cited abstracts."
    parameters = Parameters
    weaver = ExtractiveWeaver()

    async def write(self, task: WritingTask, parameters: Parameters, ports: Ports) -> Result:
        """Write at least one statement on every reference with an English abstract.

        Raises
        ------
        MethodError
            If the draft is not in English, or no reference has a usable abstract.
        """
        from citeloom.methods.extractive.paragraph_writer import related_work

        return await related_work(task, ports)
