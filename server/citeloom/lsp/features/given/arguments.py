"""The arguments of commands: nothing, a URI, or one object, of the class that a command takes."""

from collections.abc import Mapping
from typing import Any, TypeVar

from lsprotocol import types
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic.alias_generators import to_camel
from pygls.exceptions import JsonRpcInvalidParams


class CursorPosition(BaseModel):
    """A position in a document, in the units that client and server agreed on."""

    line: int
    character: int

    @property
    def position(self) -> types.Position:
        """The position for the protocol."""
        return types.Position(self.line, self.character)


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
    """An abstract, the ``text`` that a user pasted; ``intoBib``: whether it goes into the .bib."""

    text: str = ""
    into_bib: bool = False


class TextArguments(Arguments):
    """A text that waits, by the id of the job that wrote it, and which version of it."""

    offer: str = ""
    version: int = 0


class DecidedArguments(TextArguments):
    """Whose words stand.

    ``taken`` are the ids of collisions at which the new text is to stand, ``below`` whether it goes
    below what stands there.
    """

    taken: tuple[str, ...] | None = None
    below: bool = False


class ShowArguments(TextArguments, KeyArguments):
    """A paper by its key, or a text that waits."""


class JobArguments(Arguments):
    """A job by its id; all without one."""

    job: str = ""


class OrderArguments(Arguments):
    """An order of what may be sent to a model.

    ``agreed`` names the model, and its host, that the user has agreed to.
    """

    agreed: str = ""


class WriteArguments(OrderArguments):
    """What is to be written, as in ``WriteRequest``.

    ``outline`` is the document of the outline to write by, ``after`` a line as ``FILE:LINE``.
    """

    keys: tuple[str, ...] = ()
    after: str = ""
    outline: str = ""
    from_corpus: bool = False
    all_cited: bool = False
    method: str = ""
    parameters: Mapping[str, str | bool | int | float] = Field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    paragraphs: int | None = Field(None, ge=1)
    words: int | None = Field(None, ge=1)
    seed: int | None = None
    alternatives: int | None = Field(None, ge=0, le=9)

    @property
    def typed_parameters(self) -> dict[str, str]:
        """The method's parameters as a user would type them."""
        return {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in self.parameters.items()
        }


class WeaveArguments(OrderArguments, KeyArguments):
    """The keys that are woven in, at a position into its paragraph.

    ``choose``: the client has its user choose from them first.
    """

    choose: bool = False


class ReviseArguments(OrderArguments):
    """What is done with the sentence or the paragraph at the position.

    ``revision`` is a name of ``Revision``, ``theme`` its point of view, ``instruction`` what its
    author wants of the sentence, and ``other`` the key of the paper to compare with.
    """

    revision: str = ""
    theme: str = ""
    instruction: str = ""
    other: str = ""
    seed: int | None = None


class MoreArguments(Arguments):
    """The names of the revisions that a list is of."""

    revisions: tuple[str, ...] = ()


class DryRunArguments(WriteArguments, WeaveArguments, ReviseArguments):
    """The arguments of the order that is tried: to write, unless it is another one.

    ``claims``: claims are judged; ``weaving``: keys are woven in.
    """

    claims: bool = False
    weaving: bool = False


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


Given = TypeVar("Given", bound=Arguments)


def command_of(name: str, title: str, arguments: Arguments) -> types.Command:
    """Return a command of ours for the client to show and to send."""
    return types.Command(title, f"citeloom.{name}", arguments=[arguments.as_json])


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
        wrong = error.errors()[0]
        name = ".".join(str(part) for part in wrong["loc"])
        known = ", ".join(field.alias or name for name, field in kind.model_fields.items())
        message = f"the command's argument '{name}': {wrong['msg']} (arguments: {known})"
        raise JsonRpcInvalidParams(message) from None
