"""What the chunks of a text say together."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

from citeloom_latex.spans import Characters, Span
from citeloom_latex.tex import arguments, input_macros, macros, preamble, sections, skipped
from citeloom_latex.tex.chunk import Chunk
from citeloom_latex.tex.facts import Citation, Input, Macro, Section, TexFacts, Wrapper
from citeloom_latex.tex.pieced import Later, Movable, Pieced

_T = TypeVar("_T")
_M = TypeVar("_M", bound=Movable)

Placed = Sequence[tuple[Chunk, int]]
"""The chunks of a text in order, and how far each has moved since it was read."""


def own_wrappers(text: str, chunks: Placed, known: Mapping[str, Wrapper]) -> dict[str, Wrapper]:
    """Return the macros of the text that cite or read files; ``known`` come from elsewhere."""
    return macros.wrappers_of(text, _gathered(chunks, lambda chunk: chunk.definitions), known)


class Read(NamedTuple):
    """The citations and inputs of a chunk, those by macros included."""

    citations: Sequence[Citation]
    inputs: Sequence[Input]


def read_of(text: str, chunk: Chunk, move: int, wrappers: Mapping[str, Wrapper]) -> Read:
    """Return what a chunk cites and reads, offset as its own: macros count where they are used."""
    if not wrappers:
        return Read(chunk.citations, chunk.inputs)
    definitions = [definition.span for definition in chunk.definitions]
    cites = [cite for cite in chunk.citations if cite.command not in wrappers]
    inputs = [*chunk.inputs]
    printed: list[Span] = []
    for wrapper, name in macros.uses(text, wrappers, chunk.start + move, chunk.end + move):
        at = name.start - move
        if skipped.covers(definitions, at) or skipped.covers(chunk.skipped, at):
            continue
        if wrapper.verbatim:
            end = arguments.use_at(text, wrapper.signature, name.end, ()).end
            printed.append(Span(at, end - move))
        elif citation := macros.citation_at(text, name.start, wrapper, name.end):
            cites.append(citation.moved(-move))
        if wrapper.inputs and (found := input_macros.input_at(text, name.start, wrapper, name.end)):
            inputs.append(found.moved(-move))
    cites = [cite for cite in cites if not skipped.covers(printed, cite.span.start)]
    return Read(sorted(cites, key=_start), sorted(inputs, key=_start))


def _start(fact: Citation | Input) -> int:
    return fact.span.start


def facts_of(
    text: Characters,
    chunks: Placed,
    read: Sequence[Read],
    wrappers: Sequence[Wrapper],
) -> TexFacts:
    """Return the facts of a text; ``read`` is what each chunk cites and reads.

    What would take a time that grows with the text is worked out when it is asked for.
    """
    last, moved = chunks[-1]
    placed = [(*found, by) for found, (_, by) in zip(read, chunks, strict=True)]
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
        short_verbs=last.exit.short_verbs,
        citations=Pieced([(cites, by) for cites, _, by in placed if cites]),
        sections=found,
        inputs=Pieced([(inputs, by) for _, inputs, by in placed if inputs]),
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
    headings = [(chunk.headings, by) for chunk, by in chunks if chunk.headings]
    stops = [stop + by for chunk, by in chunks for stop in chunk.stops]
    return sections.sections_of(headings, stops, body_end)


def _macros(chunks: Placed) -> tuple[Macro, ...]:
    definitions = _gathered(chunks, lambda chunk: chunk.definitions)
    return tuple(
        Macro(macro.name, macro.signature, body) for macro in definitions for body in macro.bodies
    )


def _abstract(
    text: Characters, unusual: Placed, chunks: Placed, body_end: int, found: Sequence[Section]
) -> Span | None:
    marks = (mark.moved(by) for chunk, by in unusual for mark in chunk.abstracts)
    marked = preamble.marked_abstract(text, marks, lambda at: _heading_after(chunks, at), body_end)
    if marked is None and any(chunk.heads_abstract for chunk, _ in unusual):
        return preamble.abstract_under_heading(text, found)
    return marked


def _heading_after(chunks: Placed, at: int) -> int | None:
    number = bisect_right(chunks, at, key=lambda chunk: chunk[0].start + chunk[1])
    for chunk, by in chunks[max(0, number - 1) :]:
        behind = bisect_right(chunk.headings, at - by, key=lambda placed: placed.start)
        if behind < len(chunk.headings):
            return chunk.headings[behind].start + by
    return None


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
