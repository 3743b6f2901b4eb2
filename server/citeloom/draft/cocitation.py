"""The citations of a draft, paragraph by paragraph and sentence by sentence."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from citeloom.draft.document import Document
from citeloom.draft.flow import FlowPiece
from citeloom.draft.project import Project
from citeloom.grounding.sentences import sentences
from citeloom.placing.marks import find_marks
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation

Cited = tuple[str, ...]
"""The keys of one cite command."""


def cited_by_paragraph(project: Project) -> Iterator[list[list[Cited]]]:
    """Yield the keys of each cite command of the author's by paragraph and sentence, in order.

    A citation outside of the running text (in a heading, a caption, a footnote) is a paragraph of
    its own: what stands near it in the file need not be near it on the page. Neither what
    stands between our marks nor ``\\nocite`` counts.
    """
    marked: dict[Document, list[Span]] = {}
    for piece in project.flow.pieces:
        if piece.document not in marked:
            marked[piece.document] = [block.span for block in find_marks(piece.document.text)]
        yield from _paragraphs(piece, marked[piece.document])


def _paragraphs(piece: FlowPiece, marked: Sequence[Span]) -> Iterator[list[list[Cited]]]:
    facts = piece.document.facts
    citations = [
        citation
        for citation in facts.citations
        if piece.span.holds(citation.span.start) and citation.command != "nocite" and citation.keys
        if not any(span.holds(citation.span.start) for span in marked)
    ]
    if not citations:
        return
    shown = prose(piece.document.text, piece.span, facts)
    starts = [sentence.start for sentence in sentences(shown.text)]
    found: dict[int, list[Cited]] = {}
    for citation in citations:
        at = shown.at_source(citation.span.start)
        if shown.source(at) != citation.span.start or at == len(shown.text):
            yield [[_keys(citation)]]
        else:
            found.setdefault(bisect_right(starts, at) - 1, []).append(_keys(citation))
    paragraph: list[list[Cited]] = []
    last = 0
    for number, cited in found.items():
        start = starts[max(number, 0)]
        if paragraph and "\n\n" in shown.text[last:start]:
            yield paragraph
            paragraph = []
        paragraph.append(cited)
        last = start
    if paragraph:
        yield paragraph


def _keys(citation: Citation) -> Cited:
    return tuple(key.key for key in citation.keys)
