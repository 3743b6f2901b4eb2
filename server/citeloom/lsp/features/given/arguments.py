"""The arguments of commands: nothing, a URI, or one object."""

from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
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
    """All arguments that a command may have.

    ``uri`` is a document of the project (the first open one if it is missing), ``section`` a
    heading or number, ``position`` a place in the document, ``key`` a citation key, ``keys`` those
    that are meant, ``offer`` and ``version`` which text, ``job`` which job, ``refresh`` whether to
    ask again for what is stored, ``offline`` whether to look on this disk alone, ``fullText``
    whether to look for full texts too. An offer has the id of the job that wrote it. ``outline`` is
    the document of the outline to write by. ``taken`` are the ids of collisions at which the new
    text is to stand, ``below`` whether it goes below what stands there. ``paper`` is the id of a
    suggested paper, ``text`` an abstract that the user pasted, ``intoBib`` whether it goes into the
    .bib. ``allCited``, ``fromCorpus`` and ``method`` to ``alternatives`` are as in
    ``WriteRequest``; ``agreed``: the user agrees that the draft is sent to the model, or to
    the one that it names. ``claims``: the judging of claims is meant, and not writing; ``weaving``:
    weaving is. ``thorough``: all is
    told of claims that the papers do not say. ``modelKey`` is the key of a model at ``host``.
    ``provider``, ``address``, ``model`` and ``context`` are a model that is chosen, ``untested``
    whether to keep it without a test. ``revision`` is what is done with the sentence or the
    paragraph at a position, by the names of ``Revision``, ``theme`` its point of view.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    uri: str = ""
    section: str | None = None
    position: CursorPosition | None = None
    key: str = ""
    keys: tuple[str, ...] = ()
    offer: str = ""
    version: int = 0
    outline: str = ""
    taken: tuple[str, ...] | None = None
    below: bool = False
    paper: str = ""
    text: str = ""
    into_bib: bool = Field(False, alias="intoBib")
    job: str = ""
    refresh: bool = False
    offline: bool = False
    full_text: bool = Field(False, alias="fullText")
    from_corpus: bool = Field(False, alias="fromCorpus")
    all_cited: bool = Field(False, alias="allCited")
    method: str = ""
    parameters: Mapping[str, str | bool | int | float] = Field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    paragraphs: int | None = Field(None, ge=1)
    words: int | None = Field(None, ge=1)
    seed: int | None = None
    alternatives: int | None = Field(None, ge=0, le=9)
    agreed: bool | str = False
    claims: bool = False
    weaving: bool = False
    thorough: bool = False
    provider: str = ""
    address: str = ""
    model: str = ""
    context: int = Field(0, ge=0)
    untested: bool = False
    revision: str = ""
    theme: str = ""
    host: str = ""
    handed_over: SecretStr = Field(SecretStr(""), alias="modelKey")

    @property
    def as_json(self) -> dict[str, Any]:
        """The arguments as a client gives them, without the model's key."""
        return self.model_dump(
            mode="json", by_alias=True, exclude_unset=True, exclude={"handed_over"}
        )

    @property
    def typed_parameters(self) -> dict[str, str]:
        """The method's parameters as a user would type them."""
        return {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in self.parameters.items()
        }


def command_of(name: str, title: str, arguments: Arguments) -> types.Command:
    """Return a command of ours for the client to show and to send."""
    return types.Command(title, f"citeloom.{name}", arguments=[arguments.as_json])


def arguments_of(given: tuple[object, ...]) -> Arguments:
    """Read the arguments of a command.

    Raises
    ------
    JsonRpcInvalidParams
        If they are wrong; the message says which.
    """
    first = given[0] if given else None
    try:
        if first is None:
            return Arguments()
        if isinstance(first, str):
            return Arguments(uri=first)
        return Arguments.model_validate(first)
    except ValidationError as error:
        wrong = error.errors()[0]
        name = ".".join(str(part) for part in wrong["loc"])
        known = ", ".join(field.alias or name for name, field in Arguments.model_fields.items())
        message = f"the command's argument '{name}': {wrong['msg']} (arguments: {known})"
        raise JsonRpcInvalidParams(message) from None
