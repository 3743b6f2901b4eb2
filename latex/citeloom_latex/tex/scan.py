"""A LaTeX text to what is known of it."""

from collections.abc import Collection, Iterable

from citeloom_latex.spans import Span
from citeloom_latex.tex import citations, front, macros, sections, skipped
from citeloom_latex.tex.facts import Citation, Macro, TexFacts, Wrapper
from citeloom_latex.tex.reader import Reader


def scan_tex(
    text: str, *, commands: Collection[str] = (), wrappers: Iterable[Wrapper] = ()
) -> TexFacts:
    """Read a LaTeX text. Half-typed text gives what is there; no text makes it raise.

    ``commands`` are names (without backslash) of cite commands beyond those that are known, and
    ``wrappers`` the macros that other texts of the project define. A definition in this text
    counts for all of it and before those.
    """
    known = {name: Wrapper(name, alias="cite") for name in commands if name.isalpha()}
    known |= {wrapper.name: wrapper for wrapper in wrappers if wrapper.name not in citations.PLAIN}
    reader = Reader(text)
    reader.read()
    own = macros.wrappers_of(text, reader.definitions, known)
    body_end = len(text) if reader.body_end is None else reader.body_end
    found = sections.sections_of(text, reader.headings, reader.stops, body_end)
    document = None
    if reader.body_start is not None:
        document = Span(reader.body_start, max(reader.body_start, body_end))
    return TexFacts(
        citations=_citations(reader, {**known, **own}),
        sections=found,
        inputs=tuple(reader.inputs),
        bibliographies=tuple(reader.bibliographies),
        bibitems=tuple(reader.bibitems),
        packages=tuple(reader.packages),
        languages=tuple(reader.languages),
        magic_comments=tuple(reader.magic),
        title=reader.title,
        abstract=reader.abstract or front.abstract_under_heading(text, found),
        document=document,
        wrappers=tuple(own.values()),
        macros=tuple(
            Macro(definition.name, definition.signature, body)
            for definition in reader.definitions
            for body in definition.bodies
        ),
        appendix=reader.appendix,
        skipped=tuple(reader.skipped),
    )


def _citations(reader: Reader, wrappers: dict[str, Wrapper]) -> tuple[Citation, ...]:
    """Return the citations in order: macros count where they are used, not where defined."""
    if not wrappers:
        return tuple(reader.citations)
    definitions = [definition.span for definition in reader.definitions]
    by_macro = (
        use
        for use in macros.uses(reader.text, wrappers)
        if not skipped.covers(definitions, use.span.start)
        and not skipped.covers(reader.skipped, use.span.start)
    )
    by_name = (cite for cite in reader.citations if cite.command not in wrappers)
    return tuple(sorted([*by_name, *by_macro], key=lambda citation: citation.span.start))
