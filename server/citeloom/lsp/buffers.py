"""The documents that are open in the editor, as the editor has them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lsprotocol import types

from citeloom_latex.lines import LineIndex, Unit

_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Buffer:
    """An open document at one version."""

    uri: str
    path: Path
    version: int
    text: str

    @cached_property
    def lines(self) -> LineIndex:
        """Where the text's lines begin."""
        return LineIndex(self.text)

    @cached_property
    def data(self) -> bytes:
        """The text as bytes of a file, from which the same text is read again."""
        # The mark is taken off again on reading; without one, a text's own first U+FEFF would be.
        return self.text.encode("utf-8-sig")

    def changed(
        self,
        changes: Iterable[types.TextDocumentContentChangeEvent],
        version: int,
        unit: Unit,
    ) -> "Buffer":
        """Return the document after some changes, each made to what the one before it left."""
        text, lines = self.text, None
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                lines = lines or (self.lines if text is self.text else LineIndex(text))
                first, last = change.range.start, change.range.end
                start = lines.offset(first.line, first.character, unit)
                end = lines.offset(last.line, last.character, unit)
                start, end = min(start, end), max(start, end)
                text = text[:start] + whole_characters(change.text) + text[end:]
            else:
                text = whole_characters(change.text)
            lines = None
        return Buffer(self.uri, self.path, version, text)


def whole_characters(text: str) -> str:
    """Return a text with what can be no part of a file, half characters, replaced.

    The replacement is as long in the units that a client counts in.
    """
    return text if text.isascii() else _HALF.sub("\ufffd", text)
