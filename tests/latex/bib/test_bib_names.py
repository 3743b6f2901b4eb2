import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom_latex.bib.names import Name, has_others, names


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("Donald E. Knuth", Name("Donald E.", "", "Knuth")),
        ("Knuth, Donald E.", Name("Donald E.", "", "Knuth")),
        ("Ludwig van Beethoven", Name("Ludwig", "van", "Beethoven")),
        ("van der Berg, Jan", Name("Jan", "van der", "Berg")),
        ("de la Vall{\\'e}e Poussin, Charles", Name("Charles", "de la", "Vallée Poussin")),
        ("Brinch Hansen, Per", Name("Per", "", "Brinch Hansen")),
        ("Per {Brinch Hansen}", Name("Per", "", "Brinch Hansen")),
        ("Ford, Jr., Henry", Name("Henry", "", "Ford", "Jr.")),
        ("Jean-Paul Sartre", Name("Jean-Paul", "", "Sartre")),
        ("{\\'E}tienne Dupont", Name("Étienne", "", "Dupont")),
        ("{\\O}ystein {\\o}re Dahl", Name("Øystein", "øre", "Dahl")),
        ("{de} Witt Clinton", Name("de Witt", "", "Clinton")),
        ("J.~R. Smith", Name("J. R.", "", "Smith")),
        ("jean de la fontaine", Name("", "jean de la", "fontaine")),
        ("Plato", Name("", "", "Plato")),
        ("{The ATLAS Collaboration}", Name("", "", "The ATLAS Collaboration")),
        ("{Barnes and Noble}", Name("", "", "Barnes and Noble")),
        ("family=Berg, given=Jan, prefix=van der", Name("Jan", "van der", "Berg")),
        ("Smith, John,", Name("John", "", "Smith")),
        ("de Gaulle", Name("", "de", "Gaulle")),
        ("F. Maga\\~na-Sandoval", Name("F.", "", "Magaña-Sandoval")),
        ("Peter H.\\ Salas", Name("Peter H.", "", "Salas")),
        ("{\\L}ukasz {\\AE}gir Dahl", Name("Łukasz Ægir", "", "Dahl")),
    ],
)
def test_a_name_has_its_parts(value: str, name: Name) -> None:
    assert names(value) == (name,)


def test_names_stand_between_ands_of_any_case_and_space() -> None:
    value = "Li, Wei\n  and {Barnes and Noble} AND Alexandra Anderson and\tR. {\\'E}and"
    assert [name.last for name in names(value)] == ["Li", "Barnes and Noble", "Anderson", "Éand"]


def test_others_are_told_and_left_out() -> None:
    assert names("Ann Lee and others") == (Name("Ann", "", "Lee"),)
    assert has_others("Ann Lee and others")
    assert has_others("Ann Lee and et al.")
    assert not has_others("Ann Lee and Others, Bo")


def test_names_between_commas_are_names() -> None:
    assert names("Ann Lee, Bo van Dam, and Cy Fox") == (
        Name("Ann", "", "Lee"),
        Name("Bo", "van", "Dam"),
        Name("Cy", "", "Fox"),
    )


def test_last_name_with_its_particles() -> None:
    assert Name("Jan", "van der", "Berg").last_with_von == "van der Berg"
    assert Name("", "", "Plato").last_with_von == "Plato"


@pytest.mark.parametrize("value", ["", " and ", "and", ",", "{", "}", "and and and", "others"])
def test_nothing_gives_no_names(value: str) -> None:
    assert names(value) == ()


@given(st.text(st.sampled_from("aB ,{}\\'~and\n"), max_size=60))
def test_any_text_gives_names_that_are_not_empty(value: str) -> None:
    assert all(name.first or name.last for name in names(value))


NAME_WORD = st.from_regex(r"[A-Z][a-z]{1,8}", fullmatch=True).filter(lambda word: word != "And")


@given(st.lists(st.tuples(NAME_WORD, NAME_WORD), min_size=1, max_size=6), st.booleans())
def test_both_orders_give_the_same_names(people: list[tuple[str, str]], turned: bool) -> None:
    written = [f"{last}, {first}" if turned else f"{first} {last}" for first, last in people]
    assert names(" and ".join(written)) == tuple(Name(first, "", last) for first, last in people)


def test_a_name_with_many_stray_braces_is_read_in_linear_steps() -> None:
    """A splitter that puts a brace before the word for each of them would not come back."""
    assert names("{NASA" + "}" * 200_000) == (Name("", "", "NASA"),)
    assert names("\\~n{\\O" + "}" * 200_000) == (Name("", "", "ñØ"),)
