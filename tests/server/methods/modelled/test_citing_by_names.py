"""Names stand where a name can; elsewhere citations are groups, and none begins a sentence."""

from itertools import pairwise

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.modelled.citing import cite_papers
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.papers.paper import Author, Paper

FAMILIES = families(__file__)


def paper(number: int, *families: str, title: str = "") -> Paper:
    return Paper(f"p{number}", title=title, authors=tuple(map(Author, families)), year=2020)


PAPERS = (
    paper(1, "Smith", "Lee"),
    paper(2, "Doe"),
    paper(3, "Roe", "Poe", "Moe"),
    paper(4, title="Parsing Quickly"),
)
IDS = ShortIds(PAPERS)


def read(text: str, *further: str, language: str = "en") -> str:
    parts = cite_papers(text, further, IDS, language)
    return "".join(part if isinstance(part, str) else _read_mark(part) for part in parts)


def _read_mark(mark: CitationMark) -> str:
    if mark.form is CitationForm.TEXTUAL:
        return f"<{mark.names}>"
    return f"({f'{mark.note} ' if mark.note else ''}{', '.join(mark.papers)})"


@pytest.mark.parametrize(("written", "shown"), FAMILIES["names_stand_where_a_name_can"])
def test_names_stand_where_a_name_can(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(
    ("language", "written", "shown"), FAMILIES["a_clause_begins_behind_its_introduction"]
)
def test_a_clause_begins_behind_its_introduction(language: str, written: str, shown: str) -> None:
    assert read(written, language=language) == shown


@pytest.mark.parametrize(("written", "shown"), FAMILIES["a_list_stays_a_list"])
def test_a_list_stays_a_list(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(("written", "shown"), FAMILIES["authors_are_not_called_a_thing"])
def test_authors_are_not_called_a_thing(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(("written", "shown"), FAMILIES["behind_a_noun_citations_are_one_group"])
def test_behind_a_noun_citations_are_one_group(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(("written", "shown"), FAMILIES["asides_are_notes_of_a_group"])
def test_asides_are_notes_of_a_group(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(("written", "shown"), FAMILIES["no_group_begins_a_sentence"])
def test_no_group_begins_a_sentence(written: str, shown: str) -> None:
    assert read(written) == shown


def test_what_a_sentence_rests_on_joins_the_group_at_its_end() -> None:
    assert read("Parsers are fast [P1].", "P1", "P2", "P3") == "Parsers are fast(p1, p2, p3)."
    assert read("[P1] parse [P1].", "P1") == "<Smith and Lee> parse."


@pytest.mark.parametrize(("written", "shown"), FAMILIES["the_verb_agrees_with_the_names_before_it"])
def test_the_verb_agrees_with_the_names_before_it(written: str, shown: str) -> None:
    assert read(written) == shown


@pytest.mark.parametrize(("written", "shown"), FAMILIES["names_that_a_model_wrote_are_not_doubled"])
def test_names_that_a_model_wrote_are_not_doubled(written: str, shown: str) -> None:
    assert (
        read(written, "P1", "P2", "P3")
        .replace("(p2, p3)", "")
        .replace("(p1, p3)", "")
        .replace("(p1, p2)", "")
        == shown
    )


def test_a_paper_without_authors_is_named_by_its_title() -> None:
    assert read("[P4] is fast.") == "“Parsing Quickly”(p4) is fast."
    assert read("Parsers are fast [P4].") == "Parsers are fast(p4)."


@pytest.mark.parametrize(("language", "written", "shown"), FAMILIES["other_languages"])
def test_other_languages(language: str, written: str, shown: str) -> None:
    assert read(written, language=language) == shown


pieces = st.sampled_from(
    ["[P1]", "[P2, P3]", " ", ". ", ", ", "and", "by", "(", ")", "Parsers", "are", "Doe", "propose"]
)


@given(st.lists(pieces, max_size=12).map("".join), st.sets(st.sampled_from(IDS.all)))
def test_every_paper_is_cited_whatever_stands_around_it(text: str, further: set[str]) -> None:
    parts = cite_papers(text, sorted(further), IDS, "en")
    marks = [part for part in parts if isinstance(part, CitationMark)]
    cited = {paper for mark in marks for paper in mark.papers}
    asked = {short for short in IDS.all if f"{short}" in text or short in further}
    if text.strip() and any(isinstance(part, str) and part.strip(" .") for part in parts):
        assert cited >= {IDS.paper(short).id for short in asked}
    for mark in marks:
        assert len(set(mark.papers)) == len(mark.papers)
    for pair in pairwise(parts):
        groups = [isinstance(part, CitationMark) and not part.names for part in pair]
        assert not all(groups)
