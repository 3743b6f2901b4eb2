"""Keys of new entries follow the keys that an author made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.papers.paper import Author, Paper
from citeloom.placing.entries.key_pattern import KeyPattern, key_pattern


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


def pattern_of(papers: list[Paper]) -> KeyPattern:
    return key_pattern([paper.key for paper in papers], papers.__getitem__)


def keys_for(*keyed: tuple[str, str]) -> list[str]:
    """Return the keys of the three new papers in a file with these keys of these old papers."""
    pattern = pattern_of([paper(key, *OLD[name]) for key, name in keyed])
    return [pattern.key_of(new, ()) for new in (VASWANI, TWO, ALONE)]


@pytest.mark.parametrize(
    ("keyed", "expected"),
    [
        ((), ["vaswani2017attention", "garciamarquez2003graph", "obrien1999bert"]),
        (
            (("parsing", "smith"), ("x1", "two")),
            ["vaswani2017attention", "garciamarquez2003graph", "obrien1999bert"],
        ),
        (
            (("Smith2000", "smith"), ("Jones2001", "two")),
            ["Vaswani2017", "GarciaMarquez2003", "OBrien1999"],
        ),
        (
            (("Smith:2000", "smith"), ("Jones:2001", "two"), ("Brown:2010b", "many")),
            ["Vaswani:2017", "GarciaMarquez:2003", "OBrien:1999"],
        ),
        (
            (("smith2000deep", "smith"), ("jones2001learning", "two")),
            ["vaswani2017attention", "garciamarquez2003graph", "obrien1999bert"],
        ),
        (
            (("smith_deep_2000", "smith"), ("foreman-mackey_fast_2014-1", "hyphen")),
            ["vaswani_attention_2017", "garcia-marquez_graph_2003", "obrien_bert_1999"],
        ),
        (
            (("Jones_Lee_2001", "two"), ("Jones_etal_2002", "three"), ("Smith_2000", "smith")),
            ["Vaswani_etal_2017", "GarciaMarquez_vanderMuller_2003", "OBrien_1999"],
        ),
        (
            (("jones-lee-2001-learning", "two"), ("brown-etal-2010-language", "many")),
            [
                "vaswani-etal-2017-attention",
                "garciamarquez-vandermuller-2003-graph",
                "obrien-1999-bert",
            ],
        ),
        (
            (("SmithEtAl", "three"), ("JonesEtAl2002", "three"), ("BrownEtAl2010", "many")),
            ["VaswaniEtAl2017", "GarciaMarquezvanderMuller2003", "OBrien1999"],
        ),
        (
            (("Smit00", "smith"), ("JoneLee01", "two"), ("BrowEtal10", "many")),
            ["VaswEtal17", "Garcvand03", "OBri99"],
        ),
        (
            (("smithDeepNetworkParsing2000", "smith"), ("brownLanguageMachines2010", "many")),
            ["vaswaniAttentionAllYou2017", "garciamarquezGraphBasedMethod2003", "obrienBERT1999"],
        ),
        (
            (("Smi00", "smith"), ("JL01", "two"), ("JLN02", "three"), ("BNP+10", "many")),
            ["VSPJ17", "GV03", "OBr99"],
        ),
        (
            (("DBLP:conf/acl/JonesLN02", "three"), ("DBLP:journals/cl/BrownNPRD10", "many")),
            ["VaswaniSPJ17", "GarciaMarquezV03", "OBrien99"],
        ),
        (
            (("ref:Smith2000", "smith"), ("ref:Jones2001", "two")),
            ["ref:Vaswani2017", "ref:GarciaMarquez2003", "ref:OBrien1999"],
        ),
        (
            (("SMITH2000", "smith"), ("JONES2001", "two")),
            ["VASWANI2017", "GARCIAMARQUEZ2003", "OBRIEN1999"],
        ),
        (
            (("Berg2015", "particle"), ("Mueller2016", "umlaut"), ("Foreman-Mackey2014", "hyphen")),
            ["Vaswani2017", "Garcia-Marquez2003", "OBrien1999"],
        ),
        (
            (("2000smith", "smith"), ("2001jones", "two")),
            ["2017vaswani", "2003garciamarquez", "1999obrien"],
        ),
        (
            (("Jones:2002abc", "three"), ("Brown:2010xyz", "many")),
            ["Vaswani:2017", "GarciaMarquez:2003", "OBrien:1999"],
        ),
        (
            (("Smith2000bayes", "smith"), ("Jones2001bleu", "two")),
            ["Vaswani2017attention", "GarciaMarquez2003graph", "OBrien1999bert"],
        ),
        (
            (("Müller2016", "umlaut"), ("Smith2000", "smith")),
            ["Vaswani2017", "GarcíaMárquez2003", "OBrien1999"],
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_new_key_is_made_as_the_others_are(
    keyed: tuple[tuple[str, str], ...], expected: list[str]
) -> None:
    assert keys_for(*keyed) == expected


def test_a_pattern_that_is_newer_counts_more() -> None:
    old = [("Smith2000", "smith"), ("Jones2001", "two")]
    new = [("brown:2010", "many"), ("ng:x", "many"), ("jones:2002", "three")]
    assert keys_for(*old, *new)[0] == "vaswani:2017"


def test_names_that_are_parted_by_their_particles_and_umlauts_are_spelt_so_again() -> None:
    pattern = pattern_of([paper("Berg2015", *OLD["particle"])])
    assert pattern.key_of(paper("", "de la Cruz", 2001, "T"), ()) == "Cruz2001"
    pattern = pattern_of([paper("Mueller2016", *OLD["umlaut"])])
    assert pattern.key_of(paper("", "Schön", 2001, "T"), ()) == "Schoen2001"


@pytest.mark.parametrize(
    ("keyed", "taken", "expected"),
    [
        (("Smith2000", "smith"), {"vaswani2017"}, "Vaswani2017a"),
        (("Smith2000", "smith"), {"vaswani2017", "vaswani2017a"}, "Vaswani2017b"),
        (("Smith2000", "smith"), {"vaswani2017a"}, "Vaswani2017b"),
        (("smith2000deep", "smith"), {"vaswani2017attention"}, "vaswani2017attention2"),
        (("smith_deep_2000-1", "smith"), {"vaswani_attention_2017"}, "vaswani_attention_2017-2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_key_that_is_taken_is_told_apart(
    keyed: tuple[str, str], taken: set[str], expected: str
) -> None:
    key, name = keyed
    assert pattern_of([paper(key, *OLD[name])]).key_of(VASWANI, taken) == expected


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
    assert KeyPattern().key_of(new, ()) == expected


def test_a_group_is_named_by_the_words_that_tell_it() -> None:
    group = Paper("x", title="T", authors=(Author("The Event Horizon Collaboration"),), year=2019)
    assert KeyPattern().key_of(group, ()) == "eventhorizon2019t"


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
    pattern = pattern_of(old)
    taken = {known.key.lower() for known in old}
    for _ in range(again):
        key = pattern.key_of(new, taken)
        assert key.lower() not in taken
        assert not set(key) & set(" \t\n\"#%'(),={}@\\~") and key.isprintable() and key
        assert key.isascii() or not all(known.key.isascii() for known in old)
        taken.add(key.lower())
