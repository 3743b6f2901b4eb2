"""Texts of others, marked as data for the model of an agent."""

from dataclasses import dataclass
from functools import cached_property

from citeloom.methods.modelled.showing_papers import without_orders
from citeloom.models.quoting import Fence
from citeloom.visible import shorten, visible_line, visible_lines

MOST_SIGNS = 6_000
"""Signs of one quoted text; abstracts are shorter."""

MOST_IN_A_LINE = 300
"""Signs of a title or a list of names."""

LEFT_OUT = "(left out: it reads like instructions to a language model)"


@dataclass(frozen=True)
class Quoting:
    """Marks texts by the installation's secret, so that their authors cannot close the mark."""

    secret: bytes

    def text(self, text: str, name: str) -> str:
        """Return a text of others between tags; ``name`` is the citation key that it belongs to.

        Sentences that read like instructions to a language model are left out.
        """
        own = shorten(visible_lines(text), MOST_SIGNS)
        safe = without_orders(own)
        if safe != own:
            safe = f"{safe} {LEFT_OUT}".strip()
        return self._fence.quote(safe, _as_name(name)) if safe else ""

    @cached_property
    def _fence(self) -> Fence:
        return Fence(self.secret)


def short_text(text: str) -> str:
    """Return a title or names on one line; not what reads like instructions to a model."""
    line = shorten(visible_line(" ".join(text.split())), MOST_IN_A_LINE)
    return line if without_orders(line) == line else LEFT_OUT


def _as_name(key: str) -> str:
    """Return a key without what could end the attribute that it stands in."""
    return "".join(sign for sign in key[:100] if sign not in "\"'<>&\\\r\n")
