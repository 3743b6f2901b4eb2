"""Texts of others as Markdown or plain text, in which nothing of theirs counts as markup."""

import json
import re
from urllib.parse import quote

from lsprotocol import types

from citeloom.visible import visible_line

_SPECIAL = re.compile(
    r"""[\\`*_\[\]<>~|$&]          # emphasis, code, links, images, HTML, tables, maths, entities
    | (?<=[Hh][Tt][Tt][Pp]):|(?<=[Ss]):(?=//)|(?<=[Ff][Tt][Pp]):  # addresses that become links
    | (?<=[Ww]{3})\. | @
    | \A[-+#=]                   # headings, lists, rules
    """,
    re.VERBOSE,
)
_NUMBERED = re.compile(r"\A(\d+)([.)])")


def escape(text: str) -> str:
    """Return a text, on one line, that reads in Markdown as it stands."""
    return _NUMBERED.sub(r"\1\\\2", _SPECIAL.sub(r"\\\g<0>", _in_a_line(text)))


def _in_a_line(text: str) -> str:
    """Return a text on one line; an editor in a terminal hands on what a terminal would obey."""
    return visible_line(" ".join(text.split()))


class Page:
    """A page that is written once and reads well in either format."""

    def __init__(self, markdown: bool) -> None:
        self._markdown = markdown
        self._parts: list[str] = []

    def text(self, text: str, *, strong: bool = False, soft: bool = False) -> None:
        """Add a paragraph of somebody's text."""
        if text := _in_a_line(text):
            mark = "**" if strong else "*" if soft else ""
            self._parts.append(f"{mark}{escape(text)}{mark}" if self._markdown else text)

    def items(self, heading: str, items: list[tuple[str, str]]) -> None:
        """Add a list under a heading; each item has a name, which may be empty."""
        if not items:
            return
        lines = []
        for name, text in ((_in_a_line(n), _in_a_line(t)) for n, t in items):
            if self._markdown:
                label = f"*{escape(name)}*: " if name else ""
                lines.append(f"- {label}{escape(text)}")
            else:
                lines.append(f"- {name}: {text}" if name else f"- {text}")
        title = f"**{escape(heading)}**\n" if self._markdown else heading
        self._parts.append("\n".join([title, *lines]))

    def links(self, links: list[tuple[str, str]]) -> None:
        """Add links, each a name and a URL without signs that mean something in Markdown."""
        if links:
            page = "[{}]({})" if self._markdown else "{}: {}"
            made = [
                page.format(escape(n) if self._markdown else _in_a_line(n), url) for n, url in links
            ]
            self._parts.append((" · " if self._markdown else "\n").join(made))

    def command(self, note: str, command: types.Command) -> None:
        """Add a note that ends in a link that runs a command, for clients that let it."""
        given = quote(json.dumps(command.arguments), safe="")
        link = f"[{escape(command.title)}](command:{command.command}?{given})"
        self._parts.append(f"*{escape(note)};* {link}" if self._markdown else note)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was added."""
        return not self._parts

    @property
    def content(self) -> types.MarkupContent:
        """The page for a client."""
        kind = types.MarkupKind.Markdown if self._markdown else types.MarkupKind.PlainText
        return types.MarkupContent(kind, "\n\n".join(self._parts))
