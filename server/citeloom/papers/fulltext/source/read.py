"""Full texts from the LaTeX source that arXiv has of a paper, its e-print."""

import re
from collections.abc import Iterator, Mapping

from citeloom.papers.abstracts import clean_abstract
from citeloom.papers.fulltext.source.references import references_in
from citeloom.papers.fulltext.source.unpack import UnpackLimits, unpack
from citeloom.papers.fulltext.source.whole import Whole, whole_text
from citeloom.papers.fulltext.text import (
    Form,
    FullText,
    TextMention,
    TextParagraph,
    TextSection,
    Unreadable,
)
from citeloom_latex.file_encoding import decode
from citeloom_latex.plain import plain
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span

_MARK = re.compile(r"\[(@[^\[\]]+)\]")
_TEXTUAL = re.compile(
    r"\\(?:[cC]ite(?:al)?t|[tT]extcites?|[cC]iteauthor|newcite|citeasnoun)(?![a-zA-Z])"
)
"""Cite commands that name the authors in the sentence."""

_REFERENCE_MARK = re.compile(r"(?<![\s~])[\s~]*+\[ref\]")


def read_source(data: bytes, limits: UnpackLimits = UnpackLimits()) -> FullText:  # noqa: B008
    """Read an e-print as arXiv gives it: a gzipped .tex file or archive.

    Raises
    ------
    Unreadable
        If it is broken, too large, a PDF, or holds no LaTeX document with text.
    """
    return read_files(unpack(data, limits))


def read_files(files: Mapping[str, bytes]) -> FullText:
    """Read the files of a LaTeX source, given by their paths.

    Raises
    ------
    Unreadable
        If no file begins a document, or the document holds no text.
    """
    whole = whole_text(files)
    sections = tuple(_sections(whole))
    if not any(section.paragraphs for section in sections):
        raise Unreadable(f"the document in {whole.main} has no text")
    facts, text = whole.facts, whole.text
    title = " ".join(_shown(whole, facts.title).split())
    return FullText(
        Form.LATEX,
        title,
        clean_abstract(_shown(whole, facts.abstract), title),
        sections,
        references_in(text, facts, _bbl(files, whole.main), _texts(files, ".bib")),
        tuple(f"\\input of '{path}': it is not in the source" for path in whole.missing),
    )


def _shown(whole: Whole, span: Span | None) -> str:
    return prose(whole.text, span, whole.facts, citations=False).text if span else ""


def _texts(files: Mapping[str, bytes], suffix: str) -> list[str]:
    return [decode(data).text for name, data in sorted(files.items()) if name.endswith(suffix)]


def _bbl(files: Mapping[str, bytes], main: str) -> list[str]:
    """Return the .bbl of the main file, or all where none has its name."""
    own = main.rpartition(".")[0] + ".bbl"
    return [decode(files[own]).text] if own in files else _texts(files, ".bbl")


def _sections(whole: Whole) -> Iterator[TextSection]:
    facts = whole.facts
    body = facts.document or Span(0, len(whole.text))
    headed = [section for section in facts.sections if body.holds(section.span.start)]
    highest = min((section.level for section in headed if section.level >= 0), default=1)
    first = headed[0].span.start if headed else body.end
    begin = max(body.start, facts.abstract.end) if facts.abstract else body.start
    if opening := _paragraphs(whole, Span(min(begin, first), first)):
        yield TextSection("", 1, opening)
    for number, section in enumerate(headed):
        next_start = headed[number + 1].span.start if number + 1 < len(headed) else body.end
        own = Span(section.body.start, max(section.body.start, min(section.body.end, next_start)))
        level = max(1, section.level - highest + 1)
        yield TextSection(" ".join(plain(section.title).split()), level, _paragraphs(whole, own))


def _paragraphs(whole: Whole, span: Span) -> tuple[TextParagraph, ...]:
    shown = prose(whole.text, span, whole.facts)
    textual = iter(
        [
            bool(_TEXTUAL.match(whole.text, shown.source(found.start())))
            for found in _MARK.finditer(shown.text)
        ]
    )
    pieces = (" ".join(piece.split()) for piece in shown.text.split("\n\n"))
    paragraphs = [_paragraph(piece, textual) for piece in pieces]
    return tuple(it for it in paragraphs if any(map(str.isalpha, it.text)))


def _paragraph(text: str, textual: Iterator[bool]) -> TextParagraph:
    text = _REFERENCE_MARK.sub("", text)
    return TextParagraph(
        text,
        tuple(
            TextMention(
                found.start(),
                found.end(),
                tuple(key.strip().removeprefix("@") for key in found[1].split(";")),
                next(textual, False),
            )
            for found in _MARK.finditer(text)
        ),
    )
