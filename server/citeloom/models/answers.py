"""Structured answers: what the schema looks like to an endpoint, and what a text holds."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

Answer = TypeVar("Answer", bound=BaseModel)

_THOUGHTS_END = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_LAST_COMMA = re.compile(r",(\s*[}\]])")
_UNTAKEN = frozenset(
    (
        *("title", "default", "pattern", "format", "multipleOf", "uniqueItems"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
        *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
    )
)
"""What takes room, and bounds that strict endpoints refuse: ``read`` holds answers to them.

https://learn.microsoft.com/azure/ai-services/openai/how-to/structured-outputs, "Unsupported
type-specific keywords".
"""
_MOST_TRIES = 200
_MOST_FAULTS = 5


class WrongAnswerError(ValueError):
    """A text that does not hold an answer of the type; the message is for the model."""


@lru_cache(maxsize=64)
def schema_of(answer: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of a type as strict endpoints want it.

    Every object closed and all its properties required, without titles, defaults and bounds.
    """
    schema: dict[str, Any] = _strict(answer.model_json_schema())
    return schema


def in_words(answer: type[BaseModel]) -> str:
    """Return the sentences that ask for an answer of the type, for endpoints without schemas."""
    schema = json.dumps(schema_of(answer), ensure_ascii=False, separators=(",", ":"))
    return f"Answer with one JSON object and nothing else. It has this JSON schema: {schema}"


def read(text: str, answer: type[Answer]) -> Answer:
    """Return the answer that a text holds, alone or among other words.

    Thoughts, code fences and words around the object do not matter, nor does a comma too many.

    Raises
    ------
    WrongAnswerError
        If it holds none; the message says what is wrong.
    """
    problem = "there is no JSON object in it, or it is cut off"
    # Some endpoints leave out where the thoughts begin; what stands behind their end counts first.
    ends = [found.end() for found in _THOUGHTS_END.finditer(text)]
    for start in dict.fromkeys([ends[-1], 0] if ends else [0]):
        for found in _objects(text[start:]):
            try:
                return answer.model_validate(found)
            except ValidationError as error:
                problem = _faults(error)
    raise WrongAnswerError(problem)


def _objects(text: str) -> Iterator[Any]:
    """Yield the JSON objects of a text that are not inside of another one, the largest first."""
    decoder = json.JSONDecoder(strict=False)
    found: list[tuple[int, Any]] = []
    for variant in (text, _LAST_COMMA.sub(r"\1", text)):
        at, tries = variant.find("{"), 0
        while at >= 0 and tries < _MOST_TRIES:
            tries += 1
            try:
                value, end = decoder.raw_decode(variant, at)
            # ValueError: beside what is no JSON, numbers of more than 4300 digits.
            except (ValueError, RecursionError):
                end = at + 1
            else:
                found.append((end - at, value))
            at = variant.find("{", end)
        if found:
            break
    yield from (value for _, value in sorted(found, key=lambda item: -item[0]))


def _faults(error: ValidationError) -> str:
    faults = []
    for fault in error.errors()[:_MOST_FAULTS]:
        place = ".".join(str(part) for part in fault["loc"]) or "the object"
        faults.append(f"{place}: {fault['msg']}")
    return "; ".join(faults)


def _strict(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {
        name: {own: _strict(value) for own, value in node[name].items()}
        if name in ("properties", "$defs")
        else _strict(value)
        for name, value in node.items()
        if name not in _UNTAKEN
    }
    if kept.get("type") == "object" and "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept
