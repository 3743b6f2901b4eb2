"""Orders: long work that is planned, agreed to and done in one way, whoever asks for it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Protocol, runtime_checkable

from pydantic import ConfigDict
from pydantic.alias_generators import to_camel

from citeloom.methods.port import Progress
from citeloom.problem import Remedy


@dataclass(frozen=True)
class OrderKind:
    """What a kind of order is called, and how many of it are done at a time.

    ``name`` is that of its command, ``planner`` the function (``module:name``) that plans it.
    ``button`` agrees to it; ``without_model`` is what helps where no model can be asked.
    """

    name: str
    planner: str
    at_most: int
    button: str
    doing: str
    done: str
    waits: str
    without_model: Remedy = Remedy.USE_NO_MODEL


@runtime_checkable
class Told(Protocol):
    """A result in words, and ``used``: its cost."""

    used: str

    @property
    def words(self) -> str: ...

    @property
    def is_unusable(self) -> bool:
        """Whether no answer of the model could be used."""
        ...


class JobProgress(Progress, Protocol):
    """Progress of a job that an editor's server has started, which can be asked."""

    async def ask(self, text: str, hear: Callable[[str], None], /) -> str: ...


@dataclass(frozen=True)
class Order(ABC):
    """What is ordered for the draft of ``main``: a frozen value, which a process can be given.

    It is read from JSON, too: its fields are called as in JavaScript there.

    ``asked`` is what its user is asked to agree to, ``what`` what is said of it behind what is
    done. ``subject`` tells two orders of a kind for one draft apart.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid", alias_generator=to_camel)
    kind: ClassVar[OrderKind]
    main: Path

    @property
    @abstractmethod
    def asked(self) -> str: ...

    @property
    def what(self) -> str:
        return ""

    @property
    def subject(self) -> Hashable:
        return None

    @property
    def keeps_what_is_done(self) -> bool:
        """Whether what is done counts when it is cancelled."""
        return False

    @property
    @abstractmethod
    def may_ask_model(self) -> bool:
        """Whether a language model may be asked for it; its plan knows whether one is."""
