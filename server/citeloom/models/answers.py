"""Structured answers: the JSON schema that asks for one, and the reader of what comes back."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

Answer = TypeVar("Answer", bound=BaseModel)

_THOUGHTS_END = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_LAST_COMMA = re.compile(r",(\s*[}\]])")
_LEFT_OUT = frozenset(
    (
        *("title", "default", "pattern", "format", "multipleOf", "uniqueItems"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
        *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
    )
)
"""Parts of a schema that are not sent: strict endpoints refuse them, or they only take room.

``read_answer`` checks answers against them all the same.
https://learn.microsoft.com/azure/ai-services/openai/how-to/structured-outputs, "Unsupported
type-specific keywords".
"""
_BACKSLASH = re.compile(
    r"""\\(?:
        (?P<command>
            beta|bar|big|binom|bm|boldsymbol|frac|forall|nabla|neq|neg|nu|notin|rho|rightarrow|right
          | rangle|rfloor|rceil|tau|text(?:rm|it|bf|tt|sf)?|theta|times|tilde|to|top
        )(?![A-Za-z])
      | (?P<escape>["\\/bfnrt]|u[0-9A-Fa-f]{4})
      | )""",
    re.VERBOSE,
)
"""A backslash in JSON; of those before letters, some are meant for LaTeX."""
_MOST_TRIES = 200
_MOST_FAULTS = 5


SHORTER = "; be much shorter"
"""What the model is asked for behind what is wrong; it is not for the user."""

CUT_OFF = f"it was cut off before its end{SHORTER}"
"""What is wrong with an answer that ends too early; the message is for the model."""

LARGEST = 500_000
"""Characters of one answer without thoughts, many times what a text about 100 papers takes: what
is done with its sentences takes its time."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\Z)', re.DOTALL)


class WrongAnswerError(ValueError):
    """The text holds no answer of the type; the message is for the model."""


@lru_cache(maxsize=64)
def schema_of(answer: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of a type as strict endpoints want it.

    Every object is closed, all properties are required; titles, defaults and bounds are left out.
    """
    schema: dict[str, Any] = _strict_schema(answer.model_json_schema())
    return schema


def schema_in_words(answer: type[BaseModel]) -> str:
    """Return sentences that ask for an answer of the type, for endpoints that take no schema."""
    schema = json.dumps(schema_of(answer), ensure_ascii=False, separators=(",", ":"))
    return f"Answer with one JSON object and nothing else. It has this JSON schema: {schema}"


def read_answer(text: str, answer: type[Answer]) -> Answer:
    """Return the answer that a text holds.

    Thoughts, code fences and words around the JSON object are ignored, and so is a trailing comma.

    Raises
    ------
    WrongAnswerError
        If the text holds none; the message says what is wrong.
    """
    problem = CUT_OFF if _is_cut_off(text) else "there is no JSON object in it"
    # Some endpoints mark only the end of the thoughts; the text after it is tried first.
    ends = [found.end() for found in _THOUGHTS_END.finditer(text)]
    for start in dict.fromkeys([ends[-1], 0] if ends else [0]):
        for found in _objects(text[start:]):
            if len(json.dumps(found, ensure_ascii=False)) > LARGEST:
                raise WrongAnswerError(f"it is far too long{SHORTER}")
            try:
                return answer.model_validate(found)
            except ValidationError as error:
                # A whole object inside of half a one says nothing of what is missing.
                problem = problem if problem == CUT_OFF else _faults(error)
    raise WrongAnswerError(problem)


def _objects(text: str) -> Iterator[Any]:
    """Yield the outermost JSON objects of a text, the largest first."""
    decoder = json.JSONDecoder(strict=False)
    text = _BACKSLASH.sub(_escape_latex, text)
    found: list[tuple[int, Any]] = []
    for variant in (text, _LAST_COMMA.sub(r"\1", text)):
        at, tries = variant.find("{"), 0
        while at >= 0 and tries < _MOST_TRIES:
            tries += 1
            try:
                value, end = decoder.raw_decode(variant, at)
            # ValueError also stands for numbers of more than 4300 digits.
            except (ValueError, RecursionError):
                end = at + 1
            else:
                found.append((end - at, value))
            at = variant.find("{", end)
        if found:
            break
    yield from (value for _, value in sorted(found, key=lambda item: -item[0]))


def _is_cut_off(text: str) -> bool:
    """Tell whether the last object in a text has no end."""
    at = text.find("{", max((found.end() for found in _THOUGHTS_END.finditer(text)), default=0))
    if at < 0:
        return False
    signs = _STRING.sub("", text[at:])
    return signs.count("{") > signs.count("}")


def _escape_latex(found: re.Match[str]) -> str:
    """Return a backslash as JSON writes it, where a model has written LaTeX as it is."""
    return found[0] if found["escape"] else f"\\\\{found['command'] or ''}"


def _faults(error: ValidationError) -> str:
    faults = []
    for fault in error.errors()[:_MOST_FAULTS]:
        place = ".".join(str(part) for part in fault["loc"]) or "the object"
        faults.append(f"{place}: {fault['msg']}")
    return "; ".join(faults)


def _strict_schema(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict_schema(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {
        name: {own: _strict_schema(value) for own, value in node[name].items()}
        if name in ("properties", "$defs")
        else _strict_schema(value)
        for name, value in node.items()
        if name not in _LEFT_OUT
    }
    if kept.get("type") == "object" and "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept
