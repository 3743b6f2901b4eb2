"""The messages between a parent and its child: each is its length, then what it says.

What the parent says is a pickle. What the child says is JSON: it may read the files of strangers,
and a pickle of whoever took it over would have the parent's rights.
"""

import json
import pickle
import struct
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Generic, TypeVar

GREETING = b"\0citeloom job process\n"
"""The child's first words; anything before them on its standard output is not ours."""

_LENGTH = struct.Struct("!Q")


@dataclass(frozen=True, slots=True)
class RunTask:
    """To the child: call the task, ``package.module:function``, with a pickled argument.

    ``memory`` are the bytes that it may hold; 0 means no limit. ``may_read``: the process is
    confined to reading these files and its libraries (`citeloom.keeping.confined`), and the task
    returns JSON; None for a task that is trusted.
    """

    task: str
    argument: bytes
    memory: int = 0
    may_read: tuple[str, ...] | None = None


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
    """From the child: the task has returned; ``value`` is JSON, or a pickle in Base64."""

    value: str


@dataclass(frozen=True, slots=True)
class Raised:
    """From the child: the task has raised.

    ``types`` are the qualified names of the exception's class and of the classes that it derives
    from, the nearest first; ``exception`` is a pickle of it in Base64, None if it has none.
    """

    types: tuple[str, ...]
    message: str
    traceback: str
    exception: str | None


@dataclass(frozen=True, slots=True)
class Stopped:
    """From the child: the task has stopped because it was asked to."""


Order = RunTask | Cancel | HeardPiece | AnswerToTask
"""From the parent to the child."""

Report = TaskAsks | TaskAsksNoMore | Step | Returned | Raised | Stopped
"""From the child to the parent."""

Message = TypeVar("Message", Order, Report)


def type_name(kind: type[BaseException]) -> str:
    """Return the qualified name of an exception's class."""
    return f"{kind.__module__}.{kind.__qualname__}"


def order_bytes(order: Order) -> bytes:
    """Return the bytes that carry what the parent says."""
    return _framed(pickle.dumps(order))


def report_bytes(report: Report) -> bytes:
    """Return the bytes that carry what the child says: the name of its kind, then its fields."""
    fields = json.dumps(asdict(report), ensure_ascii=False)
    # Half a character, as damaged files hold, is no text.
    return _framed(f"{type(report).__name__}\n{fields}".encode("utf-8", "replace"))


def _framed(data: bytes) -> bytes:
    return _LENGTH.pack(len(data)) + data


class Frames(Generic[Message]):
    """Reads messages, each by a function, from bytes that arrive in pieces of any size."""

    def __init__(self, read: Callable[[bytes], Message]) -> None:
        self._read: Callable[[bytes], Message] = read
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
            messages.append(self._read(bytes(self._bytes[_LENGTH.size : end])))
            del self._bytes[:end]
        return messages
