"""Keys of new entries follow the keys that an author made."""

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.papers.paper import Author, Paper
from citeloom.placing.entries.key_form import KeyForm, key_form

FAMILIES = families(__file__)


def paper(key: str, authors: str, year: int | None, title: str) -> Paper:
    people = tuple(Author(family.strip(), "A.") for family in authors.split(";") if family.strip())
    return Paper(key or "new", keys=(key,) * bool(key), title=title, authors=people, year=year)


VASWANI = paper("", "Vaswani; Shazeer; Parmar; Jones", 2017, "Attention is all you need")
TWO = paper("", "García-Márquez; van der Müller", 2003, "The graph-based method")
ALONE = paper("", "O'Brien", 1999, "On BERT")
OLD = {
    "smith": ("Smith", 2000, "A deep network for parsing"),
    "two": ("Jones; Lee", 2001, "Learning to read"),
    "three": ("Jones; Lee; Ng", 2002, "How words mean"),
    "many": ("Brown; Ng; Poe; Roe; Doe", 2010, "The language of machines"),
    "hyphen": ("Foreman-Mackey; Ng", 2014, "Fast processes"),
    "particle": ("van den Berg", 2015, "Graph networks"),
    "umlaut": ("Müller", 2016, "Natural fields"),
}


def form_of(papers: list[Paper]) -> KeyForm:
    return key_form([paper.key for paper in papers], papers.__getitem__)


def keys_for(*keyed: tuple[str, str]) -> list[str]:
    """Return the keys of the three new papers in a file with these keys of these old papers."""
    pattern = form_of([paper(key, *OLD[name]) for key, name in keyed])
    return [pattern.key_of(new, ()) for new in (VASWANI, TWO, ALONE)]


@pytest.mark.parametrize(("keyed", "expected"), FAMILIES["a_new_key_has_the_form_of_the_others"])
def test_a_new_key_has_the_form_of_the_others(keyed: list[list[str]], expected: list[str]) -> None:
    assert keys_for(*((key, name) for key, name in keyed)) == expected


def test_a_form_that_few_keys_have_is_not_followed() -> None:
    made_up = [(f"x{number}", "two") for number in range(9)]
    assert keys_for(("Smith:2000", "smith"), *made_up)[0] == "vaswani2017attention"


@pytest.mark.parametrize(
    ("keyed", "taken", "expected"),
    [
        (("Smith2000", "smith"), {"vaswani2017"}, "Vaswani2017a"),
        (("Smith2000", "smith"), {"vaswani2017", "vaswani2017a"}, "Vaswani2017b"),
        (("smith2000deep", "smith"), {"vaswani2017attention"}, "vaswani2017attention2"),
        (("smith_deep_2000-1", "smith"), {"vaswani_attention_2017"}, "vaswani_attention_2017a"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_key_that_is_taken_is_told_apart(
    keyed: tuple[str, str], taken: set[str], expected: str
) -> None:
    key, name = keyed
    assert form_of([paper(key, *OLD[name])]).key_of(VASWANI, taken) == expected


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (paper("", "", 2001, "Deep nets"), "deep2001"),
        (paper("", "Smith", None, "Deep nets"), "smithdeep"),
        (paper("", "王", 2001, "深度"), "reference2001"),
        (paper("", "", None, ""), "reference"),
        (paper("", "Smith", 99999, ""), "smith"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_known_of_a_paper_is_left_out(new: Paper, expected: str) -> None:
    assert KeyForm().key_of(new, ()) == expected


TEXT = st.text(max_size=20)
PAPERS = st.builds(
    lambda key, title, authors, year: Paper(
        "x", keys=(key,), title=title, authors=tuple(authors), year=year
    ),
    st.one_of(st.sampled_from(["Smith2000", "a_b_1", "Ü:x"]), st.text(min_size=1, max_size=12)),
    TEXT,
    st.lists(st.builds(Author, TEXT, TEXT), max_size=6),
    st.one_of(st.none(), st.integers(-5, 99_999)),
)


@given(st.lists(PAPERS, max_size=6), PAPERS, st.integers(0, 40))
def test_a_key_can_always_be_written_and_never_clashes(
    old: list[Paper], new: Paper, again: int
) -> None:
    pattern = form_of(old)
    taken = {known.key.lower() for known in old}
    for _ in range(again):
        key = pattern.key_of(new, taken)
        assert key.lower() not in taken
        assert not set(key) & set(" \t\n\"#%'(),={}@\\~") and key.isprintable() and key
        assert key.isascii()
        taken.add(key.lower())
