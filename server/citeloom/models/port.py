"""The port to a language model: questions, answers and errors."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel

from citeloom.problem import InputError, ServiceError
from citeloom.visible import shorten

Answer = TypeVar("Answer", bound=BaseModel)
Read = TypeVar("Read", bound=BaseModel, covariant=True)

_LONGEST_SAID = 200
"""Characters of a wrong answer that its error tells."""


@dataclass(frozen=True, slots=True)
class Message:
    role: Literal["system", "user", "assistant"]
    text: str


class Reader(Protocol[Read]):
    """Reads answers in prose, for which no schema is sent."""

    def read(self, text: str, *, cut_off: bool) -> Read:
        """Return what an answer says; of one that was cut off, its whole sentences.

        Raises
        ------
        ValueError
            If nothing of it can be used; the message tells the model what to mend.
        """
        ...

    def example(self, words: str) -> Read:
        """Return the value of a made-up answer with these words, for a simulated run."""
        ...


class FaultyAnswerError(ValueError):
    """What is wrong with an answer that a caller may still use, and how many things are."""

    def __init__(self, message: str, faults: int) -> None:
        super().__init__(message)
        self.faults = faults


def _anything(_: BaseModel) -> None:
    """Find no fault with an answer."""


@dataclass(frozen=True)
class Question(Generic[Answer]):
    """One question to a language model.

    Parameters
    ----------
    step
        The method's step that asks (``minigraph``); the ledger counts usage by step.
    messages
        What the model reads. Text that all questions of a step share comes first, so that
        providers can cache it.
    answer
        The type of the answer; its JSON schema goes to the endpoint.
    temperature
        None leaves it to the endpoint. If a model refuses it, it is left out, and a note says so.
    sample
        Which of several answers to the same messages is meant: 0, 1, 2 …
    check
        Raises ValueError for an answer of the right type that is still wrong (an unknown id, a
        paper left out); its message tells the model what to mend. `FaultyAnswerError` says how
        many faults there are; of several wrong answers the one with the fewest counts.
    written
        About how many tokens the answer takes; a long one is waited for longer.
    reader
        Reads an answer that is asked for in prose. None: it is JSON of the type.
    kept_as
        What the memo knows the question by where this is less than its messages: an answer is used
        again while this stays, whatever else the messages show. Empty: by the messages.
    """

    step: str
    messages: tuple[Message, ...]
    answer: type[Answer]
    temperature: float | None = None
    sample: int = 0
    check: Callable[[Answer], None] = _anything
    written: int = 0
    kept_as: tuple[Message, ...] = ()
    reader: Reader[Answer] | None = None


@dataclass(frozen=True)
class Asked:
    """What an endpoint, or an editor, is asked of its model.

    ``answer`` is the type whose JSON is asked for, None for prose; ``written`` are about how many
    tokens that takes. ``again``: the question was asked before and answered wrongly.
    """

    messages: tuple[Message, ...]
    answer: type[BaseModel] | None
    temperature: float | None
    step: str
    written: int = 0
    again: bool = False


RUN_AGAIN = "run again; the answers so far are reused"
"""Advice for every fault that may pass."""


class LanguageModel(Protocol):
    """A language model: ``name`` as its endpoint calls it."""

    name: str

    async def ask(self, question: Question[Answer]) -> Answer:
        """Return the answer to a question, from the memo if it was asked before.

        After a wrong answer the model is told what is wrong and asked again, at most twice.

        Raises
        ------
        AnswerError
            If its last answer was wrong too; ``answer`` is the best of those that only fail the
            check.
        ContextTooLongError
            If the endpoint says that the messages do not fit.
        ModelError
            If the endpoint cannot be used, or the call would pass a limit of the budget.
        """
        ...


class SetupError(InputError):
    """The settings of the model cannot be used."""

    def __init__(self, message: str) -> None:
        super().__init__(message, advice="see docs/configuration.md")


class ModelError(ServiceError):
    """The model cannot be used; the message says why, the advice what would help."""

    def __init__(self, message: str, advice: str = "", details: str = "") -> None:
        super().__init__(message, advice=advice, details=details)


class KeyWantedError(ModelError):
    """The endpoint needs a key, or another one than it was sent."""


class BudgetExceededError(ModelError):
    """The question was not asked: it would pass a limit that the user set."""


class ContextTooLongError(ModelError):
    """The messages do not fit into the model's context."""


class AnswerError(ModelError):
    """All answers of the model were wrong; ``text`` is what it said, the details its beginning.

    ``answer`` is that text as a value if it had the right type and only the check failed: then it
    is the best of the answers, else the last. The memo keeps them, as they are paid for.
    """

    def __init__(self, message: str, text: str, answer: BaseModel | None = None) -> None:
        advice = "name another model in config.toml, or clear the saved answers and try again"
        super().__init__(message, advice, f"it said: {_beginning(text)}" if text.strip() else "")
        self.text = text
        self.answer = answer


class RefusedError(AnswerError):
    """The provider or the model refuses the text of a question; other questions may be answered."""


def _beginning(text: str) -> str:
    """Return the beginning of an answer, in quotes."""
    line = "".join(filter(str.isprintable, " ".join(text.split())))
    return f"'{shorten(line, _LONGEST_SAID)}'"
