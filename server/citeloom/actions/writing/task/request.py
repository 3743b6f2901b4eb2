"""A request to write related work, and what it sets of a method's parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from pydantic import Field, ValidationError

from citeloom.actions.order import Order, OrderKind
from citeloom.actions.writing.outline.request import OutlineText
from citeloom.methods.port import Method, Parameters
from citeloom.methods.registry import method_named
from citeloom.methods.task import Instruction
from citeloom.problem import InputError

RELATED_WORK = OrderKind(
    name="write",
    planner="citeloom.actions.writing.order_plans:plan_writing",
    at_most=2,
    button="Write",
    doing="Writing related work",
    done="Related work written",
    waits="waiting for another section",
)

_SECTIONS = "sections"
_POSITION = "position"


@dataclass(frozen=True)
class WriteRequest(Order):
    """An order to write related work.

    ``parameters`` are the method's own, by name (``quoted`` or ``extractive.quoted``), or as typed.
    ``keys`` and ``exclude`` are citation keys; ``all_cited``: those that the author's own text in
    the section cites are written about too. ``section`` is a heading, or a number among
    the related-work sections; ``after`` names a line in the paragraph that a first text is to stand
    behind, as ``FILE:LINE``, in place of a section. ``outline`` is the one to write by: papers that
    it names are written about too, those that it leaves out are not. ``sections``: where the method
    makes a taxonomy, topics are subsections. ``from_corpus``: the references are those that a
    corpus has for the draft, and not the draft's own; ``corpus`` is where it is, and ``full_texts``
    says whether full texts of its papers are fetched. ``from_library``: the same of the user's
    libraries, and of papers that were looked up before. ``theme`` is the point of view to tell it
    from, ``instruction`` what its author wants of a sentence. None and empty leave the choice to
    Citeloom.
    """

    kind: ClassVar[OrderKind] = RELATED_WORK

    method: str = ""
    parameters: Mapping[str, str | bool | int | float] = field(default_factory=dict)
    keys: Sequence[str] = ()
    exclude: Sequence[str] = ()
    all_cited: bool = False
    section: str = ""
    after: str = ""
    paragraphs: Annotated[int, Field(ge=1)] | None = None
    words: Annotated[int, Field(ge=1)] | None = None
    seed: int = 0
    alternatives: Annotated[int, Field(ge=0, le=9)] | None = None
    outline: OutlineText | None = None
    sections: bool = False
    from_corpus: bool = False
    from_library: bool = False
    corpus: str = ""
    full_texts: bool = False
    theme: str = ""
    instruction: Instruction | None = None

    @property
    def asked(self) -> str:
        return "Write related work"

    @property
    def may_ask_model(self) -> bool:
        return method_named(self.method).uses_model


def wants_position(request: WriteRequest) -> bool:
    """Tell whether a model is to end paragraphs with what the draft does instead."""
    wanted = str(request.parameters.get(_POSITION, "yes"))
    return wanted.lower() not in ("no", "false", "0", "off")


def parameters_of(method: Method[Any], request: WriteRequest) -> Parameters:
    """Return a method's parameters with what a request sets of them.

    Raises
    ------
    InputError
        If one is not the method's, or has a wrong value; if it names a file of weights that cannot
        be read. No file of a project can name one.
    """
    given = {_SECTIONS: "true"} if request.sections and method.has_outline else {}
    own = {**given, **_own_names(method, request.parameters)}
    try:
        parameters: Parameters = method.parameters.model_validate(own)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        known = ", ".join(method.parameters.model_fields) or "none"
        message = f"parameter {method.name}.{name}: {first['msg']}"
        raise InputError(message, advice=f"parameters of {method.name}: {known}") from None
    return parameters


def _own_names(method: Method[Any], given: Mapping[str, object]) -> dict[str, object]:
    own: dict[str, object] = {}
    for name, value in given.items():
        if name == _POSITION and method.uses_model:
            continue
        prefix, dot, rest = name.partition(".")
        if dot and prefix != method.name:
            raise InputError(f"parameter {name}: the method is '{method.name}', not '{prefix}'")
        own[rest if dot else name] = value
    return own
