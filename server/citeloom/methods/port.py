"""What a method is to the rest of the program, and what it may ask of it."""

from dataclasses import dataclass, field
from typing import Protocol

from pydantic import BaseModel

from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask


class Progress(Protocol):
    """Where a method says how far it is."""

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        """Say that ``done`` of ``total`` steps of the stage are done (0 of 0: not known)."""


class NoProgress:
    """Progress that nobody watches."""

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        """Say nothing."""


@dataclass(frozen=True, slots=True)
class Ports:
    """What a method may use beside its task."""

    progress: Progress = field(default_factory=NoProgress)


class Method(Protocol):
    """A way to write related work.

    ``name`` is what the user types; ``summary`` says in one line what it does; ``parameters`` is
    the pydantic model of what ``--set name.parameter=value`` may set.
    """

    name: str
    summary: str
    parameters: type[BaseModel]

    async def write(self, task: WritingTask, parameters: BaseModel, ports: Ports) -> Result:
        """Write about all references of the task that have an abstract.

        Raises
        ------
        MethodError
            If the method cannot write anything from this task; the message is for the author.
        """
        ...


class MethodError(Exception):
    """A method that cannot write from its task; the message says why and what would help."""
