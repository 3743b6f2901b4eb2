"""Text that grows piece by piece, with the place of each piece in the source."""

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

_CLOSING = frozenset(".,;:!?)]’”")


class Start(NamedTuple):
    """The state of a page when a piece of it began."""

    parts: int
    gap: str
    gap_at: int
    left_out: bool


class ProsePage:
    """Running text with an offset into the source for each of its characters."""

    __slots__ = ("_gap", "_gap_at", "_left_out", "_parts", "_places")

    def __init__(self) -> None:
        self._parts: list[str] = []
        # Where each part comes from; ``~at`` if all of it stands for what is there.
        self._places: list[int] = []
        self._gap = ""
        self._gap_at = 0
        self._left_out = False

    def add(self, text: str, at: int) -> None:
        """Add text that stands unchanged in the source from ``at`` on."""
        if text:
            if self._gap:
                self._fill_gap(text, at)
            self._left_out = False
            self._parts.append(text)
            self._places.append(at)

    def mark(self, text: str, at: int) -> None:
        """Add text that replaces the source from ``at`` on; empty if that is left out."""
        if text:
            self.add(text, at)
            self._places[-1] = ~at
        else:
            self._left_out = True

    def space(self, at: int) -> None:
        """End a word."""
        if not self._gap:
            self._gap, self._gap_at = " ", at

    def paragraph(self, at: int) -> None:
        """End a paragraph."""
        if self._gap != "\n\n":
            self._gap_at = self._gap_at if self._gap else at
            self._gap = "\n\n"

    def begin(self) -> Start:
        """Begin a piece that will be replaced as a whole."""
        start = Start(len(self._parts), self._gap, self._gap_at, self._left_out)
        self._gap, self._left_out = "", False
        return start

    def change(self, start: Start, change: Callable[[str], str], at: int) -> None:
        """Replace all text added since; the new text stands for the source from ``at`` on."""
        count, self._gap, self._gap_at, self._left_out = start
        piece = "".join(self._parts[count:])
        del self._parts[count:], self._places[count:]
        self.mark(change(piece.strip()), at)

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def finished(self, end: int) -> tuple[str, Sequence[int]]:
        """Return the text and the offsets of its characters and of its end."""
        offsets = array("q")
        for part, place in zip(self._parts, self._places, strict=True):
            if place < 0:
                offsets.extend([~place] * len(part))
            else:
                offsets.extend(range(place, place + len(part)))
        last = offsets[-1] + 1 if offsets else end
        offsets.append(min(last, end))
        return self.text, offsets

    def _fill_gap(self, text: str, at: int) -> None:
        closes = self._left_out and self._gap == " " and text[0] in _CLOSING
        if self._parts and not closes:
            self._parts.append(self._gap)
            self._places.append(~min(self._gap_at, at))
        self._gap = ""
