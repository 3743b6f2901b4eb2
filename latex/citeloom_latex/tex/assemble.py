"""What the chunks of a text say together."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from citeloom_latex.spans import Span
from citeloom_latex.tex import front, macros, sections, skipped
from citeloom_latex.tex.chunk import Chunk
from citeloom_latex.tex.facts import Citation, Macro, Section, TexFacts, Wrapper
from citeloom_latex.tex.pieced import Later, Movable, Pieced

_T = TypeVar("_T")
_M = TypeVar("_M", bound=Movable)

Placed = Sequence[tuple[Chunk, int]]
"""The chunks of a text in order, and how far each has moved since it was read."""


def own_wrappers(text: str, chunks: Placed, known: Mapping[str, Wrapper]) -> dict[str, Wrapper]:
    """Return the citing macros that the text defines; ``known`` come from elsewhere."""
    return macros.wrappers_of(text, _gathered(chunks, lambda chunk: chunk.definitions), known)


def citations_of(
    text: str, chunk: Chunk, move: int, wrappers: Mapping[str, Wrapper]
) -> Sequence[Citation]:
    """Return the citations of a chunk, offset as its own: macros count where they are used."""
    if not wrappers:
        return chunk.citations
    definitions = [definition.span for definition in chunk.definitions]
    used = macros.uses(text, wrappers, chunk.start + move, chunk.end + move)
    by_macro = (
        use
        for use in (citation.moved(-move) if move else citation for citation in used)
        if not skipped.covers(definitions, use.span.start)
        and not skipped.covers(chunk.skipped, use.span.start)
    )
    by_name = (cite for cite in chunk.citations if cite.command not in wrappers)
    return sorted([*by_name, *by_macro], key=lambda citation: citation.span.start)


def facts_of(
    text: str,
    chunks: Placed,
    citations: Sequence[Sequence[Citation]],
    wrappers: Sequence[Wrapper],
) -> TexFacts:
    """Return the facts of a text; ``citations`` are those of each chunk.

    What would take a time that grows with the text is worked out when it is asked for.
    """
    last, moved = chunks[-1]
    unusual = [(chunk, by) for chunk, by in chunks if not chunk.usual]
    over = last.end + moved if last.exit.over else len(text)
    body_start = _first(unusual, lambda chunk: chunk.body_start)
    body_end = len(text) if last.body_end is None else last.body_end + moved
    found = Later(lambda: _sections(chunks, body_end))
    document = None
    if body_start is not None:
        document = Span(body_start, max(body_start, body_end))
    skips = [(chunk.skipped, by) for chunk, by in chunks if chunk.skipped]
    if over < len(text):
        skips.append(([Span(over, len(text))], 0))
    title = _first_span(unusual, lambda chunk: chunk.title)
    return TexFacts(
        citations=Pieced(
            [(cites, by) for cites, (_, by) in zip(citations, chunks, strict=True) if cites]
        ),
        sections=found,
        inputs=_pieced(unusual, lambda chunk: chunk.inputs),
        bibliographies=_pieced(unusual, lambda chunk: chunk.bibliographies),
        bibitems=_pieced(unusual, lambda chunk: chunk.bibitems),
        packages=_pieced(unusual, lambda chunk: chunk.packages),
        languages=tuple(chain.from_iterable(chunk.languages for chunk, _ in unusual)),
        magic_comments=_pieced(unusual, lambda chunk: chunk.magic),
        title=title or _first_span(unusual, lambda chunk: chunk.pdf_title),
        abstract=_abstract(text, unusual, chunks, body_end, found),
        document=document,
        wrappers=wrappers,
        macros=Later(lambda: _macros(chunks)),
        appendix=_first(unusual, lambda chunk: chunk.appendix),
        bibliography_style=next(
            (chunk.bibliography_style for chunk, _ in unusual if chunk.bibliography_style), ""
        ),
        skipped=Pieced(skips),
    )


def _sections(chunks: Placed, body_end: int) -> tuple[Section, ...]:
    headings = _gathered(chunks, lambda chunk: chunk.headings)
    stops = [stop + by for chunk, by in chunks for stop in chunk.stops]
    return sections.sections_of(headings, stops, body_end)


def _macros(chunks: Placed) -> tuple[Macro, ...]:
    definitions = _gathered(chunks, lambda chunk: chunk.definitions)
    return tuple(Macro(one.name, one.signature, body) for one in definitions for body in one.bodies)


def _abstract(
    text: str, unusual: Placed, chunks: Placed, body_end: int, found: Sequence[Section]
) -> Span | None:
    marks = _gathered(unusual, lambda chunk: chunk.abstracts)
    if marks:
        headings = [one.start + by for chunk, by in chunks for one in chunk.headings]
        if marked := front.marked_abstract(text, marks, headings, body_end):
            return marked
    return front.abstract_under_heading(text, found)


def _gathered(chunks: Placed, part: Callable[[Chunk], Sequence[_M]]) -> list[_M]:
    return [fact.moved(by) if by else fact for chunk, by in chunks for fact in part(chunk)]


def _pieced(chunks: Placed, part: Callable[[Chunk], Sequence[_M]]) -> Pieced[_M]:
    return Pieced([(found, by) for chunk, by in chunks if (found := part(chunk))])


def _first(chunks: Placed, part: Callable[[Chunk], int | None]) -> int | None:
    found = ((part(chunk), by) for chunk, by in chunks)
    return next((at + by for at, by in found if at is not None), None)


def _first_span(chunks: Placed, part: Callable[[Chunk], Span | None]) -> Span | None:
    found = ((part(chunk), by) for chunk, by in chunks)
    return next((span.moved(by) for span, by in found if span), None)
