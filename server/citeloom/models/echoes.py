"""Answers that only repeat what the model was told: they say nothing of what it was asked about."""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from citeloom.models.port import Message

Name = TypeVar("Name", bound=Hashable)

_QUOTED = re.compile(r"<(quoted-[0-9a-f]+)[^>]*>\n(?P<text>.*?)\n</\1>", re.DOTALL)
_WORD = re.compile(r"\w+")
_ID = re.compile(r"[A-Z]\d+(?:/\d+)?")
_LEAST_WORDS = 3
"""Of a heading: what is shorter may be what the text is about."""

_ENDS = (".", "!", "?", ":", "。", "！", "？")


class EchoError(ValueError):
    """An answer says nothing of its own; the message is for the model."""

    def __init__(self) -> None:
        super().__init__("it repeats what you were told, and says nothing of its own")


@dataclass(frozen=True)
class Told:
    """What an answer may repeat: the words of the ``prompt``, and headings of ``quoted`` texts.

    A heading is a line that is no sentence: a title, or who wrote a paper.
    """

    prompt: str
    quoted: str
    headings: frozenset[str]

    @classmethod
    def by(cls, messages: Sequence[Message], schema: Mapping[str, Any]) -> "Told":
        """Return what messages say, and the descriptions of the fields that are asked for."""
        text = "\n".join(message.text for message in messages)
        quoted = "\n".join(found["text"] for found in _QUOTED.finditer(text))
        titles = (line for line in quoted.splitlines() if not line.rstrip().endswith(_ENDS))
        headings = frozenset(it for it in map(_phrase, titles) if len(it.split()) >= _LEAST_WORDS)
        prompt = "\n".join([_QUOTED.sub("", text), *_descriptions(schema)])
        return cls(_phrase(prompt), _phrase(quoted), headings)

    def is_echo(self, text: str) -> bool:
        """Tell whether a text has no words, is a heading, or stands in the prompt alone.

        Letter case, signs and plural endings do not matter.
        """
        phrase = _phrase(text)
        of_prompt = phrase in self.prompt and phrase not in self.quoted
        return not phrase.strip() or of_prompt or phrase in self.headings


def without_echoes(value: Mapping[str, Any], schema: Mapping[str, Any], told: Told) -> Any:
    """Return an object of a schema without texts that are echoes, and items that hold only such.

    Raises
    ------
    EchoError
        If most of its texts are echoes.
    """
    kept: dict[str, Any] = {}
    said = echoed = 0
    for name, own in value.items():
        node = schema_node(schema.get("properties", {}).get(name, {}), schema)
        if isinstance(own, list):
            parts = [list(_echoes(item, node.get("items", {}), schema, told)) for item in own]
            kept[name] = [
                it for it, part in zip(own, parts, strict=True) if not part or not all(part)
            ]
            found = [echo for part in parts for echo in part]
        else:
            chosen = isinstance(own, str) and own in node.get("enum", ())
            found = [False] if chosen else list(_echoes(own, node, schema, told))
            kept[name] = "" if isinstance(own, str) and any(found) else own
        echoed += sum(found)
        said += len(found) - sum(found)
    if said < echoed:
        raise EchoError
    return kept


def said_of_several(texts: Mapping[Name, str]) -> list[Name]:
    """Return the names of the texts that say the same as another one: they tell of nothing."""
    counts = Counter(map(_phrase, texts.values()))
    return [name for name, text in texts.items() if counts[_phrase(text)] > 1]


def _echoes(
    value: Any, node: Mapping[str, Any], schema: Mapping[str, Any], told: Told
) -> Iterator[bool]:
    """Yield of each text in a value whether it is an echo.

    Ids, words of an enumeration and what a field has for an example are no such texts.
    """
    node = schema_node(node, schema)
    if isinstance(value, Mapping):
        for name, own in value.items():
            yield from _echoes(own, node.get("properties", {}).get(name, {}), schema, told)
    elif isinstance(value, list):
        for own in value:
            yield from _echoes(own, node.get("items", {}), schema, told)
    elif isinstance(value, str) and value and not _is_given(value, node):
        yield told.is_echo(value)


def _is_given(value: str, node: Mapping[str, Any]) -> bool:
    """Tell whether a text is an id, or one that the field itself allows."""
    allowed = map(_phrase, node.get("examples", ()))
    return "enum" in node or bool(_ID.fullmatch(value)) or _phrase(value) in allowed


def schema_node(node: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a node of a schema, or the one elsewhere in it that it refers to."""
    while "$ref" in node:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]]
    return node


def _descriptions(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping):
        if isinstance(said := node.get("description"), str):
            yield said
        for own in node.values():
            yield from _descriptions(own)


def _phrase(text: str) -> str:
    """Return the words of a text without plural endings, a blank around each."""
    return "".join(f" {word.rstrip('s')}" for word in _WORD.findall(text.casefold())) + " "
