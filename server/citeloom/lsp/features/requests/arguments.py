"""The arguments of commands: nothing, a URI, or one object, of the class that a command takes."""

from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Self, TypeVar

from lsprotocol import types
from pydantic import BaseModel, ConfigDict, Field, SecretStr, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel
from pygls.exceptions import JsonRpcInvalidParams

from citeloom.actions.order import Order
from citeloom.lsp.snapshot import Snapshot
from citeloom.problem import InputError

ORDERS = 1
"""The version of orders: a change that an earlier editor's orders would not bear is another one."""


Given = TypeVar("Given", bound="Arguments")
Ordered = TypeVar("Ordered", bound=Order)


class CursorPosition(BaseModel):
    """A position in a document, in the units that client and server agreed on."""

    model_config = ConfigDict(frozen=True)

    line: int
    character: int

    @classmethod
    def of(cls, position: types.Position) -> Self:
        """Return a position of the protocol."""
        return cls(line=position.line, character=position.character)


class Arguments(BaseModel):
    """Where a command is meant, as every command may be told.

    ``uri`` is a document of the project (the first open one if it is missing), ``section`` a
    heading or number, ``position`` a place in the document.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=to_camel)

    uri: str = ""
    section: str | None = None
    position: CursorPosition | None = None

    @property
    def as_json(self) -> dict[str, Any]:
        """The arguments as a client gives them."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)

    def about(self, uri: str) -> Self:
        """Return the arguments for a document."""
        return self.model_copy(update={"uri": uri})

    def offset(self, snapshot: Snapshot) -> int | None:
        """Return the offset of the position in a document; None without one."""
        at = self.position
        return None if at is None else snapshot.offset(types.Position(at.line, at.character))


class KeyArguments(Arguments):
    """A citation key, or several."""

    key: str = ""
    keys: tuple[str, ...] = ()


class FetchArguments(KeyArguments):
    """Which papers are fetched.

    ``refresh``: whether to ask again for what is stored, ``offline`` whether to look on this disk
    alone, ``fullText`` whether to look for full texts too.
    """

    refresh: bool = False
    offline: bool = False
    full_text: bool = False


class PastedArguments(KeyArguments):
    """An abstract, the ``text`` that a user pasted."""

    text: str = ""


class TextArguments(Arguments):
    """A text that waits, by the id of the job that wrote it, and which version of it."""

    offer: str = ""
    version: int = 0


class DecidedArguments(TextArguments):
    """Whose words stand.

    ``taken`` are the ids of collisions at which the new text is to stand, ``below`` whether it goes
    below the existing text.
    """

    taken: tuple[str, ...] | None = None
    below: bool = False


class ShowArguments(TextArguments, KeyArguments):
    """A paper by its key, or a text that waits."""


class JobArguments(Arguments):
    """A job by its id; all without one."""

    job: str = ""


class OrderArguments(Arguments):
    """An order, by its own fields beside these; what these leave open, the draft and its user say.

    ``kind`` is the order's command, ``outline`` the document of the outline to write by.
    ``agreed`` names the model, and its host, that the user has agreed to. ``choose``: the client
    has its user choose from the keys first.
    """

    model_config = ConfigDict(extra="allow")

    version: int = ORDERS
    kind: str = "write"
    outline: str = ""
    agreed: str = ""
    choose: bool = False

    @classmethod
    def of(cls, order: Order, **given: object) -> Self:
        """Return the arguments of an order; ``given`` are those that are none of its fields."""
        own = _adapter(type(order)).dump_python(
            order, mode="json", by_alias=True, exclude={"main"}, exclude_defaults=True
        )
        name = order.kind.name
        return cls.model_validate({"version": ORDERS, "kind": name, **own, **given})

    def order(self, kind: type[Ordered], main: Path) -> Ordered:
        """Return the order as it is given, for the draft of ``main``.

        Raises
        ------
        InputError
            If it is of another version.
        JsonRpcInvalidParams
            If it has a field that its kind has not, or a wrong value.
        """
        if self.version != ORDERS:
            what = f"the request has version {self.version}; this Citeloom expects {ORDERS}"
            raise InputError(what, advice="update Citeloom and its extension, and ask again")
        own = {**(self.model_extra or {}), "main": main}
        try:
            read: Ordered = _adapter(kind).validate_python(own)
        except ValidationError as error:
            known = [to_camel(field.name) for field in fields(kind) if field.name != "main"]
            raise _wrong(error, [*dict.fromkeys([*_names(type(self)), *known])]) from None
        return read


class MoreArguments(Arguments):
    """The names of the revisions that a list is of."""

    revisions: tuple[str, ...] = ()


class ClaimsArguments(Arguments):
    """``thorough``: all is told of claims that the papers do not say."""

    thorough: bool = False


class SuggestionArguments(Arguments):
    """A suggested paper by its id."""

    paper: str = ""


class ModelArguments(Arguments):
    """A model that is chosen; ``untested``: it is kept without a test."""

    provider: str = ""
    address: str = ""
    model: str = ""
    context: int = Field(0, ge=0)
    untested: bool = False


class KeyHandedOver(Arguments):
    """The key of a model at a host."""

    host: str = ""
    handed_over: SecretStr = Field(SecretStr(""), alias="modelKey")


def arguments_of(kind: type[Given], given: tuple[object, ...]) -> Given:
    """Read the arguments of a command that takes those of a class.

    Raises
    ------
    JsonRpcInvalidParams
        If they are wrong; the message says which.
    """
    first = given[0] if given else None
    try:
        if first is None:
            return kind()
        if isinstance(first, str):
            return kind(uri=first)
        return kind.model_validate(first)
    except ValidationError as error:
        raise _wrong(error, _names(kind)) from None


def _names(kind: type[Arguments]) -> list[str]:
    return [field.alias or name for name, field in kind.model_fields.items()]


def _wrong(error: ValidationError, known: list[str]) -> JsonRpcInvalidParams:
    wrong = error.errors()[0]
    name = ".".join(str(part) for part in wrong["loc"])
    message = f"the command's argument '{name}': {wrong['msg']} (arguments: {', '.join(known)})"
    return JsonRpcInvalidParams(message)


@cache
def _adapter(kind: type[Ordered]) -> TypeAdapter[Ordered]:
    return TypeAdapter(kind)
