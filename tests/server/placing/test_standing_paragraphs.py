"""The sentences of paragraphs that stand in a file, and whose they are."""

import pytest
from families import families

from citeloom.methods.result import SentenceKind
from citeloom.placing.folding import result_id
from citeloom.placing.marks import begin_mark, end_mark
from citeloom.placing.record import Origin, Record, RecordedParagraph, RecordedSentence
from citeloom.placing.standing_paragraphs import StandingParagraph, standing_paragraphs
from citeloom_latex.tex.scan import scan_tex

FAMILIES = families(__file__)


def read(body: str, *records: Record) -> tuple[str, tuple[StandingParagraph, ...]]:
    text = f"\\section{{Related Work}}\n{body}"
    facts = scan_tex(text)
    known = {one.id: one for one in records}
    section = facts.sections[0].body
    return text, standing_paragraphs(text, section, facts, known)


def shown(body: str) -> list[list[str]]:
    text, found = read(body)
    return [[one.span.of(text) for one in paragraph.sentences] for paragraph in found]


@pytest.mark.parametrize(
    ("body", "sentences"), FAMILIES["sentences_are_told_apart_outside_of_groups"]
)
def test_sentences_are_told_apart_outside_of_groups(body: str, sentences: list[list[str]]) -> None:
    assert shown(body) == sentences


def test_a_paragraph_with_groups_without_end_is_read() -> None:
    """Looking at all that stands before each group, or at all groups, would hang here."""
    ((first, *_, last),) = shown("The {A} dances. " * 30_000)
    assert (first, last) == ("The {A} dances.", "The {A} dances.")


def test_citations_are_found_with_their_keys_in_footnotes_too() -> None:
    _, (paragraph,) = read("As in~\\citep[see][]{a,b}.\\footnote{Or \\cite{c}.}")
    (sentence,) = paragraph.sentences
    assert sentence.keys == ("a", "b", "c")
    assert sentence.text == "As in [@a; @b]."


def test_what_we_wrote_is_ours_until_it_is_changed() -> None:
    ours = [
        RecordedSentence(f"We found {what}. It is e.g. new~\\cite{{a}}.", SentenceKind.LEAD, (), ())
        for what in ("one", "two")
    ]
    name = result_id(["\n".join(one.latex for one in ours)])
    record = Record(name, Origin("m", 0, ""), (RecordedParagraph("", tuple(ours)),))
    lines = ["Mine.", begin_mark(name), ours[0].latex, ours[1].latex.replace("new", "old"),
             end_mark(name)]  # fmt: skip
    text, (paragraph,) = read("\n".join(lines) + "\n", record)
    found = [(one.span.of(text), one.ours, one.block is not None) for one in paragraph.sentences]
    assert found == [
        ("Mine.", None, False),
        (ours[0].latex, ours[0], True),
        ("We found two.", None, True),
        ("It is e.g. old~\\cite{a}.", None, True),
    ]
