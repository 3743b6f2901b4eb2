"""A text with its lines; an editor replaces ranges of it."""

from functools import cached_property
from weakref import ref

from citeloom_latex.edit import Edit, difference
from citeloom_latex.lines import LineIndex
from citeloom_latex.spans import Span


class LinedText:
    """A text that knows where its lines begin, and from which text it was edited.

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
        """Return an edit that turns ``before`` into this text."""
        if self._made_by is not None and self._made_by[0]() is before:
            return self._made_by[1]
        return difference(before.text, self.text)
