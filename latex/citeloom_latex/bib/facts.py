"""What a BibTeX text holds. Every range is exact, in code points."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: ``type`` in lower case, ``key`` as written, ``span`` from ``@`` to its end.

    ``whole`` is false where the entry is broken (no closing delimiter, an unclosed value); what
    could be read of it is there all the same.
    """

    type: str
    key: str
    key_span: Span
    span: Span
    fields: tuple[Field, ...]
    whole: bool = True

    def field(self, name: str) -> Field | None:
        """Return the first field of that name (in lower case)."""
        return next((field for field in self.fields if field.name == name), None)


@dataclass(frozen=True, slots=True)
class StringDefinition:
    """A ``@string``: ``name`` in lower case, the value's range as in a field."""

    name: str
    name_span: Span
    value_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class BibProblem:
    """Something malformed: where it is and what is wrong, in words for the author."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class BibFacts:
    """All that is read of one BibTeX text, in the order in which it stands there.

    Duplicate keys are all kept. ``problems`` holds at most one per entry.
    """

    entries: tuple[Entry, ...] = ()
    strings: tuple[StringDefinition, ...] = ()
    problems: tuple[BibProblem, ...] = ()
