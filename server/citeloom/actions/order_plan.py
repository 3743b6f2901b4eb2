"""What an order comes to on a draft: what it would take and send, and how it is done."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

from citeloom.actions.context import Context
from citeloom.actions.writing.dry_run import Sent
from citeloom.actions.writing.forecast import Forecast
from citeloom.actions.writing.models import configured_model
from citeloom.methods.port import Progress
from citeloom.models.setup import Setup


@dataclass(frozen=True)
class OrderPlan(ABC):
    """A planned order.

    ``handed_over`` is the key of the language model, as an editor has it.
    """

    context: Context
    handed_over: str

    @property
    def asks_model(self) -> bool:
        """Whether a language model is asked."""
        return True

    @cached_property
    def setup(self) -> Setup | None:
        """The language model that is asked; None for none, also where none is configured."""
        return configured_model(self.handed_over) if self.asks_model else None

    @abstractmethod
    def forecast(self) -> Forecast | None:
        """Return the cost of the order and who would be sent what; None if it costs nothing.

        Nobody is asked. Not in an event loop.
        """

    @abstractmethod
    def sent(self) -> Sent:
        """Return the words that would be sent. Not in an event loop."""

    @abstractmethod
    async def run(self, progress: Progress, setup: Setup | None) -> object:
        """Do it, by the model that its user has agreed to.

        Raises
        ------
        InputError
            If it cannot be done; as ServiceError if the model cannot be used.
        """
