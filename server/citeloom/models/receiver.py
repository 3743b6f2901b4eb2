"""Who is sent something of a user's: a host, and a model there."""

from dataclasses import dataclass
from typing import Protocol

from citeloom.problem import InputError


@dataclass(frozen=True)
class Receiver:
    """The receiver of what is sent: a host and a model there, and what the model is for.

    ``role`` is empty for the language model, ``embeddings`` for an embedder.
    """

    host: str = ""
    model: str = ""
    role: str = ""

    @property
    def in_words(self) -> str:
        """The receiver as users read it, and as they type it to agree in a command."""
        return f"{self.model} at {self.host}"


NO_RECEIVER = Receiver()


class Configured(Protocol):
    """A model that the user has configured."""

    @property
    def receiver(self) -> Receiver:
        """Who is sent what it is asked."""
        ...

    @property
    def is_local(self) -> bool:
        """Whether it runs on this machine, so that nothing leaves it."""
        ...


def check_receiver(setup: Configured, agreed: Receiver) -> None:
    """Refuse a model that is neither on this machine nor the one that the user has agreed to.

    Raises
    ------
    InputError
        If another model is configured.
    """
    found = setup.receiver
    if not setup.is_local and found != agreed:
        what = "embedder" if found.role else "model"
        raise InputError(
            f"the {what} is now {found.in_words}; nothing was sent there",
            advice="start again to be asked",
        )
