"""What a BibTeX text holds. Every range is exact, in code points."""

from dataclasses import dataclass

from citeloom_latex.spans import Span


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an entry: ``name`` in lower case; ``value_span`` covers the whole value.

    The value's range includes its delimiters and every part of a ``#`` concatenation.
    """

    name: str
    name_span: Span
    value_span: Span


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
