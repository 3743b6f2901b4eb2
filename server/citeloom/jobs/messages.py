"""The messages between a parent and its child: each is its length, then a pickle.

Both ends are our own program on one machine; nobody else can use the pipes between them.
"""

import pickle
import struct
from dataclasses import dataclass

GREETING = b"\0citeloom job process\n"
"""The child's first words; anything before them on its standard output is not ours."""

_LENGTH = struct.Struct("!Q")


@dataclass(frozen=True, slots=True)
class RunTask:
    """To the child: call the task, ``package.module:function``, with a pickled argument.

    ``memory`` are the bytes that it may hold; 0 means no limit.
    """

    task: str
    argument: bytes
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Cancel:
    """To the child: stop, and clean up."""


@dataclass(frozen=True, slots=True)
class HeardPiece:
    """To the child: a piece of the answer to a question of its task is there."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class AnswerToTask:
    """To the child: the answer to a question of its task; ``problem`` says why there is none."""

    number: int
    text: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class TaskAsks:
    """From the child: its task asks the program that started it something."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class TaskAsksNoMore:
    """From the child: its task waits for this answer no longer."""

    number: int


@dataclass(frozen=True, slots=True)
class Step:
    """From the child: it has done ``done`` of ``total`` steps of the stage (0 of 0: unknown)."""

    stage: str
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class Returned:
    """From the child: the task has returned; ``value`` is a pickle."""

    value: bytes


@dataclass(frozen=True, slots=True)
class Raised:
    """From the child: the task has raised.

    ``types`` are the qualified names of the exception's class and of the classes that it derives
    from, the nearest first; ``exception`` is a pickle of it, None if it has none.
    """

    types: tuple[str, ...]
    message: str
    traceback: str
    exception: bytes | None


@dataclass(frozen=True, slots=True)
class Stopped:
    """From the child: the task has stopped because it was asked to."""


Message = (
    RunTask
    | Cancel
    | HeardPiece
    | AnswerToTask
    | TaskAsks
    | TaskAsksNoMore
    | Step
    | Returned
    | Raised
    | Stopped
)


def type_name(kind: type[BaseException]) -> str:
    """Return the qualified name of an exception's class."""
    return f"{kind.__module__}.{kind.__qualname__}"


def frame(message: Message) -> bytes:
    """Return the bytes that carry a message."""
    data = pickle.dumps(message)
    return _LENGTH.pack(len(data)) + data


class Frames:
    """Reads messages from bytes that arrive in pieces of any size."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> list[Message]:
        """Add the next bytes; return the messages that are now complete."""
        self._bytes += data
        messages: list[Message] = []
        while len(self._bytes) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._bytes)
            end = _LENGTH.size + length
            if len(self._bytes) < end:
                break
            with memoryview(self._bytes)[_LENGTH.size : end] as message:
                messages.append(pickle.loads(message))
            del self._bytes[:end]
        return messages
