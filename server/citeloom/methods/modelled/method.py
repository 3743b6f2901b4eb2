"""The base of the methods that write with a language model."""

from abc import abstractmethod

from citeloom.methods.port import Method, MethodError, P, Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel


class ModelMethod(Method[P]):
    """A method that asks a language model; it cannot write without one."""

    uses_model = True

    async def write(self, task: WritingTask, parameters: P, ports: Ports) -> Result:
        return await self.write_with(model_of(ports, self.name), task, parameters, ports)

    @abstractmethod
    async def write_with(
        self, model: LanguageModel, task: WritingTask, parameters: P, ports: Ports
    ) -> Result:
        pass


def model_of(ports: Ports, method: str) -> LanguageModel:
    """Return the model that a method asks.

    Raises
    ------
    MethodError
        If none is configured.
    """
    if ports.model is None:
        raise MethodError(f"the method '{method}' needs a language model, and none is configured")
    return ports.model
