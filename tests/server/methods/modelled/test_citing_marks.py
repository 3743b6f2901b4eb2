"""A mark behind its authors' names, or where a noun is needed, is textual; others are groups."""

from itertools import pairwise

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.modelled.answer_reader import AnswerTextReader
from citeloom.methods.modelled.citing import CitedSentence, cite_papers
from citeloom.methods.modelled.short_ids import ShortIds, ids_in
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


def cited(written: str, language: str = "en") -> list[CitedSentence]:
    """Return the sentences of a model's words, with their citations."""
    text = AnswerTextReader(IDS, IDS.all).text_of(written, cut_off=False)
    return [cite_papers(own, IDS, language) for part in text.paragraphs for own in part.sentences]


def latex(written: str, language: str = "en", style: CitationStyle = NATBIB) -> str:
    found = [Sentence(it.parts, SentenceKind.STATEMENT, ()) for it in cited(written, language)]
    return render([Paragraph("", tuple(found))], KEYS, style).latex.replace("\n", " ")


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
            told = [name for it in cited(own[-2]) for name in it.others]
            is_of_others = name == "names_of_others_are_taken_out" or "Jones et al. [P3]" in own[-2]
            assert bool(told) == is_of_others, own
    assert cited("Jones et al. (2019) [P1] do it.")[0].others == ("Jones et al. (2019)",)


def test_without_a_textual_command_the_names_are_written_out() -> None:
    plain = CitationStyle(None, "cite")
    assert (
        latex("Lee [P1] parses [P2].", style=plain) == "Smith and Lee~\\cite{p1} parses~\\cite{p2}."
    )


def test_a_paper_is_cited_once_beside_its_name() -> None:
    assert latex("[P1] parse it [P1].") == r"\citet{p1} parse it."


@pytest.mark.parametrize("written", ["[P1]", "[P1].", "[P1] [P2]", "(see [P1])"])
def test_marks_alone_are_no_sentence(written: str) -> None:
    assert latex(written) == ""


pieces = st.sampled_from(
    [
        *("[P1]", "[P2, P3]", " ", ". ", ", ", "and", "by", "(", ")", "Parsers", "are", "Doe"),
        *("propose", "et al.", "Smith", "(2020)", "'s", "；", "。", "(see [P4])"),
    ]
)


@given(st.lists(pieces, max_size=12).map("".join))
def test_every_paper_is_cited_whatever_stands_around_it(text: str) -> None:
    read = AnswerTextReader(IDS, IDS.all).text_of(text, cut_off=False)
    for own in (own for part in read.paragraphs for own in part.sentences):
        parts = cite_papers(own, IDS, "en").parts
        marks = [part for part in parts if isinstance(part, CitationMark)]
        named = {paper for mark in marks for paper in mark.papers}
        assert named == {IDS.paper(short).id for short in ids_in(own)}
        for mark in marks:
            assert len(set(mark.papers)) == len(mark.papers)
        for pair in pairwise(parts):
            assert not all(isinstance(part, CitationMark) and not part.names for part in pair)
        if isinstance(first := parts[0], CitationMark):
            assert first.names


@pytest.mark.parametrize("piece", ["[P1] ", "a [P1] ", "(see [P1]", "Doe and ", ", [P1]", "[P1]("])
def test_long_texts_take_no_longer_than_they_are_long(piece: str) -> None:
    cited(f"{piece * 10_000}{{")
