"""Files that a LaTeX text holds in itself: environments ``filecontents``."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from citeloom_latex.spans import Span

_BEGIN = re.compile(
    r"\\begin[ \t]*+\{filecontents\*?\}\s*+(?:\[[^\[\]\r\n]*+\]\s*+)?+\{([^{}\r\n]++)\}[^\r\n]*+"
)
_END = re.compile(r"\\end[ \t]*+\{filecontents\*?\}\Z")


class EmbeddedFile(NamedTuple):
    """A file in a text: its name as it is written, and the range of its contents."""

    name: str
    span: Span


def embedded_files(text: str, skipped: Iterable[Span]) -> Iterator[EmbeddedFile]:
    """Yield the files that a text holds; ``skipped`` is what LaTeX does not read as text in it."""
    for span in skipped:
        begin = _BEGIN.match(text, span.start, span.end)
        if begin:
            end = _END.search(text, max(begin.end(), span.end - 40), span.end)
            contents = Span(begin.end(), end.start() if end else span.end)
            yield EmbeddedFile(begin[1].strip().strip('"'), contents)
