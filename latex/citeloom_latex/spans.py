"""Ranges of a text."""

from typing import NamedTuple, Protocol


class Characters(Protocol):
    """A text: a string, or an object that is used like one."""

    def __len__(self) -> int:
        """Return its number of code points."""
        ...

    def __getitem__(self, at: int | slice, /) -> str:
        """Return one code point, or those of a range."""
        ...


class Span(NamedTuple):
    """A half-open range of a text, in code points: ``text[start:end]``.

    Its length is that of the range, so that an empty one is false. (A named tuple, because a scan
    makes thousands; never unpack one into fields with ``_make`` or ``_replace``, which count.)
    """

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def moved(self, by: int) -> "Span":
        """Return the range ``by`` code points further on."""
        return Span(self.start + by, self.end + by)

    def of(self, text: Characters) -> str:
        """Return the part of ``text`` that the span covers."""
        return text[self.start : self.end]

    def contains(self, other: "Span") -> bool:
        """Tell whether ``other`` lies inside this span."""
        return self.start <= other.start and other.end <= self.end

    def holds(self, offset: int) -> bool:
        """Tell whether ``offset`` lies inside this span; its end lies outside."""
        return self.start <= offset < self.end
