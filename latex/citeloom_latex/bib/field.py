"""A field of an entry."""

from typing import NamedTuple

from citeloom_latex.spans import Span


class Field(NamedTuple):
    """A field of an entry: ``name`` in lower case, and where its name and its value stand.

    The value's range includes its delimiters and every part of a ``#`` concatenation. A large
    .bib has a hundred thousand fields: hence a tuple, and spans that are made when asked for.
    """

    name: str
    name_start: int
    name_end: int
    value_start: int
    value_end: int

    @property
    def name_span(self) -> Span:
        """The range of the name, as written."""
        return Span(self.name_start, self.name_end)

    @property
    def value_span(self) -> Span:
        """The range of the whole value."""
        return Span(self.value_start, self.value_end)

    def shifted(self, by: int) -> "Field":
        """Return the field ``by`` code points further on."""
        return Field(self.name, *(offset + by for offset in self[1:]))
