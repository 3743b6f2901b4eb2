"""The documents that are open in the editor, as the editor has them."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from citeloom.visible import with_whole_signs
from citeloom_latex.lined import LinedText
from citeloom_latex.lines import Unit
from citeloom_latex.spans import Span


@dataclass(frozen=True)
class Buffer:
    """An open document at one version."""

    uri: str
    path: Path
    version: int
    content: LinedText

    @property
    def text(self) -> str:
        return self.content.text

    def changed(
        self,
        changes: Iterable[types.TextDocumentContentChangeEvent],
        version: int,
        unit: Unit,
    ) -> "Buffer":
        """Return the document after some changes, each made to what the one before it left."""
        content = self.content
        for change in changes:
            text = with_whole_signs(change.text)
            if isinstance(change, types.TextDocumentContentChangePartial):
                first, last = change.range.start, change.range.end
                start = content.lines.offset(first.line, first.character, unit)
                end = content.lines.offset(last.line, last.character, unit)
                content = content.replaced(Span(min(start, end), max(start, end)), text)
            else:
                content = LinedText(text)
        return Buffer(self.uri, self.path, version, content)
