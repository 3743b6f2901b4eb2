"""An entry, whose fields are read when they are first asked for."""

from citeloom_latex.bib.body import Body, field_among_first, read_body
from citeloom_latex.bib.field import Field
from citeloom_latex.spans import Span


class Entry:
    """An entry: ``type`` in lower case, ``key`` as written, and where both stand.

    An entry cannot be changed. Its fields are read from its text at the first use, and are the
    same whoever reads them first. Entries are equal that read the same at the same place.
    (Properties, because a check of every attribute that is set takes long in a large .bib.)

    Parameters
    ----------
    type, key
        What it is and what it is called.
    key_start, start, end
        Offsets of the key, of the ``@`` and of its end, in the text that the entry is of.
    text, shift
        A text that holds the entry, and how many code points further on it stands in the text
        that the entry is of.
    body
        Its fields, where they had to be read to find its end.
    """

    __slots__ = ("_body", "_end", "_key", "_key_start", "_shift", "_start", "_text", "_type")

    def __init__(
        self,
        type: str,
        key: str,
        key_start: int,
        start: int,
        end: int,
        text: str,
        shift: int = 0,
        body: Body | None = None,
    ) -> None:
        self._type = type
        self._key = key
        self._key_start = key_start
        self._start = start
        self._end = end
        self._text = text
        self._shift = shift
        self._body = body

    @property
    def type(self) -> str:
        """The type of the entry, in lower case."""
        return self._type

    @property
    def key(self) -> str:
        """The citation key, as written."""
        return self._key

    @property
    def key_start(self) -> int:
        """Where the key stands."""
        return self._key_start

    @property
    def start(self) -> int:
        """Where the ``@`` stands."""
        return self._start

    @property
    def end(self) -> int:
        """Where the entry ends."""
        return self._end

    @property
    def span(self) -> Span:
        """The range of the entry, from its ``@`` to its end."""
        return Span(self._start, self._end)

    @property
    def key_span(self) -> Span:
        """The range of the key."""
        return Span(self._key_start, self._key_start + len(self._key))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields in their order, those given twice included."""
        return self._read().fields

    @property
    def whole(self) -> bool:
        """False where the entry is broken: no closing delimiter, an unclosed value.

        What could be read of it is there all the same.
        """
        return self._read().whole

    @property
    def complaint(self) -> str:
        """What is malformed, in words for the author; empty if nothing."""
        complaint = self._read().complaint
        if not complaint:
            return ""
        return (
            f"entry '{self.key}' {complaint}"
            if self.key
            else (f"an entry of type '{self.type}' {complaint}")
        )

    def field(self, name: str) -> Field | None:
        """Return the first field of that name (in lower case)."""
        return next((field for field in self.fields if field.name == name), None)

    def first_field(self, name: str) -> Field | None:
        """Return the same as ``field``, without reading the fields after it if possible."""
        if self._body is None:
            shift = self._shift
            found = field_among_first(
                self._text, self._key_start + len(self._key) - shift, self._end - shift, name
            )
            if found is not None:
                return found.shifted(shift) if shift else found
        return self.field(name)

    def _read(self) -> Body:
        # Two threads may both read here; they read the same, and either result will do.
        body = self._body
        if body is None:
            shift = self._shift
            after_key = self._key_start + len(self._key) - shift
            end = self._end - shift
            body = read_body(self._text, after_key, end, "}", f"the key '{self._key}'")
            if shift:
                body = body.shifted(shift)
            self._body = body
        return body

    def _head(self) -> tuple[object, ...]:
        return (self._start, self._end, self._type, self._key, self._key_start)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Entry):
            return NotImplemented
        return self._head() == other._head() and self._read() == other._read()

    def __hash__(self) -> int:
        return hash(self._head())

    def __repr__(self) -> str:
        return f"Entry({self.type!r}, {self.key!r}, {self.start}, {self.end}, {self.fields!r})"
