"""What services send becomes plain text, names and ids."""

import pytest

from citeloom.papers.paper import Author
from citeloom.papers.services.building import author_of, paper_from, plain_text, says_retracted
from citeloom.papers.services.crossref import _CrossrefWork, _found


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


@pytest.mark.parametrize(
    ("title", "marked"),
    [
        ("RETRACTED: Cold Fusion in a Teacup", True),
        ("Retracted Article: Cold Fusion in a Teacup", True),
        ("WITHDRAWN. Cold Fusion in a Teacup", True),
        ("Retracted papers: a survey", False),
        ("Cold Fusion in a Teacup", False),
    ],
)
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
