"""Structured answers: the JSON schema that asks for one, and the reader of what comes back."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from citeloom.models.echoes import EchoError, Told, schema_node, without_echoes
from citeloom.models.port import Message

Answer = TypeVar("Answer", bound=BaseModel)

_THOUGHTS_END = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_BEGIN = re.compile(r"\{\s*[\"'“”‘’}\w/]|\[\s*[{\"'“]")
"""Where an object or a list begins; ``[1]`` and ``[P1]`` are citations."""

_LEFT_OUT = frozenset(
    (
        *("title", "default", "examples", "pattern", "format", "multipleOf", "uniqueItems"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
        *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
    )
)
"""Parts of a schema that are not sent: strict endpoints refuse them, or they only take room.

``read_answer`` checks answers against them all the same.
https://learn.microsoft.com/azure/ai-services/openai/how-to/structured-outputs, "Unsupported
type-specific keywords".
"""
_LATEX = re.compile(
    r"""\\(?:\\|(?P<command>
        beta|bar|big|binom|bm|boldsymbol|frac|forall|nabla|neq|neg|nu|notin|rho|rightarrow|right
      | rangle|rfloor|rceil|tau|text(?:rm|it|bf|tt|sf)?|theta|times|tilde|to|top
    )(?![A-Za-z])|(?P<sign>[^\\"/bfnrtu]))""",
    re.VERBOSE,
)
"""A backslash before a sign that JSON does not escape, or before a command of LaTeX whose first
letter makes it an escape."""

_MOST_TRIES = 200
_MOST_FAULTS = 5


SHORTER = "; be much shorter"
"""What the model is asked for behind what is wrong; it is not for the user."""

CUT_OFF = f"it was cut off before its end{SHORTER}"
"""What is wrong with an answer that ends too early; the message is for the model."""

LARGEST = 500_000
"""Characters of one answer without thoughts, many times what a text about 100 papers takes: what
is done with its sentences takes its time."""

_LONGEST_MENDED = 100_000
"""Characters of an answer whose faulty JSON is mended: what that takes grows with them."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*(?P<end>"|\\?\Z)|[\[\]{}]', re.DOTALL)


class WrongAnswerError(ValueError):
    """The text holds no answer of the type; the message is for the model."""


@lru_cache(maxsize=64)
def schema_of(answer: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of a type as strict endpoints want it.

    Every object is closed, all properties are required; titles, defaults and bounds are left out.
    """
    schema: dict[str, Any] = _strict_schema(answer.model_json_schema())
    return schema


def bounded_schema(answer: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of a type for grammars that count: lists have an end in it.

    One of ids is no longer than these are many.
    """
    schema: dict[str, Any] = _strict_schema(answer.model_json_schema(), is_bounded=True)
    return schema


def schema_in_words(answer: type[BaseModel]) -> str:
    """Return sentences that ask for an answer of the type, for endpoints that take no schema."""
    schema = json.dumps(schema_of(answer), ensure_ascii=False, separators=(",", ":"))
    return f"Answer with one JSON object and nothing else. It has this JSON schema: {schema}"


def read_answer(
    text: str, answer: type[Answer], *, cut_off: bool = False, messages: Sequence[Message] = ()
) -> Answer:
    """Return the answer that a text holds; of one that breaks off, the whole items of its lists.

    Thoughts, code fences and words around the JSON are ignored, and faulty JSON is mended. What
    only repeats the ``messages`` that asked for it is left out.

    Raises
    ------
    WrongAnswerError
        If the text holds none; the message says what is wrong.
    """
    problem, schema = "", answer.model_json_schema()
    told = Told.by(messages, schema) if messages else None
    # Some endpoints mark only the end of the thoughts; the text after it is tried first.
    ends = [found.end() for found in _THOUGHTS_END.finditer(text)]
    for start in dict.fromkeys([*ends[-1:], 0]):
        values, is_open = values_in(text[start:], cut_off=cut_off)
        for found in values:
            if len(json.dumps(found, ensure_ascii=False)) > LARGEST:
                raise WrongAnswerError(f"it is far too long{SHORTER}")
            try:
                found = _shaped(found, schema)
                valid = answer.model_validate(found)
                own = without_echoes(found, schema, told) if told else found
                return valid if own == found else answer.model_validate(own)
            except ValidationError as error:
                problem = problem or _faults(error)
            except EchoError as error:
                problem = problem or str(error)
        problem = CUT_OFF if is_open else problem
    raise WrongAnswerError(problem or (CUT_OFF if cut_off else "there is no JSON object in it"))


def values_in(text: str, *, cut_off: bool = False) -> tuple[Iterator[Any], bool]:
    """Return the objects and lists that a text holds, and whether something is missing at its end.

    Those that are JSON come first, the largest of them first, then what faulty JSON may stand for.
    """
    begin = _BEGIN.search(text)
    part = _LATEX.sub(_escape_latex, text[begin.start() :]) if begin else ""
    wholes, is_open = _whole_parts(part, cut_off=cut_off)
    mended = (value for whole in wholes for value in _mended_values(whole))
    # A whole value inside of half a one, or before it, says nothing of what is missing.
    return chain(() if is_open else _whole_values(part), mended), is_open


def first_value(text: str) -> Any:
    """Return the value that a text begins with, as far as it goes; "" where it has none."""
    text = _LATEX.sub(_escape_latex, text)
    with suppress(ValueError, RecursionError):
        return json.JSONDecoder(strict=False).raw_decode(text)[0]
    return next(_mended_values(text), "")


def _whole_values(text: str) -> Iterator[Any]:
    """Yield the outermost objects and lists of a text that are JSON, the largest first."""
    decoder = json.JSONDecoder(strict=False)
    found: list[tuple[int, Any]] = []
    end = 0
    for begin in islice(_BEGIN.finditer(text), _MOST_TRIES):
        # ValueError also stands for numbers of more than 4300 digits.
        with suppress(ValueError, RecursionError):
            if begin.start() >= end:
                value, end = decoder.raw_decode(text, begin.start())
                found.append((end - begin.start(), value))
    yield from (value for _, value in sorted(found, key=lambda item: -item[0]))


def _mended_values(text: str) -> Iterator[Any]:
    """Yield what a text of faulty JSON holds, and each of its values where these are several."""
    if not text or len(text) > _LONGEST_MENDED:
        return
    import json_repair  # It takes 0.08 s, and most answers need it not.

    with suppress(ValueError, RecursionError):
        found = json_repair.loads(text, skip_json_loads=True)
        yield found
        if isinstance(found, list):
            yield from found


def _whole_parts(text: str, *, cut_off: bool) -> tuple[list[str], bool]:
    """Return a text up to where it is whole, and whether something is missing at its end.

    One that breaks off is whole up to the last object of a list; the innermost list comes first.
    """
    stack: list[tuple[str, int]] = []
    in_string = False
    for found in _TOKEN.finditer(text):
        token, in_string = found[0], found["end"] in ("", "\\")
        if token in "[{":
            stack.append((token, 0))
        elif token in "]}" and stack:
            stack.pop()
            if token == "}" and stack and stack[-1][0] == "[":
                stack[-1] = "[", found.end()
    end = text.rstrip("` \t\r\n")
    ends_well = end.endswith(("}", "]")) and not (cut_off and in_string)
    is_open = bool(stack) or (cut_off and not ends_well)
    if not ends_well and (cut_off or in_string or end.endswith(("{", "[", ",", ":"))):
        return [text[:place] for _, place in reversed(stack) if place], is_open
    return [text], is_open


def _shaped(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return a value in the shape of a schema where its own is another one for the same.

    A list is made of a single item and of null, and an object of the only list that it may hold.
    """

    def shaped(value: Any, node: Mapping[str, Any]) -> Any:
        node = schema_node(node, schema)
        if node.get("type") == "array":
            items = value if isinstance(value, list) else [] if value is None else [value]
            return [shaped(item, node["items"]) for item in items]
        fields = node.get("properties", {})
        lists = [name for name, own in fields.items() if own.get("type") == "array"]
        if isinstance(value, list) and len(lists) == 1:
            value = {lists[0]: value}
        if not isinstance(value, dict):
            return value
        return {
            name: shaped(own, fields[name]) if name in fields else own
            for name, own in value.items()
        }

    return shaped(value, schema)


def _escape_latex(found: re.Match[str]) -> str:
    """Return a backslash as JSON writes it, where a model has written LaTeX as it is."""
    command = found["command"] or found["sign"]
    return f"\\\\{command}" if command else found[0]


def _faults(error: ValidationError) -> str:
    faults = []
    for fault in error.errors()[:_MOST_FAULTS]:
        place = ".".join(str(part) for part in fault["loc"]) or "the object"
        faults.append(f"{place}: {fault['msg']}")
    return "; ".join(faults)


def _strict_schema(node: Any, *, is_bounded: bool = False) -> Any:
    strict = partial(_strict_schema, is_bounded=is_bounded)
    if isinstance(node, list):
        return list(map(strict, node))
    if not isinstance(node, dict):
        return node
    kept = {
        name: {own: strict(value) for own, value in node[name].items()}
        if name in ("properties", "$defs")
        else strict(value)
        for name, value in node.items()
        if name not in _LEFT_OUT or (is_bounded and name == "maxItems")
    }
    if kept.get("type") == "object" and "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    if is_bounded and kept.get("type") == "array" and "enum" in kept["items"]:
        kept["maxItems"] = len(kept["items"]["enum"])
    return kept
