"""``citeloom.trace``: what a method kept of its way to a text."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Return the trace in the method's own form, and the usage of each step."""
    text = parts.waiting.chosen(arguments.offer)
    return {
        "offer": text.id,
        "method": text.origin.method,
        "trace": dict(text.trace),
        "usage": asdict(text.usage),
    }
