"""A text to chunks, those of what it was before an edit used again."""

from bisect import bisect_left

from citeloom_latex.spans import Span
from citeloom_latex.tex.assemble import Placed
from citeloom_latex.tex.chunk import FAR, Chunk, State, after_blank_line, blank_line_after
from citeloom_latex.tex.reader import Reader
from citeloom_latex.tex.skipped import Conditionals

_SIZE = 8192
_SHORTEST = _SIZE // 4
_LONGEST = _SIZE * 2


def reread(text: str, old: Placed, edited: Span, shift: int) -> Placed:
    """Read a text in chunks, and return each with how far it has moved since it was read.

    ``old`` are the chunks before ``edited`` was replaced by something ``shift`` code points
    longer; none for a text that was not read before. A chunk that did not look at the edit is
    used again where the reader comes to its beginning in the same state.
    """
    first = next((n for n, (chunk, by) in enumerate(old) if _looks_at(chunk, by, edited)), len(old))
    behind = bisect_left(old, edited.end, lo=first, key=_start)
    between = {_start(one): one[0] for one in old[first:behind] if not _looks_at(*one, edited)}
    conditionals = Conditionals(text)

    def boundary(at: int) -> int:
        """Return where a chunk is to end: where an old one begins, if that is near."""
        next_old = bisect_left(old, at + _SHORTEST - shift, lo=behind, key=_start)
        for start in map(_start, old[next_old : next_old + 1]):
            if start + shift <= at + _LONGEST and after_blank_line(text, start + shift):
                return start + shift
        return blank_line_after(text, at + _SIZE)

    chunks = [*old[:first]]
    at, state = 0, State()
    if chunks:
        last, by = chunks[-1]
        at, state = last.end + by, last.exit
    while not (state.over or (chunks and at == len(text))):
        next_old = bisect_left(old, at - shift, lo=behind, key=_start)
        for chunk, by in old[next_old : next_old + 1]:
            if chunk.start + by + shift == at and chunk.entry == state:
                return [*chunks, *((chunk, by + shift) for chunk, by in old[next_old:])]
        read = between.get(at)
        if read is None or read.entry != state:
            read = Reader(text, at, state, boundary, conditionals).read()
        chunks.append((read, at - read.start))
        at += read.end - read.start
        state = read.exit
    return chunks


def _start(placed: tuple[Chunk, int]) -> int:
    return placed[0].start + placed[1]


def _looks_at(chunk: Chunk, by: int, edited: Span) -> bool:
    return chunk.reach == FAR or chunk.reach + by >= edited.start
