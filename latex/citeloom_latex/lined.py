"""A text with its lines, which an editor changes range by range."""

from functools import cached_property
from weakref import ref

from citeloom_latex.edit import Edit, difference
from citeloom_latex.lines import LineIndex
from citeloom_latex.spans import Span


class LinedText:
    """A text that knows where its lines begin, and of which text an edit made it.

    It does not change; an edit gives another one.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._made_by: tuple[ref[LinedText], Edit] | None = None

    @cached_property
    def lines(self) -> LineIndex:
        """Where the text's lines begin."""
        return LineIndex(self.text)

    def replaced(self, span: Span, new: str) -> "LinedText":
        """Return the text with ``new`` in place of what stands at ``span``."""
        changed = LinedText("".join((self.text[: span.start], new, self.text[span.end :])))
        changed.lines = self.lines.replaced(span, new, changed.text)
        changed._made_by = (ref(self), Edit(span, new))
        return changed

    def edit_of(self, before: "LinedText") -> Edit:
        """Return an edit that makes this text of ``before``."""
        if self._made_by is not None and self._made_by[0]() is before:
            return self._made_by[1]
        return difference(before.text, self.text)
