"""The documents that are open in the editor, as the editor has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from pathlib import Path

from lsprotocol import types

from citeloom.visible import with_whole_signs
from citeloom_latex.edits_in_a_row import EditsInARow
from citeloom_latex.lined import LinedText
from citeloom_latex.lines import Unit
from citeloom_latex.spans import Span

_Edit = tuple[tuple[int, int], tuple[int, int], str]
"""The two ends of what is replaced, each a line and column, and what is put there."""


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
        changes: Sequence[types.TextDocumentContentChangeEvent],
        version: int,
        unit: Unit,
    ) -> "Buffer":
        """Return the document after some changes, each made to what the one before it left."""
        content, edits = self.content, list[_Edit]()
        for change in changes:
            text = with_whole_signs(change.text)
            if isinstance(change, types.TextDocumentContentChangePartial):
                first, last = change.range.start, change.range.end
                edits.append(((first.line, first.character), (last.line, last.character), text))
            else:
                content, edits = LinedText(text), []
        if len(edits) == 1:
            ((one, other, text),) = edits
            start, end = sorted(content.lines.offset(*place, unit) for place in (one, other))
            content = content.replaced(Span(start, end), text)
        elif edits:
            length = len(content.text) + sum(len(text) for _, _, text in edits)
            made = EditsInARow(content.text, unit, max(1_000, 4 * isqrt(length)))
            for edit in edits:
                made.replace(*edit)
            content = LinedText(made.text)
        return Buffer(self.uri, self.path, version, content)
