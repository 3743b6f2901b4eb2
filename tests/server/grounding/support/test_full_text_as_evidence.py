"""What sentences of a kept full text say of a claim, and which of them is shown."""

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import full_text_sentences, source_text
from citeloom.grounding.support.verdict import Finding
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
    assert checked.finding is Finding.SAME_WORDS


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


def test_what_the_full_text_has_is_neither_a_wrong_number_nor_nothing() -> None:
    checker = _with_full_text("The corpus has 25 juniors of the Tromsø olympiad.")
    assert not checker.check(Claim("At the Tromsø olympiad 25 juniors wrote.", (PARSER.id,))).doubts
    (doubt,) = checker.check(Claim("At Tromsø olympiad 52 juniors wrote.", (PARSER.id,))).doubts
    assert doubt.reason == "its text does not contain 52"
