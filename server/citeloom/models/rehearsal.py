"""A rehearsal of a run: what the memo has is answered from it, the rest is counted and made up."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from pydantic import BaseModel

from citeloom.models.answers import schema_of
from citeloom.models.memo import Completion, Memo
from citeloom.models.model import Model
from citeloom.models.port import Answer, AnswerError, Message, Question
from citeloom.models.setup import Setup
from citeloom.models.usage import Ledger


class _NotKeptError(Exception):
    """The memo has no answer to these messages."""

    def __init__(self, messages: Sequence[Message]) -> None:
        super().__init__()
        self.messages = tuple(messages)


class _Nobody:
    """Stands where an endpoint would be asked."""

    def __init__(self, address: str, model: str) -> None:
        self.address, self.model = address, model

    async def complete(self, messages: Sequence[Message], *_: object, **__: object) -> Completion:
        raise _NotKeptError(messages)

    async def close(self) -> None:
        """Nothing is to be closed."""


class RehearsedModel:
    """A language model that asks nobody.

    ``missing`` are the questions of each step that an endpoint would be asked. Their answers are
    made up, so that what follows from them is found in no memo either. ``earlier`` are those of
    the rehearsals before in the same run, whose questions nobody would be asked again; ``answers``
    are these and its own.
    """

    def __init__(
        self, setup: Setup, memo: Memo, earlier: Mapping[Hashable, BaseModel] = MappingProxyType({})
    ) -> None:
        self.name = setup.name
        self.missing: Counter[str] = Counter()
        self.answers = dict(earlier)
        self._earlier = earlier
        nobody = _Nobody(setup.address, setup.name)
        self._model = Model(nobody, memo, Ledger())

    async def ask(self, question: Question[Answer]) -> Answer:
        """Return the kept answer to a question, else one that is made up."""
        try:
            return await self._model.ask(question)
        except _NotKeptError:
            known = question.kept_as or question.messages
            key = (known, question.answer, question.temperature, question.sample)
            if (told := self._earlier.get(key)) is not None:
                return cast("Answer", told)
            self.missing[question.step] += 1
            words = f"not asked yet {len(self._earlier) + self.missing.total()}"
            made = (
                question.reader.read(question.reader.example(words), cut_off=False)
                if question.reader
                else question.answer.model_validate(_made_up(schema_of(question.answer), words))
            )
            self.answers[key] = made
            return made

    async def messages_to_send(self, question: Question[Answer]) -> tuple[Message, ...]:
        """Return what an endpoint would be sent; nothing where the answer is kept."""
        try:
            await self._model.ask(question)
        except _NotKeptError as missing:
            return missing.messages
        except AnswerError:
            pass  # It is kept, though it is a wrong one.
        return ()


def _made_up(schema: dict[str, Any], words: str) -> Any:
    """Return a value of a schema; a list of ids names all of them."""
    named = schema.get("$defs", {})

    def value(node: Any) -> Any:
        while "$ref" in node:
            node = named[node["$ref"].rpartition("/")[2]]
        if "enum" in node:
            return node["enum"][0]
        match node.get("type"):
            case "object":
                return {name: value(own) for name, own in node.get("properties", {}).items()}
            case "array":
                items = node["items"]
                return list(items["enum"]) if "enum" in items else [value(items)]
            case "integer" | "number":
                return 1
            case "boolean":
                return False
        return words

    return value(schema)
