"""A part of a LaTeX text as readers see it, with offsets into the source."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from citeloom_latex.prose.environments import left_out
from citeloom_latex.prose.macros import ShownMacros
from citeloom_latex.prose.page import ProsePage
from citeloom_latex.prose.reader import ProseReader
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation, Input, TexFacts

_CITES_NOTHING = frozenset({"nocite", "defcitealias"})


@dataclass(frozen=True, slots=True)
class Prose:
    """Plain text of a part of a LaTeX source; paragraphs stand apart by a blank line.

    ``offsets`` has one offset into the source for each character of ``text``, never falling,
    and one for its end.
    """

    text: str
    offsets: Sequence[int] = field(repr=False)

    def source(self, offset: int) -> int:
        """Return the offset in the source of a character of the text, or of its end."""
        return self.offsets[min(max(offset, 0), len(self.text))]

    def at_source(self, offset: int) -> int:
        """Return the offset in the text of the first character from ``offset`` in the source on."""
        return min(bisect_left(self.offsets, offset), len(self.text))


@dataclass(frozen=True, slots=True)
class _Stop:
    """A part of the source that is not read as text; a citation leaves a mark."""

    span: Span
    citation: Citation | None = None


def prose(text: str, span: Span, facts: TexFacts, *, citations: bool = True) -> Prose:
    """Return the running text in a part of a LaTeX source; ``facts`` are those of the whole text.

    Comments, headings, floats, display maths, labels and footnotes are left out, inline maths and
    formatted text stand as plain characters, simple macros of the text's own as what they show. A
    citation becomes ``[@key1; @key2]`` and a
    reference ``[ref]``; with ``citations=False`` citations are left out. Never raises; the time
    is linear in the length of the part.
    """
    at = min(max(span.start, 0), len(text))
    end = max(at, min(span.end, len(text)))
    page = ProsePage()
    reader = ProseReader(text, end, page, ShownMacros(text, facts.macros))
    _read(reader, at, _stops(text, Span(at, end), facts), citations=citations)
    return Prose(*page.finished(end))


def shown_inputs(text: str, facts: TexFacts) -> Iterator[Input]:
    """Yield the inputs that stand in running text: in no float, footnote or list of keywords."""
    inputs = {command.span: command for command in facts.inputs}
    reader = ProseReader(text, len(text), ProsePage(), ShownMacros(text, facts.macros))
    stops = (*_stops(text, Span(0, len(text)), facts), *map(_Stop, inputs))
    for stop in _read(reader, 0, stops, citations=False):
        if stop.span in inputs:
            yield inputs[stop.span]


def _read(reader: ProseReader, at: int, stops: Iterable[_Stop], *, citations: bool) -> list[_Stop]:
    """Read all from ``at`` on; return the stops that stand in running text."""
    reached: list[_Stop] = []
    for stop in sorted(stops, key=lambda stop: stop.span):
        at = reader.read(at, stop.span.start)
        if stop.span.start < at:
            continue
        reached.append(stop)
        if stop.citation is None:
            at = reader.pass_over(stop.span)
        else:
            reader.put(_placeholder(stop.citation) if citations else "", at)
            at = stop.span.end
    reader.finish(at)
    return reached


def _stops(text: str, part: Span, facts: TexFacts) -> Iterator[_Stop]:
    first = bisect_right(facts.skipped, part.start, key=lambda span: span.end)
    last = bisect_left(facts.skipped, part.end, key=lambda span: span.start)
    skipped = facts.skipped[first:last]
    for span in (*skipped, *left_out(text, part, skipped)):
        yield _Stop(Span(max(span.start, part.start), min(span.end, part.end)))
    first = bisect_left(facts.citations, part.start, key=lambda citation: citation.span.start)
    last = bisect_left(facts.citations, part.end, key=lambda citation: citation.span.start)
    for citation in facts.citations[first:last]:
        yield _Stop(citation.span, citation)


def _placeholder(citation: Citation) -> str:
    if not citation.keys or citation.command in _CITES_NOTHING:
        return ""
    return f"[{'; '.join(f'@{key.key}' for key in citation.keys)}]"
