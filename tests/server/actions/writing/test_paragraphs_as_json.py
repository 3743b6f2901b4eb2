"""Written paragraphs as JSON: words and citations in order, sources with their keys."""

import pytest

from citeloom.actions.writing.paragraphs_json import paragraphs_json
from citeloom.grounding.evidence import DRAFT, Evidence
from citeloom.methods.result import (
    CitationForm,
    CitationMark,
    Paragraph,
    Part,
    Sentence,
    SentenceKind,
)
from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.render import render

TEXTUAL = CitationMark(("doi:1",), CitationForm.TEXTUAL, "Lee et al.")
BESIDE = CitationMark(("doi:2",))


def test_a_source_in_the_draft_has_no_key() -> None:
    mark = CitationMark(("doi:1",), CitationForm.TEXTUAL, "Lee and Wu")
    evidence = (
        Evidence("doi:1", "abstract", "We grow trees.", 3, 17, 0.123456),
        Evidence(DRAFT, "title", "A Garden", 0, 8, 0.5),
        Evidence("doi:1", "citing", "They grow trees.", 70, 86, 0.5, by="doi:2"),
    )
    sentence = Sentence((mark, " grow trees."), SentenceKind.STATEMENT, evidence)
    keys = {"doi:1": "lee", "doi:2": "roe"}
    rendered = render([Paragraph("trees", (sentence,))], keys, CitationStyle("citet", "citep"))
    (paragraph,) = paragraphs_json(rendered)
    (made,) = paragraph["sentences"]
    assert paragraph["topic"] == "trees"
    assert made["parts"] == [
        {"cites": ["lee"], "form": "textual", "names": "Lee and Wu", "note": ""},
        " grow trees.",
    ]
    assert made["text"] == "Lee and Wu grow trees." and made["cites"] == ["lee"]
    evidence_made = made["evidence"]
    assert [(one["key"], one["source"], one["score"], one["by"]) for one in evidence_made] == [
        ("lee", "abstract", 0.1235, ""),
        ("", "title", 0.5, ""),
        ("lee", "citing", 0.5, "roe"),
    ]


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (("Trees follow ", TEXTUAL, "."), "Trees follow Lee et al."),
        (("Trees follow ", TEXTUAL, BESIDE, "."), "Trees follow Lee et al."),
        (("Trees follow ", TEXTUAL, ", who grow."), "Trees follow Lee et al., who grow."),
        (("It is 5 p.m.", " .5 remain."), "It is 5 p.m. .5 remain."),
        ((TEXTUAL, " grow. ", "."), "Lee et al. grow. ."),
    ],
)
def test_behind_names_a_full_stop_stands_once(parts: tuple[Part, ...], text: str) -> None:
    assert Sentence(parts, SentenceKind.STATEMENT, ()).text == text
