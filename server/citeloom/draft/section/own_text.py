"""Which references a section's own text is about, and which it only lists."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.draft.document import Document
from citeloom.draft.flow import Flow, FlowSection
from citeloom.placing.marks import find_marks
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span

_CITATION = re.compile(r"\[(@[^\[\]]*+)\]")
_MARK = re.compile(r"\[(?:@[^\[\]]*+|ref)\]")
_BREAK = re.compile(r"\n\s*\n")
_LABEL = re.compile(r"^[^:\[\]]{1,80}:(?=\s*(?:\[@|$))", re.MULTILINE)
# English, German, French, Spanish, Italian, Portuguese; letters of "e.g." and "z. B." link as well.
_LINKING_WORD = re.compile(
    r"also|and|cf|cite|etc|or|see|todo|auch|oder|siehe|sowie|und|vgl|aussi|et|ou|voir|también|vea"
    r"|ver|véase|anche|ed|vedi|também|veja|\w"
)
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class OwnText:
    """The citation keys of a section, each once.

    ``written`` are those that prose of the author's cites, ``listed`` those of paragraphs that
    hold nothing but citations, ``ours`` those between our marks. Floats, captions, footnotes and
    comments count as neither of the first two.
    """

    written: tuple[str, ...]
    listed: tuple[str, ...]
    ours: tuple[str, ...]
    has_prose: bool


def own_text(flow: Flow, section: FlowSection) -> OwnText:
    """Read a section's own text, a woven sentence included: it stands in the author's paragraph."""
    written: dict[str, None] = {}
    listed: dict[str, None] = {}
    ours: dict[str, None] = {}
    has_prose = False
    blocks: dict[Document, list[Span]] = {}
    for document, span in section_stretches(flow, section):
        if document not in blocks:
            blocks[document] = [it.span for it in find_marks(document.text) if not it.woven]
        for citation in document.facts.citations:
            at = citation.span.start
            if span.start <= at < span.end and any(
                it.start <= at < it.end for it in blocks[document]
            ):
                ours.update(dict.fromkeys(cited.key for cited in citation.keys))
        for part in _outside(blocks[document], span):
            shown = prose(document.text, part, document.facts).text
            for paragraph in _BREAK.split(shown):
                is_prose = _is_prose(paragraph)
                has_prose = has_prose or is_prose
                keys = written if is_prose else listed
                keys.update(dict.fromkeys(_keys(paragraph)))
    return OwnText(tuple(written), tuple(listed), tuple(ours), has_prose)


def section_stretches(flow: Flow, section: FlowSection) -> Iterator[tuple[Document, Span]]:
    """Yield the stretches of files below a section's heading, up to the bibliography."""
    body = section.section.body
    for document, span in flow.stretches_between(section.at, section.end):
        own = document is section.document
        part = Span(max(span.start, body.start), min(span.end, body.end)) if own else span
        if part.start < part.end:
            yield document, part
        if own and span.end >= body.end:
            return


def _outside(blocks: Sequence[Span], span: Span) -> Iterator[Span]:
    at = span.start
    for block in blocks:
        if block.start < span.end and at < block.end:
            if at < block.start:
                yield Span(at, block.start)
            at = block.end
    if at < span.end:
        yield Span(at, span.end)


def _is_prose(paragraph: str) -> bool:
    """Tell whether a paragraph says something: links and labels of citations do not."""
    words = _WORD.findall(_MARK.sub(" ", _LABEL.sub(" ", paragraph)).lower())
    return not all(map(_LINKING_WORD.fullmatch, words))


def _keys(paragraph: str) -> Iterator[str]:
    for citation in _CITATION.finditer(paragraph):
        yield from (key.strip().removeprefix("@") for key in citation[1].split(";"))
