"""A text with its lines; an editor replaces ranges of it."""

from functools import cached_property
from weakref import ref

from citeloom_latex.edit import Edit, difference
from citeloom_latex.lines import LineIndex
from citeloom_latex.rope import Rope
from citeloom_latex.spans import Characters, Span


class LinedText:
    """A text that knows where its lines begin, and from which text it was edited.

    It does not change; an edit gives another one, which shares what the edit left alone.
    """

    def __init__(self, text: str) -> None:
        self._set(Rope(text), None)

    def _set(self, rope: Rope, made_by: "tuple[ref[LinedText], Edit] | None") -> None:
        self._rope = rope
        self._made_by = made_by

    @property
    def text(self) -> str:
        """The whole text; after an edit it is joined on first use, which takes long for some."""
        return self._rope.text

    @property
    def characters(self) -> Characters:
        """The text for those that ask for ranges of it; a string where it is one already."""
        return self._rope.text if self._rope.is_joined else self._rope

    @cached_property
    def lines(self) -> LineIndex:
        """Where the text's lines begin."""
        return LineIndex(self.characters)

    def replaced(self, span: Span, new: str) -> "LinedText":
        """Return the text with ``new`` in place of what stands at ``span``."""
        changed = LinedText.__new__(LinedText)
        changed._set(self._rope.replaced(span, new), (ref(self), Edit(span, new)))
        changed.lines = self.lines.replaced(span, new, changed._rope)
        return changed

    def edit_of(self, before: "LinedText") -> Edit:
        """Return an edit that turns ``before`` into this text."""
        if self._made_by is not None and self._made_by[0]() is before:
            return self._made_by[1]
        return difference(before.text, self.text)
