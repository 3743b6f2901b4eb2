"""What sentences of a kept full text say of a claim, and which of them is shown."""

import pytest

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import full_text_sentences, source_text
from citeloom.grounding.support.verdict import DoubtKind, SupportVerdict
from citeloom.papers.fulltext.text import Form, FullText, PageStart, TextParagraph, TextSection
from citeloom.papers.paper import Author, Paper

PARSER = Paper(
    "p:parser",
    title="Neural parsing of chess notation",
    authors=(Author("Okafor", "Ada"),),
    abstract="We present a network that parses handwritten chess notation into legal moves.",
)
BIRDS = Paper(
    "p:birds",
    title="Hearing birds at night",
    abstract="A detector of flight calls finds thrushes and warblers in long recordings.",
)


def test_a_full_texts_own_sentence_is_evidence_with_its_section_and_page() -> None:
    text = "Each of them was read twice. All sheets are from the Tromsø olympiad of juniors."
    pages = (PageStart(0, 3), PageStart(text.index("All"), 4))
    section = TextSection("Data", 1, (TextParagraph(text, (), pages),))
    source = source_text(PARSER, full_text_sentences(FullText(Form.PDF, sections=(section,))))
    checker = SupportChecker([source, source_text(BIRDS)])
    checked = checker.check(Claim("Sheets of the Tromsø olympiad of juniors.", (PARSER.id,)))

    best = checked.papers[0].sentences[0].sentence
    assert (best.source, best.section, best.page) == ("full text", "Data", 4)
    assert checked.verdict is SupportVerdict.SUPPORTED


def _with_full_text(*texts: str) -> SupportChecker:
    section = TextSection("Data", 1, tuple(TextParagraph(it) for it in texts))
    source = source_text(PARSER, full_text_sentences(FullText(Form.PDF, sections=(section,))))
    return SupportChecker([source, source_text(BIRDS)])


def test_the_reason_has_the_words_of_the_full_texts_sentences() -> None:
    text = "All sheets stem from the Tromsø olympiad of juniors."
    claim = Claim("The sheets stem from the Tromsø olympiad of adults.", (PARSER.id,))
    support = _with_full_text(text).check(claim).papers[0]

    has, lacks = support.reason.split(", but not ")
    assert "“Tromsø”" in has
    assert "“olympiad”" in has
    assert lacks == "“adults”"


@pytest.mark.parametrize("number", ["25", "52"], ids=["right", "wrong"])
def test_the_full_texts_sentence_with_the_number_is_shown_first(number: str) -> None:
    checker = _with_full_text(
        "Juniors at the Tromsø olympiad are a cohort.",
        "The corpus has 25 juniors of the Tromsø olympiad.",
    )
    claim = f"Of the cohort at the Tromsø olympiad {number} juniors wrote handwritten scores."
    found = checker.check(Claim(claim, (PARSER.id,)))

    assert found.papers[0].sentences[0].sentence.text.startswith("The corpus has 25")
    said = [it.reason for it in found.doubts if it.kind is DoubtKind.NUMBER]
    assert said == (["the source has 25 where this says 52"] if number == "52" else [])


def test_a_number_that_stands_elsewhere_by_chance_does_not_hide_the_other_one() -> None:
    checker = _with_full_text(
        "One player of 14 hummed.", "We made 12 mockups of handwritten sheets for both groups."
    )
    claim = Claim("They made 14 mockups of handwritten sheets for both groups.", (PARSER.id,))
    (doubt,) = (it for it in checker.check(claim).doubts if it.kind is not DoubtKind.VERBATIM)

    assert doubt.kind is DoubtKind.NUMBER
    assert doubt.reason == "the source has 12 where this says 14"
    assert doubt.instead == ("12",)


DENIED = "They do not sort handwritten sheets by the juniors who wrote them."
SAID = "We sort all handwritten sheets by the juniors who wrote them."


@pytest.mark.parametrize(
    ("texts", "is_told"),
    [
        ((SAID,), True),
        ((SAID, "The camera does not read torn sheets."), True),
        ((SAID, "Players do not meet juniors.", "Nobody wrote without sheets."), True),
        (("We do not sort handwritten sheets by the juniors who wrote them.",), False),
        ((SAID, "We do not sort sheets by juniors who wrote them, handwritten or not."), False),
        (("Juniors came by bus.", "All sheets are white.", "Players wrote by hand."), False),
    ],
    ids=["said", "stray word denied", "stray words", "denied", "both", "scattered words"],
)
def test_only_a_sentence_on_the_same_thing_clears_a_negation(
    texts: tuple[str, ...], is_told: bool
) -> None:
    checked = _with_full_text(*texts).check(Claim(DENIED, (PARSER.id,)))
    told = [it.reason for it in checked.doubts if it.kind is DoubtKind.NEGATION]

    assert told == ([f"the source says it without “not”: “{SAID}”"] if is_told else [])
