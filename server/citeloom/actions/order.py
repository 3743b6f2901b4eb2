"""Orders: long work that is planned, agreed to and done in one way, whoever asks for it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from citeloom.actions.writing.models import configured_model
from citeloom.methods.port import Progress
from citeloom.problem import Remedy

if TYPE_CHECKING:
    from citeloom.actions.context import Context
    from citeloom.actions.writing.dry_run import Sent
    from citeloom.actions.writing.forecast import Forecast
    from citeloom.models.setup import Setup


@dataclass(frozen=True)
class OrderKind:
    """What a kind of order is called, and how many of it are done at a time.

    ``name`` is that of its command. ``button`` agrees to it; ``without_model`` is what helps where
    no model can be asked.
    """

    name: str
    at_most: int
    button: str
    doing: str
    done: str
    waits: str
    said_to_wait: str
    without_model: Remedy = Remedy.USE_NO_MODEL


class JobProgress(Progress, Protocol):
    """Progress of a job that an editor's server has started, which can be asked."""

    async def ask(self, text: str, hear: Callable[[str], None], /) -> str: ...


class Order(ABC):
    """What is ordered for the draft of ``main``: a frozen value, which a process can be given.

    ``asked`` is what its user is asked to agree to, ``what`` what is said of it behind what is
    done. ``subject`` tells two orders of a kind for one draft apart.
    """

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

    @abstractmethod
    async def plan(
        self, context: "Context", handed_over: str = "", progress: Progress | None = None
    ) -> "OrderPlan":
        """Plan it on the draft as it is; no language model is asked.

        ``handed_over`` is the key of the language model, as an editor has it.

        Raises
        ------
        InputError
            If it does not fit the draft, or nothing can be done.
        """


@dataclass(frozen=True)
class OrderPlan(ABC):
    """What an order comes to; ``handed_over`` as in `Order.plan`."""

    context: "Context"
    handed_over: str

    @property
    def asks_model(self) -> bool:
        """Whether a language model is asked."""
        return True

    @cached_property
    def setup(self) -> "Setup | None":
        """The language model that is asked; None for none, also where none is configured."""
        return configured_model(self.handed_over) if self.asks_model else None

    @abstractmethod
    def forecast(self) -> "Forecast | None":
        """Return what it would take, and what would be sent to whom; None where it takes nothing.

        Nobody is asked. Not in an event loop.
        """

    @abstractmethod
    def sent(self) -> "Sent":
        """Return the words that would be sent. Not in an event loop."""

    @abstractmethod
    async def run(self, progress: Progress, setup: "Setup | None") -> object:
        """Do it, by the model that its user has agreed to.

        Raises
        ------
        InputError
            If it cannot be done; as ServiceError if the model cannot be used.
        """
