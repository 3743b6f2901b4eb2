"""The base of the methods that write with a language model."""

from importlib import import_module

from citeloom.methods.port import Method, MethodError, P, Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel


class ModelMethod(Method[P]):
    """A method that asks a language model; it cannot write without one.

    ``writing`` is the module whose ``related_work`` writes; it is imported when it is called.
    """

    uses_model = True
    writing: str

    async def write(self, task: WritingTask, parameters: P, ports: Ports) -> Result:
        model = model_of(ports, self.name)
        result: Result = await import_module(self.writing).related_work(
            task, parameters, ports, model
        )
        return result


def model_of(ports: Ports, method: str) -> LanguageModel:
    """Return the model that a method asks.

    Raises
    ------
    MethodError
        If none is configured.
    """
    if ports.model is None:
        raise MethodError(f"the method '{method}' needs a language model, but none is configured")
    return ports.model
