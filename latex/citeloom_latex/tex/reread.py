"""A text to chunks, those of what it was before an edit used again."""

from bisect import bisect_left

from citeloom_latex.rope import Rope
from citeloom_latex.spans import Span
from citeloom_latex.tex.assemble import Placed
from citeloom_latex.tex.chunk import (
    FAR,
    Chunk,
    ReadingState,
    after_blank_line,
    after_line_end,
    line_end_after,
)
from citeloom_latex.tex.reader import StretchReader
from citeloom_latex.tex.skipped import Conditionals

_SIZE = 8192
_SHORTEST = _SIZE // 4
_LONGEST = _SIZE * 2
_START = ReadingState()
_LINE_END = 2
"""How far before a chunk one must look to see that a line ends there."""


def reread(
    text: Rope, old: Placed, edited: Span, shift: int, start: ReadingState = _START
) -> Placed:
    """Read a text in chunks, and return each with how far it has moved since it was read.

    ``old`` are the chunks before ``edited`` was replaced by something ``shift`` code points
    longer; none for a text that was not read before. A chunk that did not look at the edit is
    used again where the reader comes to its beginning in the same state. ``start`` is the state
    before the first one.

    What is read anew is read in a window of the text around the edit. A larger one is taken where
    a chunk looked as far as its end: all that lies behind might then matter, too. The first one
    holds the chunk of the edit.
    """
    first = next((n for n, (chunk, by) in enumerate(old) if _looks_at(chunk, by, edited)), len(old))
    kept = old[:first]
    at, state = 0, start
    if kept:
        last, by = kept[-1]
        at, state = last.end + by, last.exit
    if state.over:
        return kept
    reading = _Reading(old, first, edited, shift)
    begin = max(0, at - _LINE_END)
    ahead = max(4 * _SIZE, reading.edited_until - edited.end + _LONGEST) if old else len(text)
    while True:
        end = min(edited.end + shift + ahead, len(text))
        read = reading.read(text[begin:end], begin, at, state, whole=end == len(text))
        if read is not None:
            return [*kept, *read]
        ahead *= 8


class _Reading:
    """One edit's reading; ``first`` is the number of the first chunk that looked at it."""

    def __init__(self, old: Placed, first: int, edited: Span, shift: int) -> None:
        self._old = old
        self._shift = shift
        self._behind = bisect_left(old, edited.end, lo=first, key=_start)
        self._between = {
            _start(chunk): chunk[0]
            for chunk in old[first : self._behind]
            if not _looks_at(*chunk, edited)
        }
        self.edited_until = 0
        """Where the last chunk that begins before the edit ended, before the edit."""
        if self._behind:
            last, by = old[self._behind - 1]
            self.edited_until = last.end + by

    def read(
        self, window: str, begin: int, at: int, state: ReadingState, *, whole: bool
    ) -> Placed | None:
        """Read from ``at`` on until old chunks go on, or to the end of the text.

        ``window`` is the text from ``begin`` on, ``whole`` if it is all of that; else ``None``
        where it is too short.
        """
        conditionals = Conditionals(window)
        chunks: list[tuple[Chunk, int]] = []

        def boundary(local: int) -> int:
            """Return where a chunk is to end: where an old one begins, if that is near."""
            start = self._next_start(begin + local + _SHORTEST) - begin
            if (
                start <= local + _LONGEST
                and start <= len(window)
                and (after_blank_line(window, start) or after_line_end(window, start))
            ):
                return start
            return line_end_after(window, local + _SIZE, _SIZE)

        while not (state.over or (chunks and at == begin + len(window))):
            if (again := self._again(at, state)) is not None:
                return [*chunks, *again]
            read = self._between.get(at)
            if read is None or read.entry != state:
                read = StretchReader(window, at - begin, state, boundary, conditionals).read()
                if read.reach >= len(window) and not whole:
                    return None
            chunks.append((read, at - read.start))
            at += read.end - read.start
            state = read.exit
        return chunks

    def _next_start(self, at: int) -> int:
        """Return where the next old chunk behind the edit begins, from ``at`` on."""
        number = bisect_left(self._old, at - self._shift, lo=self._behind, key=_start)
        return _start(self._old[number]) + self._shift if number < len(self._old) else FAR

    def _again(self, at: int, state: ReadingState) -> Placed | None:
        """Return the old chunks from ``at`` on, if one begins there in the same state."""
        number = bisect_left(self._old, at - self._shift, lo=self._behind, key=_start)
        for chunk, by in self._old[number : number + 1]:
            if chunk.start + by + self._shift == at and chunk.entry == state:
                return [(chunk, by + self._shift) for chunk, by in self._old[number:]]
        return None


def _start(placed: tuple[Chunk, int]) -> int:
    return placed[0].start + placed[1]


def _looks_at(chunk: Chunk, by: int, edited: Span) -> bool:
    return chunk.reach == FAR or chunk.reach + by >= edited.start
