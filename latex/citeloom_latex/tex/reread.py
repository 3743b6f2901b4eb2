"""A text to chunks, those of what it was before an edit used again."""

from bisect import bisect_left
from collections.abc import Iterator

from citeloom_latex.spans import Span
from citeloom_latex.tex.assemble import Placed
from citeloom_latex.tex.chunk import FAR, Chunk, State, after_blank_line, blank_line_after
from citeloom_latex.tex.reader import Reader
from citeloom_latex.tex.skipped import Conditionals

_SIZE = 4096
_SHORTEST = _SIZE // 4
_LONGEST = _SIZE * 2


def reread(text: str, old: Placed, edited: Span, shift: int) -> Placed:
    """Read a text in chunks, and return each with how far it has moved since it was read.

    ``old`` are the chunks before ``edited`` was replaced by something ``shift`` code points
    longer; none for a text that was not read before. A chunk that did not look at the edit is
    used again where the reader comes to its beginning in the same state.
    """
    usable = dict(_untouched(old, edited, shift))
    behind = [start for start in usable if start >= edited.end + shift]
    conditionals = Conditionals(text)

    def boundary(at: int) -> int:
        """Return where a chunk is to end: where an old one begins, if that is near."""
        next_old = bisect_left(behind, at + _SHORTEST)
        for start in behind[next_old : next_old + 1]:
            if start <= at + _LONGEST and after_blank_line(text, start):
                return start
        return blank_line_after(text, at + _SIZE)

    chunks: list[tuple[Chunk, int]] = []
    at, state = 0, State()
    while True:
        chunk = usable.get(at)
        if chunk is None or chunk.entry != state:
            chunk = Reader(text, at, state, boundary, conditionals).read()
        chunks.append((chunk, at - chunk.start))
        at += chunk.end - chunk.start
        state = chunk.exit
        if at >= len(text) or state.over:
            return chunks


def _untouched(old: Placed, edited: Span, shift: int) -> Iterator[tuple[int, Chunk]]:
    """Yield the chunks that did not look at the edit, and where they begin after it."""
    for chunk, by in old:
        if chunk.start + by >= edited.end:
            yield chunk.start + by + shift, chunk
        elif chunk.reach < FAR and chunk.reach + by < edited.start:
            yield chunk.start + by, chunk
