"""What services send becomes plain text, names and ids."""

import pytest
from tabled import tabled

from citeloom.papers.paper import Author
from citeloom.papers.services.building import (
    author_of,
    paper_from,
    plain_text,
    records,
)
from citeloom.papers.services.crossref import _CrossrefWork, _found
from citeloom.papers.withdrawal import says_retracted


@pytest.mark.parametrize(
    ("sent", "plain"),
    [
        ("Graphs &amp; Trees", "Graphs & Trees"),
        ("Graphs &amp;amp; Trees", "Graphs & Trees"),
        ("H<sub>2</sub>O and <i>E. coli</i>", "H2O and E. coli"),
        ("<jats:p>One.</jats:p><jats:p>Two.</jats:p>", "One. Two."),
        ("where a < b and c > d", "where a < b and c > d"),
        ("for x &lt; y", "for x < y"),
        ("two\nlines\tand\x00 more", "two lines and more"),
        ("half \ud83d a sign", "half a sign"),
        (None, ""),
    ],
)
def test_markup_is_taken_off(sent: str | None, plain: str) -> None:
    assert plain_text(sent) == plain


BOTH = (
    "<jats:inline-formula><jats:alternatives>"
    r"<jats:tex-math>\documentclass{minimal}\begin{document}$$x=3$$\end{document}</jats:tex-math>"
    "<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>3</mml:mn></mml:math>"
    "</jats:alternatives></jats:inline-formula>"
)
ANNOTATED = (
    "<math><semantics><mi>x</mi><mo>=</mo><mn>3</mn>"
    '<annotation encoding="application/x-tex">x=3</annotation></semantics></math>'
)
TEX = r"<jats:inline-formula><jats:tex-math>$x=3$</jats:tex-math></jats:inline-formula>"


@pytest.mark.parametrize("formula", [BOTH, ANNOTATED, TEX], ids=["both", "annotated", "TeX"])
def test_a_formula_comes_once(formula: str) -> None:
    assert plain_text(f"We show that {formula} holds.") == "We show that x=3 holds."


def test_headings_of_an_abstract_are_no_words_of_its_sentences() -> None:
    parts = {
        "Abstract": "Gardens are small.",
        "Results": "They grew by a third.",
        "Trial registration": "None was needed.",
    }
    said = "".join(
        f"<jats:sec><jats:title>{heading}</jats:title><jats:p>{text}</jats:p></jats:sec>"
        for heading, text in parts.items()
    )
    found = _found(_CrossrefWork.model_validate({"DOI": "10.1000/x", "abstract": said}))
    assert found is not None
    assert found.paper.abstract == (
        "Gardens are small. Results: They grew by a third. None was needed."
    )


@pytest.mark.parametrize("year", [10**30, -5, 0])
def test_a_year_that_cannot_be_is_none(year: int) -> None:
    paper = paper_from("s2", title="A Title", year=year)
    assert paper is not None
    assert paper.year is None


def test_a_notice_of_withdrawal_is_no_abstract_unless_more_is_said() -> None:
    notice = "This paper has been withdrawn by the author due to a crucial error in equation 1."
    proved = "We prove a theorem on the growth of gardens. This paper has been withdrawn."
    for sent, kept in ((notice, ""), (proved, proved)):
        paper = paper_from("s2", title="A Title", abstract=sent)
        assert paper is not None
        assert paper.abstract == kept


@pytest.mark.parametrize(
    "field", ["issued", "title", "author", "reference", "relation", "updated-by", "type"]
)
@pytest.mark.parametrize(
    "value", [None, 7, {"x": 7}, [[7]]], ids=["null", "number", "object", "list"]
)
def test_an_unreadable_field_costs_itself_alone(field: str, value: object) -> None:
    abstract = "Gardens are small, and so are those who live in them all their lives."
    item = {"DOI": "10.1000/x", "abstract": abstract, field: value}
    (work,) = records("crossref", _CrossrefWork, [item])
    found = _found(work)
    assert found is not None
    assert found.paper.abstract == abstract


def test_an_unreadable_item_of_a_list_costs_itself_alone() -> None:
    people = [{"family": "Lee", "given": "Kim"}, {"family": 7}, {"family": "Xu"}]
    (work,) = records("crossref", _CrossrefWork, [{"DOI": "10.1000/x", "author": people}])
    found = _found(work)
    assert found is not None
    assert [author.family for author in found.paper.authors] == ["Lee", "Xu"]


@pytest.mark.parametrize(
    ("spoken", "author"),
    [
        ("Jan van der Berg", Author("van der Berg", "Jan")),
        ("Änne Müller", Author("Müller", "Änne")),
        ("Martin Luther King Jr.", Author("King", "Martin Luther Jr.")),
        ("Plato", Author("Plato")),
        ("Research and Development Group", Author("Research and Development Group")),
        ("{\\input{/etc/passwd}} Doe", Author("input /etc/passwd Doe")),
        ("", Author("")),
    ],
)
def test_spoken_names_are_split(spoken: str, author: Author) -> None:
    assert author_of(spoken) == author


@tabled(least=5)
def test_a_mark_of_retraction_is_no_part_of_a_title(title: str, marked: bool) -> None:
    assert says_retracted(title) is marked
    paper = paper_from("crossref", title=title)
    assert paper is not None
    assert (paper.title == "Cold Fusion in a Teacup") is (marked or title.startswith("Cold"))


def test_a_paper_without_title_and_identifiers_is_none() -> None:
    assert paper_from("s2", title="  ", authors=(Author("Doe"),), year=2001) is None


def test_a_preprint_and_its_published_version_name_each_other() -> None:
    published = _CrossrefWork.model_validate(
        {
            "DOI": "10.1000/X",
            "title": ["A Title"],
            "relation": {"has-preprint": [{"id-type": "doi", "id": "10.48550/arXiv.1905.01234"}]},
        }
    )
    preprint = _CrossrefWork.model_validate(
        {
            "DOI": "10.1101/2020.01.01",
            "title": ["A Title"],
            "relation": {"is-preprint-of": [{"id-type": "doi", "id": "10.1000/X"}]},
        }
    )
    first, second = _found(published), _found(preprint)
    assert first is not None
    assert second is not None
    assert (first.paper.arxiv_id, first.published) == ("1905.01234", "")
    assert second.published == "10.1000/x"
