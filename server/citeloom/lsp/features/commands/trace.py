"""``citeloom.trace``: what a method kept of its way to a text."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from citeloom.lsp.features.commands.arguments import Arguments

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Return the trace, in the method's own form, and what each step took."""
    waiting = parts.writing.offers.chosen(arguments.offer)
    offer = waiting.offer
    return {
        "offer": waiting.id,
        "method": offer.origin.method,
        "trace": dict(offer.trace),
        "usage": asdict(offer.usage),
    }
