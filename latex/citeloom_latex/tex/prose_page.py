"""Text that grows piece by piece, each piece knowing where in the source it came from."""

from array import array
from collections.abc import Sequence

_CLOSING = frozenset(".,;:!?)]’”")


class Page:
    """Running text with an offset into the source for each of its characters."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._offsets = array("q")
        self._gap = ""
        self._gap_at = 0
        self._left_out = False

    def add(self, text: str, at: int) -> None:
        """Add text that stands in the source as it is, from ``at`` on."""
        if not text:
            return
        self._open(text, at)
        self._parts.append(text)
        self._offsets.extend(range(at, at + len(text)))

    def mark(self, text: str, at: int) -> None:
        """Add text that stands for what begins at ``at``; none where that is left out."""
        if not text:
            self._left_out = True
            return
        self._open(text, at)
        self._parts.append(text)
        self._offsets.extend([at] * len(text))

    def space(self, at: int) -> None:
        """End a word."""
        if not self._gap:
            self._gap, self._gap_at = " ", at

    def paragraph(self, at: int) -> None:
        """End a paragraph."""
        if self._gap != "\n\n":
            self._gap_at = self._gap_at if self._gap else at
            self._gap = "\n\n"

    def finished(self, end: int) -> tuple[str, Sequence[int]]:
        """Return the text and the offsets of its characters and of its end."""
        last = self._offsets[-1] + 1 if self._offsets else end
        self._offsets.append(min(last, end))
        return "".join(self._parts), self._offsets

    def _open(self, text: str, at: int) -> None:
        closes = self._left_out and self._gap == " " and text[0] in _CLOSING
        if self._gap and self._parts and not closes:
            self._parts.append(self._gap)
            self._offsets.extend([min(self._gap_at, at)] * len(self._gap))
        self._gap = ""
        self._left_out = False
