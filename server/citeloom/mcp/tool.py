"""A tool that agents may call: how it is described, and what one call of it is given."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from citeloom.actions.agents.project import AgentProject


@dataclass(frozen=True)
class Tool:
    """A tool; ``module`` has the function ``run``, and is imported when it is first called.

    ``properties`` and ``required`` describe its arguments as JSON Schema does. ``run`` gives the
    answer, or `LongWork` that does. ``is_writer``: something is different after a call.
    """

    name: str
    title: str
    description: str
    module: str
    properties: Mapping[str, Mapping[str, Any]]
    required: tuple[str, ...]
    is_writer: bool = False

    def as_json(self) -> dict[str, object]:
        """Return the description of the tool for ``tools/list``."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": {
                "type": "object",
                "properties": dict(self.properties),
                "required": list(self.required),
                "additionalProperties": False,
            },
            "annotations": {
                "title": self.title,
                "readOnlyHint": not self.is_writer,
                "destructiveHint": False,
                "idempotentHint": not self.is_writer,
                "openWorldHint": self.is_writer,
            },
        }


@dataclass(frozen=True)
class Call:
    """One call of a tool: its arguments, and the project that it is about."""

    arguments: Mapping[str, Any]
    project: "AgentProject"


@dataclass(frozen=True)
class LongWork:
    """Work for a process of its own, and what makes the answer of its result.

    ``key`` names what it is about: of one key only one runs at a time.
    """

    task: str
    argument: object
    key: str
    finish: Callable[[Any], Mapping[str, object]]
