"""A mark behind its authors' names, or where a noun is needed, is textual; others are groups."""

from itertools import pairwise

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.modelled.citing import cite_papers
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.result import CitationMark, Paragraph, Sentence, SentenceKind
from citeloom.papers.paper import Author, Paper
from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.render import render

FAMILIES = families(__file__)
RIGHT = {name: own for name, own in FAMILIES.items() if name != "some_may_be_wrong"}
SENTENCES = [
    pytest.param(*(["en", *own] if len(own) == 2 else own), id=f"{name}: {own[-2]}")
    for name, family in RIGHT.items()
    for own in family
]
NATBIB = CitationStyle("citet", "citep")


def paper(number: int, *authors: tuple[str, str], title: str = "") -> Paper:
    return Paper(f"p{number}", title=title, authors=tuple(Author(*it) for it in authors), year=2020)


PAPERS = (
    paper(1, ("Smith", "John"), ("Lee", "Ann")),
    paper(2, ("Doe", "Jane")),
    paper(3, ("Roe", ""), ("Poe", ""), ("Moe", "")),
    paper(4, title="Parsing Quickly"),
    paper(5, ("van der Berg", "Jan")),
    paper(6, ("Müller", "Jörg"), ("O'Brien-Weiß", "Zoë")),
    paper(7, ("张", "伟"), ("李", "娜"), ("王", "")),
    paper(8, ("Smith", "John"), ("others", "")),
)
IDS = ShortIds(PAPERS)
KEYS = {one.id: one.id for one in PAPERS}


def latex(written: str, *further: str, language: str = "en", style: CitationStyle = NATBIB) -> str:
    parts = cite_papers(written, further, IDS, language).parts
    sentence = Sentence(parts, SentenceKind.STATEMENT, ())
    return render([Paragraph("", (sentence,))], KEYS, style).latex


@pytest.mark.parametrize(("language", "written", "placed"), SENTENCES)
def test_a_sentence_is_placed_as_a_person_would(language: str, written: str, placed: str) -> None:
    assert latex(written, language=language) == placed


def test_most_of_the_hard_ones_are_right_too() -> None:
    hard = FAMILIES["some_may_be_wrong"]
    wrong = [own for lang, own, placed in hard if latex(own, language=lang) != placed]
    assert len(hard) - len(wrong) >= 6, wrong


def test_only_names_that_are_taken_out_are_told() -> None:
    for name, family in RIGHT.items():
        for own in family:
            told = cite_papers(own[-2], (), IDS, "en").others
            is_of_others = name == "names_of_others_are_taken_out" or "Jones et al. [P3]" in own[-2]
            assert bool(told) == is_of_others, own
    assert cite_papers("Jones et al. (2019) [P1] do.", (), IDS, "en").others == (
        "Jones et al. (2019)",
    )


def test_without_a_textual_command_the_names_are_written_out() -> None:
    plain = CitationStyle(None, "cite")
    assert (
        latex("Lee [P1] parses [P2].", style=plain) == "Smith and Lee~\\cite{p1} parses~\\cite{p2}."
    )


def test_what_a_sentence_rests_on_joins_the_group_at_its_end() -> None:
    assert latex("It is fast [P1].", "P1", "P2", "P3") == r"It is fast~\citep{p1,p2,p3}."
    assert latex("Smith and Lee [P1] parse.", "P1", "P2") == r"\citet{p1} parse~\citep{p2}."
    assert latex("[P1] parse [P1].", "P1") == r"\citet{p1} parse."


def test_marks_alone_are_no_sentence() -> None:
    for written in ("[P1]", "[P1].", "[P1] [P2]", "(see [P1])"):
        assert cite_papers(written, ["P1"], IDS, "en").parts == ()


pieces = st.sampled_from(
    [
        *("[P1]", "[P2, P3]", " ", ". ", ", ", "and", "by", "(", ")", "Parsers", "are", "Doe"),
        *("propose", "et al.", "Smith", "(2020)", "'s", "；", "。", "(see [P4])"),
    ]
)


@given(st.lists(pieces, max_size=12).map("".join), st.sets(st.sampled_from(IDS.all)))
def test_every_paper_is_cited_whatever_stands_around_it(text: str, further: set[str]) -> None:
    parts = cite_papers(text, sorted(further), IDS, "en").parts
    marks = [part for part in parts if isinstance(part, CitationMark)]
    cited = {paper for mark in marks for paper in mark.papers}
    if parts:
        asked = {short for short in IDS.all if short in text or short in further}
        assert cited >= {IDS.paper(short).id for short in asked}
    for mark in marks:
        assert len(set(mark.papers)) == len(mark.papers)
    for pair in pairwise(parts):
        assert not all(isinstance(part, CitationMark) and not part.names for part in pair)
    if parts and isinstance(first := parts[0], CitationMark):
        assert first.names


@pytest.mark.parametrize("piece", ["[P1] ", "a [P1] ", "(see [P1]", "Doe and ", ", [P1]", "[P1]("])
def test_long_texts_take_no_longer_than_they_are_long(piece: str) -> None:
    cite_papers(f"{piece * 10_000}{{", (), IDS, "en")
