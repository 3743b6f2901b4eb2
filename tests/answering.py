"""A stand-in for a language model: it makes a sensible answer of a schema and the texts shown.

It knows no prompt. It reads the JSON schema that an answer must have and the quoted texts of the
request, picks sentences for the ids that the schema lists, names terms, and votes by a measure of
its own. Without a schema it writes a paragraph on all ids that are quoted.
"""

import re
from collections import Counter
from typing import Any

QUOTED = re.compile(
    r"<(?P<tag>quoted-[0-9a-f]+)(?: id=\"(?P<id>[^\"]*)\")?>\n(?P<text>.*?)\n</(?P=tag)>", re.DOTALL
)
_SENTENCE = re.compile(r"[^.!?\s].*?[.!?]+(?=\s|\Z)(?:\s*\[P[\d, P]+\])?")
_RELATION = re.compile(r"^(?P<head>.+) - (?P<relation>.+) -> (?P<tail>.+)$", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z][A-Za-z-]{3,}")
_ID = re.compile(r"\bP\d+\b")
_MARK = re.compile(r"\[P\d+(?:, P\d+)*\]")
_TEN_WORDS = re.compile(r"(?:\S+ ){10}")
"""After so many a word is added: what repeats its sources word for word is no text of its own."""

Schema = dict[str, Any]


def answer(schema: Schema | None, request: str, sample: int = 0) -> Any:
    """Return an answer of that schema, or in prose, made of the texts that a request quotes."""
    if schema is None:
        return _Answering({}, request, sample).prose()
    return _Answering(schema, request, sample).value(schema, "")


class _Answering:
    def __init__(self, schema: Schema, request: str, sample: int) -> None:
        self.defs = schema.get("$defs", {})
        self.quoted = [(found["id"] or "", found["text"]) for found in QUOTED.finditer(request)]
        self.request = request
        self.sample = sample
        words = _WORD.findall(" ".join(text for _, text in self.quoted))
        counts = Counter(word.lower() for word in words if len(word) > 5)
        self.terms = [word for word, _ in counts.most_common(60)] or ["method"]
        self.used = 0

    def prose(self) -> str:
        """Return a paragraph with a sentence on each paper that is quoted, or cited in a quote."""
        named = [name for name, _ in self.quoted if _ID.fullmatch(name)]
        cited = [
            one
            for _, text in self.quoted
            for mark in _MARK.findall(text)
            for one in _ID.findall(mark)
        ]
        said = []
        for one in dict.fromkeys((*cited, *named)):
            words = self._sentence(one, self.sample).rstrip(" .!?")
            if " so " not in words:
                words = _TEN_WORDS.sub(r"\g<0>so ", words)
            said.append(f"{words} [{one}].")
        plan = "<plan>They belong together.</plan>\n\n" if "<plan>" in self.request else ""
        return plan + (" ".join(said) or "Nothing is known of them.")

    def value(self, schema: Schema, name: str, of: str = "") -> Any:
        """Return a value; ``of`` is the id that it is to be about."""
        schema = self._resolved(schema)
        if "enum" in schema and schema.get("type") == "integer":
            return schema["enum"][(len(self.request) + self.sample) % len(schema["enum"])]
        if "enum" in schema:
            return schema["enum"][self.used % len(schema["enum"])]
        kind = schema.get("type")
        if kind == "object":
            properties = schema.get("properties", {})
            return {key: self.value(own, key, of) for key, own in properties.items()}
        if kind == "array":
            return self._items(schema, name, of)
        if kind in ("integer", "number"):
            least, most = schema.get("minimum", 1), schema.get("maximum", 1)
            return least + (len(self.request) + self.sample) % (most - least + 1)
        if kind == "boolean":
            return True
        if name == "summary":
            of = of or next((one for one, _ in self.quoted if _ID.fullmatch(one)), "")
        return self._words(of)

    def _items(self, schema: Schema, name: str, of: str) -> list[Any]:
        item = self._resolved(schema["items"])
        if "enum" in item:
            return [of] if of else list(item["enum"])
        if ids := self._ids(item):
            return [self.value(item, name, one) for one in ids]
        if any(
            self._resolved(p).get("type") == "array" for p in item.get("properties", {}).values()
        ):
            return [self.value(item, name, of)]
        found = self._graph_so_far() if "head" in item.get("properties", {}) else []
        for _ in range(min(5, schema.get("maxItems", 5))):
            self.used += 1
            found.append(self.value(item, name, of))
        return found

    def _graph_so_far(self) -> list[Any]:
        """Return the relations that the request shows, as a model repeats what is worth keeping."""
        return [
            {**found.groupdict(), "head_type": "Generic", "tail_type": "Generic"}
            for _, text in self.quoted
            for found in _RELATION.finditer(text)
        ]

    def _ids(self, item: Schema) -> list[str]:
        """Return the ids that an item lists directly: one item is made for each."""
        for own in item.get("properties", {}).values():
            resolved = self._resolved(own)
            if resolved.get("type") == "array":
                inner = self._resolved(resolved["items"])
                if "enum" in inner:
                    return list(inner["enum"])
                if inner.get("type") == "string":
                    return sorted({i for i, _ in self.quoted if _ID.fullmatch(i)}, key=len)
        return []

    def _words(self, of: str) -> str:
        papers = {name for name, _ in self.quoted if _ID.fullmatch(name)}
        if of:
            return self._sentence(of, self.sample)
        self.used += 1
        if len(papers) == 1:  # The same whoever asks, and when: it is kept by what is asked.
            return self._sentence(papers.pop(), self.used)
        return self.terms[self.used % len(self.terms)]

    def _sentence(self, of: str, number: int) -> str:
        own = [text for name, text in self.quoted if name == of]
        lines = [line for text in own for line in text.splitlines()]
        found = [one.strip() for line in lines for one in _SENTENCE.findall(line)]
        if not found:
            found = [
                one.strip()
                for _, text in self.quoted
                if not text.startswith('{"')  # Notes of its own, which would be quoted in notes.
                for line in text.splitlines()
                for one in _SENTENCE.findall(line)
                if of in _ID.findall(one)
            ]
        found = [" ".join(_ID.sub("", one).replace("[]", "").split()) for one in found]
        found = [one for one in found if len(one) > 20] or [f"{self.terms[0]} is studied."]
        return found[(number + len(of)) % len(found)]

    def _resolved(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            schema = self.defs[schema["$ref"].rpartition("/")[2]]
        for one in schema.get("anyOf", ()):
            if one.get("type") != "null":
                return self._resolved(one)
        return schema
