"""The numbers that sections have in print, as far as the draft's own commands tell them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citeloom.draft.document import Document
from citeloom.draft.flow import Flow
from citeloom_latex.spans import Span
from citeloom_latex.tex.skipped import covers

_COUNTER = re.compile(
    r"\\(set|addto)counter\s*\{\s*((?:sub){0,2}section|chapter)\s*\}\s*\{\s*([+-]?\d{1,6})\s*\}"
)
_LEVELS = {"chapter": 0, "section": 1, "subsection": 2, "subsubsection": 3}


@dataclass(frozen=True, slots=True)
class _Counter:
    """A command, ``at`` code points into the document, that sets or ``adds`` to a counter."""

    at: int
    level: int
    number: int
    adds: bool


def printed_numbers(flow: Flow) -> tuple[str, ...]:
    """Return the number of each section (``3.2``, ``A.1``); starred ones and parts have none."""
    numbered = [section.section.level for section in flow.sections if section.section.level >= 0]
    top = min(numbered, default=0)
    counts: dict[int, int] = {}
    found: list[str] = []
    letters = False
    appendix = _start_of_appendix(flow)
    counters = [*_counters(flow)][::-1]
    for section in flow.sections:
        level = section.section.level
        if not letters and level == top and section.at >= appendix:
            letters, counts = True, {}
        while counters and counters[-1].at < section.at:
            counter = counters.pop()
            before = counts.get(counter.level, 0) if counter.adds else 0
            counts[counter.level] = before + counter.number
        if section.section.starred or level < top:
            found.append("")
            continue
        counts[level] = counts.get(level, 0) + 1
        counts = {own: count for own, count in counts.items() if own <= level}
        numbers = [counts.get(own, 0) for own in range(top, level + 1)]
        first = chr(ord("A") + (numbers[0] - 1) % 26) if letters else str(numbers[0])
        found.append(".".join([first, *map(str, numbers[1:])]))
    return tuple(found)


def _start_of_appendix(flow: Flow) -> int:
    """Return where the appendix begins, in any file; the end of a document without one."""
    for piece in flow.pieces:
        at = piece.document.facts.appendix
        if at is not None and piece.span.holds(at):
            return piece.at + at - piece.span.start
    return flow.length


def _counters(flow: Flow) -> Iterator[_Counter]:
    """Yield the commands that change counters of sections, those of the preamble first."""
    for piece in flow.pieces:
        if (body := piece.document.facts.document) is not None:
            yield from _counters_in(piece.document, Span(0, body.start), -1)
            break
    for piece in flow.pieces:
        yield from _counters_in(piece.document, piece.span, piece.at)


def _counters_in(document: Document, span: Span, at: int) -> Iterator[_Counter]:
    for match in _COUNTER.finditer(document.text, span.start, span.end):
        if not covers(document.facts.skipped, match.start()):
            place = at + match.start() - span.start if at >= 0 else at
            yield _Counter(place, _LEVELS[match[2]], int(match[3]), match[1] == "addto")
