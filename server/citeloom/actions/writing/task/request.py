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

    None and empty values leave the choice to Citeloom.

    Parameters
    ----------
    parameters
        Those of the method by name (``quoted`` or ``extractive.quoted``), parsed or as typed.
    keys, exclude
        Citation keys to write about, and to leave out.
    all_cited
        Also write about the keys that the author's own text in the section cites.
    section
        A heading, or a number among the related-work sections.
    after
        Instead of a section: a line (``FILE:LINE``) in the paragraph that a first text follows.
    outline
        The outline to follow: write about the papers that it names, and about no others.
    sections
        Make the topics of a taxonomy subsections, if the method has one.
    from_corpus, corpus, full_texts
        Take the references from a corpus instead of the draft; where the corpus is; whether to
        fetch full texts of its papers.
    from_library
        Take the references from the user's libraries and from papers that were looked up before.
    theme
        The point of view of the text.
    instruction
        The author's wish for a sentence.
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
