"""What the program asks of a language model, and what can come back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel

from citeloom.problem import InputError, ServiceError

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    text: str


def _anything(_: BaseModel) -> None:
    """Find no fault with an answer."""


@dataclass(frozen=True)
class Question(Generic[Answer]):
    """One question to a language model.

    Parameters
    ----------
    step
        The method's step that asks (``minigraph``); usage is counted by it.
    messages
        What the model is to read. What is the same for all questions of a step comes first, so
        that providers can cache it.
    answer
        The type of the answer; its JSON schema goes to the endpoint.
    temperature
        None leaves it to the endpoint. Where a model refuses it, it is left out and noted.
    sample
        Which of several answers to the same messages is meant: 0, 1, 2 …
    check
        Raises ValueError, with words that the model can act on, for an answer of the right type
        that is wrong all the same (an unknown id, a paper that was dropped).
    """

    step: str
    messages: tuple[Message, ...]
    answer: type[Answer]
    temperature: float | None = None
    sample: int = 0
    check: Callable[[Answer], None] = _anything


RUN_AGAIN = "run again: nothing that was answered is asked again"
"""What can be done about anything that passes."""


class LanguageModel(Protocol):
    """A language model: ``name`` as its endpoint calls it."""

    name: str

    async def ask(self, question: Question[Answer]) -> Answer:
        """Return the answer to a question, from the memo where it was asked before.

        A wrong answer is asked for again, twice, with what is wrong with it.

        Raises
        ------
        AnswerError
            If the model's last answer was wrong too.
        ContextTooLongError
            If the endpoint says that the messages do not fit.
        ModelError
            If the endpoint cannot be used; also when a limit of the budget would be passed.
        """
        ...


class SetupError(InputError):
    """Settings of a model that cannot be used."""

    def __init__(self, message: str) -> None:
        super().__init__(message, advice="see docs/configuration.md")


class ModelError(ServiceError):
    """A model that cannot be used; the message says why, the advice what would help."""

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message, advice=advice)


class BudgetExceededError(ModelError):
    """A question that was not asked because it would pass the limit that the user set."""


class ContextTooLongError(ModelError):
    """Messages that do not fit into the model's context."""


class AnswerError(ModelError):
    """A model that answered wrongly to the last; ``text`` is what it said.

    ``answer`` is that text as a value where it was of the right type and only its check failed.
    """

    def __init__(self, message: str, text: str, answer: BaseModel | None = None) -> None:
        super().__init__(message, f"name another model in config.toml, or {RUN_AGAIN}")
        self.text = text
        self.answer = answer
