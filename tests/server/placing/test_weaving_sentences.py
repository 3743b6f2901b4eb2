"""New sentences in a paragraph: where they stand, and that nothing else changes."""

import re

from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom.methods.result import SentenceKind
from citeloom.placing.folding import fold
from citeloom.placing.marks import find_marks
from citeloom.placing.placement import section_block
from citeloom.placing.record import Origin, Record, RecordedSentence
from citeloom.placing.standing_paragraphs import StandingParagraph, standing_paragraphs
from citeloom.placing.weaving import NewSentence, WovenText, woven_text
from citeloom_latex.tex.scan import scan_tex
from placing_samples import strip_marks

ORIGIN = Origin("chatcite", 0, "")
HEAD = "\\section{Related Work}\n"


def new(after: int, latex: str = "New~\\cite{n}.") -> NewSentence:
    sentence = RecordedSentence(latex, SentenceKind.STATEMENT, ("n",), ())
    return NewSentence(after, sentence)


def paragraphs(text: str, *records: Record) -> tuple[StandingParagraph, ...]:
    facts = scan_tex(text)
    known = {one.id: one for one in records}
    return standing_paragraphs(text, facts.sections[0].body, facts, known)


def weave(text: str, *sentences: NewSentence, records: tuple[Record, ...] = ()) -> WovenText:
    known = {one.id: one for one in records}
    return woven_text(text, paragraphs(text, *records)[0], sentences, known, ORIGIN)


def test_a_sentence_that_stands_elsewhere_gets_marks_with_another_id() -> None:
    text = HEAD + "Mine~\\cite{a}."
    first = weave(text, new(1))
    (taken,) = (record.id for record in first.records)
    again = woven_text(text, paragraphs(text)[0], [new(1)], {}, ORIGIN, {taken})
    (record,) = again.records
    assert record.id != taken
    assert again.text == first.text.replace(taken, record.id)


def folded_marks(text: str) -> str:
    """Return a text with short marks."""
    text = re.sub(r"% citeloom:begin \w+ woven[^\n]*", "<", text)
    text = re.sub(r"% citeloom:begin \w+ --[^\n]*", "<<", text)
    return re.sub(r"% citeloom:end \w+", ">", text)


@tabled(least=11)
def test_it_stands_between_marks_of_its_own(body: str, place: int, expected: str) -> None:
    head = HEAD.replace("\n", "\r\n") if "\r" in body else HEAD
    woven = weave(head + body, new(place))
    text = woven.text.replace("\r\n", "\n")
    assert folded_marks(text) == (head + expected).replace("\r\n", "\n")
    assert ("\r\n" in woven.text) == ("\r" in body)
    assert "\n" not in woven.text.replace("\r\n", "") or "\r" not in body
    (block,) = find_marks(woven.text)
    assert block.woven
    assert [one.id for one in woven.records] == [block.id]
    assert woven.replaced == ()


def test_two_sentences_at_one_place_are_one_block() -> None:
    woven = weave(HEAD + "One.\nTwo.\n", new(1), new(1, latex="Newer."), new(2, latex="Last."))
    assert folded_marks(woven.text) == (
        HEAD + "One.\n<\nNew~\\cite{n}.\nNewer.\n>\nTwo.\n<\nLast.\n>\n"
    )
    assert len(woven.records) == 2


def test_beside_what_was_woven_in_before_it_joins_that() -> None:
    first = weave(HEAD + "One.\nTwo.\n", new(1))
    second = weave(first.text, new(2, latex="Newer."), records=first.records)
    assert folded_marks(second.text) == HEAD + "One.\n<\nNew~\\cite{n}.\nNewer.\n>\nTwo.\n"
    (record,) = second.records
    assert record.texts() == [["New~\\cite{n}.", "Newer."]]
    assert second.replaced == (first.records[0].id,)
    assert [one.id for one in find_marks(second.text)] == [record.id]


def test_without_its_record_a_block_keeps_all_that_stands_in_it() -> None:
    first = weave(HEAD + "One.\n", new(1))
    second = weave(first.text, new(2, latex="Newer."))
    assert folded_marks(second.text) == HEAD + "One.\n<\nNew~\\cite{n}.\nNewer.\n>\n"
    assert second.records[0].texts() == [["Newer."]]


def test_a_whole_related_work_does_not_go_into_a_woven_sentence() -> None:
    woven = weave(HEAD + "One.\n", new(1))
    facts = scan_tex(woven.text)
    assert section_block(woven.text, facts.sections[0], facts) is None


pieces = st.sampled_from(
    ["One~\\cite{a}.", " ", "\n", "  ", "% note.\n", " % x\n", "\\emph{Two. Three.}", "$x. y$",
     "{", "}", "\\[ z. \\]", "Fine.", "Smith et al.", "\\begin{q}", "\\end{q}", "\\footnote{A. B.}",
     "~\\cite[p.~3]{b}", "\n\n", "\\%", "\\label{l}", "e.g. this", "\\verb|x. y|", "\r\n", "$",
     "\\"]
)  # fmt: skip


@given(st.lists(pieces, max_size=14).map("".join), st.data())
def test_no_byte_of_the_author_is_lost(body: str, data: st.DataObject) -> None:
    text = HEAD + body
    found = paragraphs(text)
    if not found:
        return
    paragraph = data.draw(st.sampled_from(found))
    ends = [0, *(one.span.end for one in paragraph.sentences)]
    assert ends == sorted(ends)
    place = data.draw(st.integers(0, len(paragraph.sentences)))
    woven = woven_text(text, paragraph, [new(place)], {}, ORIGIN)
    (block,) = find_marks(woven.text)
    before, after = woven.text[: block.begin.start], woven.text[block.end.end :]
    assert text.startswith(before.rstrip("\r\n"))
    assert text.endswith(after)
    assert fold(before + after) == fold(text) or before.rstrip("\r\n") + after == text
    kept = strip_marks(woven.text).replace("New~\\cite{n}.", "", 1)
    assert re.sub(r"\s", "", kept) == re.sub(r"\s", "", text)
    assert list(scan_tex(woven.text).citations) != []
