"""A simulated run: kept answers are used, other questions are counted and get made-up answers."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, cast

from pydantic import BaseModel

from citeloom.models.answers import schema_of
from citeloom.models.cost import Call, Cost, cost_of
from citeloom.models.echoes import schema_node
from citeloom.models.memo import Completion, Memo
from citeloom.models.model import Model
from citeloom.models.port import (
    Answer,
    Asked,
    LanguageModel,
    Message,
    ModelError,
    Question,
)
from citeloom.models.tokens import CHARACTERS_A_TOKEN, padded
from citeloom.models.usage import Ledger
from citeloom.problem import InputError

_UNTOLD_TOKENS = 600
"""Tokens of an answer whose length the question does not say."""

_ITEM_TOKENS = 40
"""Tokens of an element of a list, say a relation."""


class SimulatedRun:
    """Simulates writing one text or several; a question that an earlier text asked is known.

    The model is not asked, whatever ``address`` and ``name`` are: they are what a memo knows it by.
    """

    def __init__(self, address: str, name: str, memo: Memo) -> None:
        self._model = SimulatedModel(address, name, memo)

    @property
    def sent(self) -> tuple[tuple[Message, ...], ...]:
        """What the last text would send, question by question."""
        return tuple(call.messages for call in self._model.calls)

    def cost(self, run: Callable[["SimulatedModel"], Coroutine[Any, Any, object]]) -> Cost:
        """Return the cost of the questions without a kept answer; not for use in an event loop.

        If the run ends by an error, the calls before it count.
        """
        self._model.calls = []
        with asyncio.Runner(loop_factory=_InstantLoop) as runner, suppress(ModelError, InputError):
            runner.run(run(self._model))
        return cost_of(self._model.calls)


class SimulatedModel:
    """A language model that sends nothing, and answers after a second of its loop.

    ``calls`` are those that an endpoint would get. Answers are made up, so that what follows from
    them is found in no memo either.
    """

    def __init__(self, address: str, name: str, memo: Memo) -> None:
        self.name = name
        self.calls: list[Call] = []
        self._numbers = count(1)
        self._told: dict[int, BaseModel] = {}
        self._kept: LanguageModel = Model(_Nobody(address, name), memo, Ledger())

    async def ask(self, question: Question[Answer]) -> Answer:
        """Return the answer that is kept, else one that is made up.

        Raises
        ------
        AnswerError
            If a kept answer is wrong.
        """
        known = question.kept_as or question.messages
        key = hash((known, question.answer, question.temperature, question.sample))
        if (told := self._told.get(key)) is not None:
            return cast("Answer", told)
        try:
            return await self._kept.ask(question)
        except _NotKeptError as missing:
            now = asyncio.get_running_loop().time()
            written = question.written or _UNTOLD_TOKENS
            self.calls.append(Call(question.step, now, missing.messages, written))
            await asyncio.sleep(1)
        return cast("Answer", self._told.setdefault(key, self._made_up(question)))

    def _made_up(self, question: Question[Answer]) -> Answer:
        words = (f"Nobody answered that {number}" for number in self._numbers)
        if question.reader:
            return question.reader.example(next(words))
        length = (question.written or _UNTOLD_TOKENS) * CHARACTERS_A_TOKEN
        made = _made_up(schema_of(question.answer), words, length)
        return question.answer.model_validate(made)


def _made_up(schema: dict[str, Any], words: Iterator[str], length: int) -> Any:
    """Return a value of a schema of about so many characters.

    A list of ids names all of them, and one of things with ids has a thing for each.
    """

    def value(node: Any, room: int) -> Any:
        node = schema_node(node, schema)
        if "enum" in node:
            return node["enum"][0]
        match node.get("type"):
            case "object":
                own = node.get("properties", {})
                return {name: value(part, room // len(own)) for name, part in own.items()}
            case "array":
                return listed(node["items"], room)
            case "integer" | "number":
                return 1
            case "boolean":
                return False
        return padded(next(words), room)

    def listed(node: Any, room: int) -> Any:
        if "enum" in node:
            return list(node["enum"])
        node = schema_node(node, schema)
        properties = node.get("properties", {})
        ids = [name for name, part in properties.items() if "enum" in part.get("items", {})]
        if ids:
            each = properties[ids[0]]["items"]["enum"]
            return [{**value(node, room // len(each)), ids[0]: [own]} for own in each]
        items = room // (_ITEM_TOKENS * CHARACTERS_A_TOKEN) if properties else 1
        return [value(node, room // max(1, items)) for _ in range(max(1, items))]

    return value(schema, length)


class _NotKeptError(Exception):
    """The memo has no answer to these messages."""

    def __init__(self, messages: Sequence[Message]) -> None:
        super().__init__()
        self.messages = tuple(messages)


class _Nobody:
    """Takes the place of an endpoint."""

    def __init__(self, address: str, model: str) -> None:
        self.address, self.model = address, model

    async def complete(self, asked: Asked) -> Completion:
        raise _NotKeptError(asked.messages)

    async def close(self) -> None:
        """Nothing is to be closed."""


class _Jumping(selectors.DefaultSelector):
    """Waits for no time; ``now`` is what it would be."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is not None and timeout > 0:
            self.now, timeout = self.now + timeout, 0
        return super().select(timeout)


class _InstantLoop(asyncio.SelectorEventLoop):
    """An event loop that jumps to its next timer."""

    def __init__(self) -> None:
        self._clock = _Jumping()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now
