"""A long text in parts, which an edit does not copy."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from citeloom_latex.spans import Span

_LONGEST = 16_384
_AROUND = _LONGEST // 4
"""How much is copied on each side of an edit, of a part longer than ``_LONGEST``."""


class _Part(NamedTuple):
    """A range of a string, which is shared and not copied."""

    source: str
    start: int
    end: int


class Rope:
    """A text that shares nearly all of its parts with the text that it was edited from.

    It can be asked like a string for its length, for one code point and for a range.
    """

    def __init__(self, text: str) -> None:
        self._set([_Part(text, 0, len(text))])
        self.text = text

    def _set(self, parts: list[_Part]) -> None:
        self._parts = parts
        self._ends = list(accumulate(part.end - part.start for part in parts))

    @cached_property
    def text(self) -> str:
        """The whole text as a string; it is joined on first use."""
        return self._joined(0, len(self))

    @property
    def is_joined(self) -> bool:
        """Whether the whole text is already joined to one string."""
        return "text" in self.__dict__

    def __len__(self) -> int:
        return self._ends[-1]

    def __getitem__(self, at: int | slice) -> str:
        if isinstance(at, slice):
            start, end, step = at.indices(len(self))
            return self._joined(start, end)[::step]
        if at < 0:
            at += len(self)
        if not 0 <= at < len(self):
            raise IndexError(at)
        return self._joined(at, at + 1)

    def replaced(self, span: Span, new: str) -> "Rope":
        """Return the text with ``new`` in place of what stands at ``span``, which lies in it.

        Short parts next to the edit become one with it, so that typing does not leave ever more
        of them.
        """
        first = bisect_right(self._ends, span.start - 1)
        last = min(bisect_right(self._ends, span.end) + 1, len(self._parts))
        start, end = self._start(first), self._ends[last - 1]
        if span.start - start > _LONGEST:
            start = span.start - _AROUND
        if end - span.end > _LONGEST:
            end = span.end + _AROUND
        changed = "".join((self._joined(start, span.start), new, self._joined(span.end, end)))
        parts = [
            *self._parts[:first],
            *self._within(self._start(first), start),
            _Part(changed, 0, len(changed)),
            *self._within(end, self._ends[last - 1]),
            *self._parts[last:],
        ]
        rope = Rope.__new__(Rope)
        rope._set(parts)
        return rope

    def _start(self, number: int) -> int:
        return self._ends[number - 1] if number else 0

    def _joined(self, start: int, end: int) -> str:
        return "".join(part.source[part.start : part.end] for part in self._within(start, end))

    def _within(self, start: int, end: int) -> Iterator[_Part]:
        """Yield the parts from ``start`` to ``end``; the outer ones are cut off there."""
        number = bisect_right(self._ends, start)
        while start < end:
            part, before = self._parts[number], self._start(number)
            stop = min(end, self._ends[number])
            yield _Part(part.source, part.start + start - before, part.start + stop - before)
            start, number = stop, number + 1
