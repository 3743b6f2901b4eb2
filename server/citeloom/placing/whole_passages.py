"""Joins passages of an author's that belong together: one opens a group that another closes."""

from collections.abc import Iterator, Sequence

from citeloom.placing.block import Item, ItemKind
from citeloom.placing.folding import fold
from citeloom_latex.prose.tokens import delimiters
from citeloom_latex.spans import Span
from citeloom_latex.tex.scan import scan_tex


class UnclosedError(Exception):
    """A passage opens a group that nothing closes, or closes one; ``span`` is where it stands."""

    def __init__(self, span: Span) -> None:
        super().__init__(f"unclosed from {span.start} on")
        self.span = span


def whole_passages(content: str, items: Sequence[Item]) -> list[Item]:
    """Return the items of a text, where each closes all that it opens.

    What stands between an item that opens a group and the one that closes it is joined with them
    to one passage of the author's, our sentences and breaks included.

    Raises
    ------
    UnclosedError
        If a group is never closed, or was never opened.
    """
    steps = _steps(content, items)
    whole: list[Item] = []
    opened: Item | None = None
    depth = 0
    for item, (lowest, step) in zip(items, steps, strict=True):
        if depth + lowest < 0:
            raise UnclosedError(item.span)
        depth += step
        if opened is None and depth == 0:
            whole.append(item)
            continue
        opened = opened or item
        if depth == 0:
            span = Span(opened.span.start, item.span.end)
            text = span.of(content)
            whole.append(Item(ItemKind.AUTHOR, fold(text), opened.lead, text, span))
            opened = None
    if opened is not None:
        raise UnclosedError(opened.span)
    return whole


def _steps(content: str, items: Sequence[Item]) -> Iterator[tuple[int, int]]:
    """Yield for each item how deep it goes below where it begins, and how deep it ends."""
    skipped = scan_tex(content).skipped
    found = [
        (delimiter.span.start, delimiter.step)
        for delimiter in delimiters(content, Span(0, len(content)), skipped)
    ]
    verbatim = (span for span in skipped if span and not content.startswith("%", span.start))
    found += [step for span in verbatim for step in ((span.start, 1), (span.end - 1, -1))]
    found.sort(key=lambda step: step[0])
    at = 0
    for item in items:
        depth = lowest = 0
        while at < len(found) and found[at][0] < item.span.end:
            depth += found[at][1]
            lowest = min(lowest, depth)
            at += 1
        yield lowest, depth
