"""Prompts are files."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from citeloom import laboratory
from citeloom.models.port import Message
from citeloom.problem import InputError

_HEAD = re.compile(
    r"\Aversion: (?P<version>\d+)\nvariables:(?P<variables>[^\n]*)\n(?P<body>.*)\Z", re.DOTALL
)
_PART = re.compile(r"^# (system|user|assistant)[ \t]*\n", re.MULTILINE)
_VARIABLE = re.compile(r"\{\{(\w+)\}\}")
_SECTION = re.compile(
    r"^\{\{(?P<sign>[#^])(?P<name>\w+)\}\}\n(?P<body>.*?)^\{\{/(?P=name)\}\}(?:\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
_SECTION_TAG = re.compile(r"\{\{[#^/]\w*\}\}")
_BLANK_LINES = re.compile(r"\n{3,}")


class PromptError(InputError):
    """The prompt file cannot be used; the message names it."""


@dataclass(frozen=True)
class Prompt:
    """A prompt: its ``name`` (``ckma/minigraph``), version, variables, and messages to fill in.

    The file begins with ``version: 1`` and ``variables: language draft``; each message begins
    with a line ``# system``, ``# user`` or ``# assistant``; ``{{draft}}`` is a variable. Lines
    between ``{{#graph}}`` and ``{{/graph}}`` are there only if the variable has a value, those
    between ``{{^graph}}`` and ``{{/graph}}`` only if it is empty.
    """

    name: str
    version: int
    variables: frozenset[str]
    parts: tuple[Message, ...]

    @property
    def text(self) -> str:
        """All that it says, with the names of its variables."""
        return "\n".join(part.text for part in self.parts)

    def messages(self, **values: str) -> tuple[Message, ...]:
        """Return the messages with the variables filled in.

        Raises
        ------
        PromptError
            If a variable lacks a value, or a value has no variable.
        """
        if wrong := self.variables ^ values.keys():
            raise PromptError(f"prompt {self.name}: wrong variables: {', '.join(sorted(wrong))}")
        return tuple(
            Message(part.role, _VARIABLE.sub(lambda found: values[found[1]], shown))
            for part in self.parts
            if (shown := _BLANK_LINES.sub("\n\n", _without_empty(part.text, values)).strip())
        )


class Prompts:
    """All prompts by name."""

    def __init__(self) -> None:
        self._read: dict[str, Prompt] = {}

    def __getitem__(self, name: str) -> Prompt:
        if name not in self._read:
            self._read[name] = parse_prompt(name, _text_of(name))
        return self._read[name]


def _text_of(name: str) -> str:
    """Return the text of a prompt: the program's, else the laboratory's."""
    file = files("citeloom").joinpath("prompts", f"{name}.md")
    if not file.is_file() and laboratory.is_installed():
        file = files(laboratory.PACKAGE).joinpath("prompts", f"{name}.md")
    return file.read_text("utf-8")


def parse_prompt(name: str, text: str) -> Prompt:
    """Return the prompt that a file holds.

    Raises
    ------
    PromptError
        If it has no head, no message, or other variables than its head names.
    """
    head = _HEAD.match(text.replace("\r\n", "\n"))
    if head is None:
        raise PromptError(f"prompt {name}: it must begin with 'version:' and 'variables:' lines")
    pieces = _PART.split(head["body"])
    parts = tuple(
        Message(role, body.strip())  # type: ignore[arg-type]
        for role, body in zip(pieces[1::2], pieces[2::2], strict=True)
    )
    if not parts or pieces[0].strip():
        raise PromptError(f"prompt {name}: each message must begin with a line like '# user'")
    named = frozenset(head["variables"].split())
    used: set[str] = set()
    for part in parts:
        rest = _without_tags(part.text, used)
        if tag := _SECTION_TAG.search(rest):
            raise PromptError(f"prompt {name}: {tag[0]} is not closed, or is not on its own line")
        used |= set(_VARIABLE.findall(rest))
    if named != used:
        wrong = ", ".join(sorted(named ^ used))
        raise PromptError(f"prompt {name}: named but not used, or used but not named: {wrong}")
    return Prompt(name, int(head["version"]), named, parts)


def _without_empty(text: str, values: Mapping[str, str]) -> str:
    """Return a text with the sections that these values ask for, and without the others."""

    def section(found: re.Match[str]) -> str:
        wanted = bool(values[found["name"]]) == (found["sign"] == "#")
        return _without_empty(found["body"], values) if wanted else ""

    return _SECTION.sub(section, text)


def _without_tags(text: str, names: set[str]) -> str:
    """Return a text with all its sections; add the variables that decide on them to ``names``."""

    def section(found: re.Match[str]) -> str:
        names.add(found["name"])
        return _without_tags(found["body"], names)

    return _SECTION.sub(section, text)
