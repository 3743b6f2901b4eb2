"""A rehearsal of a run: what the memo has is answered from it, the rest is counted and made up."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from itertools import count
from typing import Any, cast

from pydantic import BaseModel

from citeloom.models.answers import schema_of
from citeloom.models.cost import Call, Cost, cost_of
from citeloom.models.echoes import schema_node
from citeloom.models.memo import Completion, Memo
from citeloom.models.model import REPAIRS, Model
from citeloom.models.port import (
    Answer,
    AnswerError,
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
"""Of an answer of which nobody has said how long it is."""

_ITEM_TOKENS = 40
"""Of a thing in a list, say a relation."""


class Manner(Enum):
    """How made-up answers are.

    Useful ones are asked for once, all others again as often as that is allowed. Poor ones say as
    little as they may, useless ones nothing. Where all are useless a method asks nothing more: so
    there are some of which the first is poor, that of the run or that of each of its steps.
    """

    USEFUL = "useful"
    POOR = "poor"
    POOR_IN_EACH_STEP = "poor in each step"
    POOR_ONCE = "poor once"
    USELESS = "useless"


class Rehearsal:
    """Rehearses a run of one text or of several: what one has asked is known to those after it.

    The model is not asked, whatever ``address`` and ``name`` are: they are what a memo knows it by.
    """

    def __init__(self, address: str, name: str, memo: Memo) -> None:
        self._models = [RehearsedModel(address, name, memo, manner) for manner in Manner]

    @property
    def sent(self) -> tuple[tuple[Message, ...], ...]:
        """What the last text would send, question by question."""
        return tuple(call.messages for call in self._models[0].calls)

    def cost(self, run: Callable[["RehearsedModel"], Coroutine[Any, Any, object]]) -> Cost:
        """Return what a text asks that is not kept; not in an event loop."""
        return cost_of(*(_calls(run, model) for model in self._models))


def _calls(
    run: Callable[["RehearsedModel"], Coroutine[Any, Any, object]], model: "RehearsedModel"
) -> Sequence[Call]:
    """Return the calls of a run; of one that ends by an error those before it."""
    model.calls = []
    with asyncio.Runner(loop_factory=_InstantLoop) as runner, suppress(ModelError, InputError):
        runner.run(run(model))
    return model.calls


class RehearsedModel:
    """A language model that asks nobody, and answers after a second of its loop.

    ``calls`` are those that an endpoint would get. Answers are made up, so that what follows from
    them is found in no memo either.
    """

    def __init__(self, address: str, name: str, memo: Memo, manner: Manner = Manner.USEFUL) -> None:
        self.name = name
        self.calls: list[Call] = []
        self._manner, self._numbers = manner, count(1)
        self._told: dict[int, BaseModel] = {}
        self._answered: set[str] = set()
        self._kept: LanguageModel = Model(_Nobody(address, name), memo, Ledger())

    async def ask(self, question: Question[Answer]) -> Answer:
        """Return the answer that is kept, else one that is made up.

        Raises
        ------
        AnswerError
            If all answers are useless, or a kept one is.
        """
        known = question.kept_as or question.messages
        key = hash((known, question.answer, question.temperature, question.sample))
        if (told := self._told.get(key)) is not None:
            return cast("Answer", told)
        try:
            return await self._kept.ask(question)
        except _NotKeptError as missing:
            await self._count(question, missing.messages)
        if self._is_useless(question.step):
            raise AnswerError("it cannot be used", "")
        self._answered.add(question.step)
        return cast("Answer", self._told.setdefault(key, self._made_up(question)))

    def _is_useless(self, step: str) -> bool:
        match self._manner:
            case Manner.POOR_IN_EACH_STEP:
                return step in self._answered
            case Manner.POOR_ONCE:
                return bool(self._answered)
        return self._manner is Manner.USELESS

    async def _count(self, question: Question[Any], messages: tuple[Message, ...]) -> None:
        now = asyncio.get_running_loop().time
        for _ in range(1 if self._manner is Manner.USEFUL else 1 + REPAIRS):
            written = question.written or _UNTOLD_TOKENS
            self.calls.append(Call(question.step, now(), messages, written))
            await asyncio.sleep(1)

    def _made_up(self, question: Question[Answer]) -> Answer:
        words = (f"Nobody answered that {number}" for number in self._numbers)
        poor = self._manner is not Manner.USEFUL
        if question.reader:
            return question.reader.example(next(words), poor=poor)
        length = 0 if poor else (question.written or _UNTOLD_TOKENS) * CHARACTERS_A_TOKEN
        made = _made_up(schema_of(question.answer), words, length)
        return question.answer.model_validate(made)


def _made_up(schema: dict[str, Any], words: Iterator[str], length: int) -> Any:
    """Return a value of a schema of about so many characters; of none, the shortest.

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
            return list(node["enum"]) if room else node["enum"][:1]
        node = schema_node(node, schema)
        properties = node.get("properties", {})
        ids = [name for name, part in properties.items() if "enum" in part.get("items", {})]
        if ids and room:
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
    """Stands where an endpoint would be asked."""

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
