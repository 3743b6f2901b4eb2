"""Small results for tests: sentences with citations, rendered and placed into a text."""

from collections.abc import Sequence

from citeloom.grounding.evidence import Evidence
from citeloom.methods.result import (
    CitationForm,
    CitationMark,
    Paragraph,
    Sentence,
    SentenceKind,
)
from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.placement import Placement, place
from citeloom.placing.record import Origin, Record
from citeloom.placing.render import RenderedText, render
from citeloom.placing.strip import mark_edits
from citeloom_latex.edit import with_edits
from citeloom_latex.tex.scan import scan_tex

NATBIB = CitationStyle("citet", "citep")
PLAIN = CitationStyle(None, "cite")
ORIGIN = Origin(method="extractive", seed=0, made_from="1f2e")
KEYS = {f"p{number}": f"key{number}" for number in range(30)}


def cited(*papers: str) -> CitationMark:
    return CitationMark(papers)


def named(paper: str, names: str) -> CitationMark:
    return CitationMark((paper,), CitationForm.TEXTUAL, names)


def sentence(*parts: str | CitationMark, evidence: tuple[Evidence, ...] = ()) -> Sentence:
    return Sentence(parts, SentenceKind.STATEMENT, evidence)


def result(paragraphs: Sequence[Sequence[str]]) -> RenderedText:
    """Render a result whose sentences are ``NAME`` with a citation: ``A`` is ``A does it [p].``"""
    return render(
        [
            Paragraph(
                "topic",
                tuple(
                    sentence(
                        f"{name} does it ",
                        cited("p1"),
                        ".",
                        evidence=(Evidence("p1", "abstract", f"{name} did it.", 0, 9, 0.75),),
                    )
                    for name in paragraph
                ),
            )
            for paragraph in paragraphs
        ],
        KEYS,
        NATBIB,
    )


def latex_of(name: str) -> str:
    return rf"{name} does it~\citep{{key1}}."


def put(text: str, rendered: RenderedText, record: Record | None = None) -> Placement:
    """Place a result into the first section of a text."""
    facts = scan_tex(text)
    return place(text, facts.sections[0], facts, rendered, record, ORIGIN)


def after(text: str, placement: Placement) -> str:
    return text if placement.edit is None else placement.edit.applied_to(text)


def strip_marks(text: str) -> str:
    """Return ``text`` without the lines of our marks."""
    return with_edits(text, mark_edits(text))
