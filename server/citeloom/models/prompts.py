"""Prompts are files; a user's own file of the same name replaces ours."""

import re
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from citeloom.keeping.reading import LARGEST_SETTINGS, read_file
from citeloom.models.port import Message
from citeloom.problem import InputError

_HEAD = re.compile(
    r"\Aversion: (?P<version>\d+)\nvariables:(?P<variables>[^\n]*)\n(?P<body>.*)\Z", re.DOTALL
)
_PART = re.compile(r"^# (system|user|assistant)[ \t]*\n", re.MULTILINE)
_VARIABLE = re.compile(r"\{\{(\w+)\}\}")


class PromptError(InputError):
    """The prompt file cannot be used; the message names it."""


@dataclass(frozen=True)
class Prompt:
    """A prompt: its ``name`` (``ckma/minigraph``), version, variables, and messages to fill in.

    The file begins with ``version: 1`` and ``variables: language draft``; each message begins
    with a line ``# system``, ``# user`` or ``# assistant``; ``{{draft}}`` is a variable. ``own``:
    the file is the user's.
    """

    name: str
    version: int
    variables: frozenset[str]
    parts: tuple[Message, ...]
    own: bool = False

    @property
    def mark(self) -> str:
        """The prompt's version; for a user's own file also a hash of its text."""
        if not self.own:
            return str(self.version)
        return f"{self.version} own {sha256(repr(self.parts).encode()).hexdigest()[:8]}"

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
            Message(part.role, _VARIABLE.sub(lambda found: values[found[1]], part.text))
            for part in self.parts
        )


class Prompts:
    """All prompts by name; a file in the user's folder comes before ours."""

    def __init__(self, own: Path | None = None) -> None:
        self._own = own
        self._read: dict[str, Prompt] = {}

    def __getitem__(self, name: str) -> Prompt:
        """Return a prompt by its name.

        Raises
        ------
        PromptError
            If the user's own file cannot be read, or its variables are not those of ours.
        """
        if name not in self._read:
            self._read[name] = self._prompt(name)
        return self._read[name]

    def _prompt(self, name: str) -> Prompt:
        source = files("citeloom").joinpath("prompts", f"{name}.md").read_text("utf-8")
        ours = parse_prompt(name, source)
        path = self._own / f"{name}.md" if self._own else None
        if path is None:
            return ours
        try:
            own = parse_prompt(str(path), read_file(path, LARGEST_SETTINGS).decode())
        except (FileNotFoundError, NotADirectoryError):
            return ours
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise PromptError(f"prompt {path}: cannot be read: {why}") from None
        if own.variables != ours.variables:
            needed = ", ".join(sorted(ours.variables))
            raise PromptError(f"prompt {path}: its variables must be these: {needed}")
        return replace(own, own=True)


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
    used = frozenset(found for part in parts for found in _VARIABLE.findall(part.text))
    if named != used:
        wrong = ", ".join(sorted(named ^ used))
        raise PromptError(f"prompt {name}: named but not used, or used but not named: {wrong}")
    return Prompt(name, int(head["version"]), named, parts)
