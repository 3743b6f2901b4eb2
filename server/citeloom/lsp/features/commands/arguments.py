"""What commands are given: nothing, a URI, or one object."""

from lsprotocol import types
from pydantic import BaseModel, ConfigDict, ValidationError
from pygls.exceptions import JsonRpcInvalidParams


class Place(BaseModel):
    """A position in a document, in the units that client and server agreed on."""

    line: int
    character: int

    @property
    def position(self) -> types.Position:
        """The position for the protocol."""
        return types.Position(self.line, self.character)


class Arguments(BaseModel):
    """All that a command may be told.

    ``uri`` is a document of the project (the first open one if it is missing), ``section`` a
    heading or number, ``position`` a place in the document, ``key`` a citation key, ``offer`` and
    ``version`` which text, ``job`` which job.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    uri: str = ""
    section: str | None = None
    position: Place | None = None
    key: str = ""
    offer: str = ""
    version: int = 0
    job: str = ""


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
        one = error.errors()[0]
        name = ".".join(str(part) for part in one["loc"])
        known = ", ".join(Arguments.model_fields)
        message = f"the command's argument '{name}': {one['msg']} (arguments: {known})"
        raise JsonRpcInvalidParams(message) from None
