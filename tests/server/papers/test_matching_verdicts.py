"""A match is proved or it is no match: cases from real bibliographies."""

from dataclasses import replace

import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.papers.author_matching import authors_agree
from citeloom.papers.matching import BY_TITLE, WITHOUT_AUTHORS, Verdict, confirms, judge
from citeloom.papers.paper import Author, Paper
from citeloom.papers.titles import TitleLikeness, likeness, searched_title

FAMILIES = families(__file__)

BERT = Paper(
    id="doi:10.18653/v1/n19-1423",
    title="BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
    authors=(
        Author("Devlin", "Jacob"),
        Author("Chang", "Ming-Wei"),
        Author("Lee", "Kenton"),
        Author("Toutanova", "Kristina"),
    ),
    year=2019,
    doi="10.18653/v1/n19-1423",
)


@pytest.mark.parametrize(
    ("one", "other", "kind"), FAMILIES["titles_differ_in_spelling_or_name_another_paper"]
)
def test_titles_differ_in_spelling_or_name_another_paper(one: str, other: str, kind: str) -> None:
    assert likeness(one, other).kind is TitleLikeness[kind]
    assert likeness(other, one).kind is TitleLikeness[kind]


def people(text: str) -> tuple[Author, ...]:
    return tuple(Author(*(part.strip() for part in one.split(","))) for one in text.split(";"))


@pytest.mark.parametrize(
    ("ours", "theirs", "agree"), FAMILIES["authors_agree_as_people_write_them"]
)
def test_authors_agree_as_people_write_them(ours: str, theirs: str, agree: bool) -> None:
    assert authors_agree(people(ours), people(theirs)).agree is agree


def test_an_identifier_proves_a_paper_whose_title_agrees() -> None:
    entry = Paper("x", title="{BERT}: pretraining of deep bidirectional transformers for language "
                  "understanding", doi=BERT.doi, year=1999)  # fmt: skip
    verdict = judge(entry, [BERT])
    assert (verdict.match, verdict.how) == (BERT, "DOI")
    assert judge(replace(entry, title=""), [BERT]).match is BERT


def test_an_identifier_of_another_paper_is_misdirected_and_not_used() -> None:
    entry = Paper("x", title="Attention Is All You Need", doi=BERT.doi)
    verdict = judge(entry, [BERT])
    assert (verdict.match, verdict.misdirected, verdict.candidates) == (None, BERT, ())


def test_beside_a_misdirected_identifier_the_title_still_proves() -> None:
    right = Paper("s2:1", title="Attention is all you need", authors=people("Vaswani, A."),
                  year=2017)  # fmt: skip
    entry = Paper("x", title=right.title, authors=right.authors, year=2017, doi=BERT.doi)
    verdict = judge(entry, [BERT, right])
    assert (verdict.match, verdict.how, verdict.misdirected) == (right, BY_TITLE, BERT)


def test_a_renamed_preprint_is_the_paper_of_its_identifier_only_with_the_same_authors() -> None:
    found = Paper("a", title="Deep contextual representations of words", arxiv_id="1802.05365",
                  authors=people("Peters, M."))  # fmt: skip
    entry = replace(found, title="Deep contextual representations of new words")
    assert confirms(entry, found)
    assert not confirms(replace(entry, authors=people("Xu, L.")), found)


@pytest.mark.parametrize(
    ("changes", "proved"),
    [
        ({}, True),
        ({"year": 2018}, True),
        ({"year": 2017}, False),
        ({"year": 2017, "venue": "CoRR"}, True),
        ({"year": 2015, "venue": "CoRR"}, True),
        ({"year": 2014, "venue": "CoRR"}, False),
        ({"year": None}, True),
        ({"authors": ()}, True),
        ({"authors": (), "year": 2018}, False),
        ({"authors": (), "year": None}, False),
        ({"authors": (), "title": "BERT"}, False),
        ({"authors": people("Devlin, J.")}, True),
        ({"authors": people("Smith, J.")}, False),
        ({"title": "BERT"}, True),
        ({"title": "BERT", "year": 2018}, False),
        ({"title": "BERT", "authors": people("Devlin, J.")}, False),
        ({"title": "BERT: Pre-training of Deep Bidirectional Transformers, Part II"}, False),
    ],
)
def test_without_identifier_title_authors_and_year_must_agree(
    changes: dict[str, object], proved: bool
) -> None:
    entry = replace(BERT, doi="", **changes)  # type: ignore[arg-type]
    verdict = judge(entry, [BERT])
    assert (verdict.match is BERT) is proved


def test_a_record_of_one_person_is_not_proved_to_be_the_paper_of_several() -> None:
    talk = replace(BERT, authors=BERT.authors[:1], doi="")
    entry = replace(BERT, doi="")
    assert judge(entry, [talk]) == Verdict(candidates=(talk,))
    assert judge(replace(entry, authors=BERT.authors[:1]), [talk]).match is talk


def test_what_agrees_by_title_alone_is_offered() -> None:
    entry = replace(BERT, doi="", authors=(), year=2018)
    assert judge(entry, [BERT]).candidates == (BERT,)


def test_what_the_same_people_call_in_like_words_is_offered() -> None:
    entry = replace(BERT, doi="", title="Pretraining Bidirectional Transformers for Language")
    assert judge(entry, [BERT]) == Verdict(candidates=(BERT,))
    assert not judge(replace(entry, authors=people("Smith, J.")), [BERT]).candidates


SCALE = Paper("g", title="Scale-Free Networks: A Decade and Beyond", year=2009, doi="10.1/g",
              authors=people("Barabasi, A."))  # fmt: skip


@pytest.mark.parametrize(
    ("entry", "record"),
    [
        (replace(SCALE, title="No Title", doi="", authors=(), year=None),
         replace(SCALE, title="No title")),
        (replace(SCALE, doi="10.1/h", authors=people("Fox, J.")), SCALE),
        (replace(SCALE, doi="", year=2016, authors=people("Fox, J.")), SCALE),
        (replace(SCALE, doi="", year=2003, title="Scale-free networks"), SCALE),
        (replace(SCALE, doi="10.1/h", title="Scale-Free Networks: Decades Beyond It"), SCALE),
        (replace(SCALE, doi="", year=2003, title="Scale-Free Nets: Decades Beyond It"), SCALE),
        (replace(SCALE, doi="10.1/h", year=2003), SCALE),
    ],
    ids=["no title", "DOI, people", "year, people", "year, part", "DOI, title", "year, title",
         "DOI, year"],
)  # fmt: skip
def test_what_two_things_speak_against_is_not_offered(entry: Paper, record: Paper) -> None:
    assert judge(entry, [record]) == Verdict()


def test_a_preprint_of_biorxiv_beside_its_publication_is_no_doubt() -> None:
    preprint = replace(BERT, id="a", doi="10.1101/002832")
    assert judge(replace(BERT, doi="", venue="NAACL"), [preprint, BERT]).match is BERT


def test_without_authors_two_papers_of_one_title_and_year_are_for_the_user_to_choose() -> None:
    other = replace(BERT, id="o", doi="10.1000/o", authors=people("Smith, J."))
    entry = replace(BERT, doi="", authors=())
    assert judge(entry, [BERT, other]).match is None
    assert len(judge(entry, [BERT, other]).candidates) == 2
    assert judge(entry, [BERT]).how == WITHOUT_AUTHORS


ATLAS = Paper(
    id="a",
    title="Observation of a New Particle in the Search for a Boson",
    authors=people("Aad, G.; Abajyan, T.; ATLAS Collaboration"),
    year=2012,
)


@pytest.mark.parametrize(
    "author",
    [Author("The ATLAS Collaboration"), Author("Collaboration", "ATLAS"), Author("ATLAS Team")],
)
def test_a_collaboration_is_found_whether_its_people_are_named_or_not(author: Author) -> None:
    entry = replace(ATLAS, id="x", authors=(author,))
    assert judge(entry, [ATLAS]).match is ATLAS
    people_alone = replace(ATLAS, authors=ATLAS.authors[:2])
    assert judge(entry, [people_alone]).match is people_alone
    assert judge(entry, [replace(ATLAS, authors=(Author("CMS Collaboration"),))]).match is None


def test_a_whole_name_in_braces_is_an_organisation_whose_people_are_not_known() -> None:
    entry = replace(ATLAS, id="x", authors=(Author("Google Research"),))
    people_alone = replace(ATLAS, authors=ATLAS.authors[:2])
    assert judge(entry, [people_alone]).how == WITHOUT_AUTHORS
    assert judge(entry, [replace(entry, id="y")]).how == BY_TITLE


@pytest.mark.parametrize("end", ["…", "...", "\\ldots", " \\dots{}"])
def test_a_title_that_is_cut_short_is_the_only_one_that_begins_so(end: str) -> None:
    entry = replace(ATLAS, id="x", title="Observation of a New Particle in the" + end)
    other = replace(
        ATLAS, id="o", title="Observation of a New Particle in the Desert", doi="10.1/o"
    )
    assert judge(entry, [ATLAS]).match is ATLAS
    assert judge(entry, [ATLAS, other]).match is None
    assert judge(replace(entry, title="Observation of a" + end), [ATLAS]).match is None
    assert searched_title(entry.title) in (
        "Observation of a New Particle in the", "Observation of a New Particle in",
    )  # fmt: skip


def test_half_a_word_at_a_cut_is_not_searched_for() -> None:
    entry = replace(ATLAS, id="x", title="Observation of a New Particle in the Sea…")
    assert searched_title(entry.title) == "Observation of a New Particle in the"
    assert judge(entry, [ATLAS]).match is ATLAS


def test_of_two_versions_the_year_decides_and_else_the_user() -> None:
    later = replace(BERT, id="b", doi="10.1000/journal", year=2020)
    entry = replace(BERT, doi="")
    assert judge(entry, [later, BERT]).match is BERT
    verdict = judge(replace(entry, year=None), [later, BERT])
    assert verdict.match is None
    assert set(map(str, (one.doi for one in verdict.candidates))) == {BERT.doi, later.doi}


def test_a_preprint_beside_its_publication_or_a_double_is_no_doubt() -> None:
    preprint = replace(BERT, id="a", doi="", arxiv_id="1810.04805")
    double = replace(BERT, id="d", doi="")
    entry = replace(BERT, doi="", venue="NAACL")
    assert judge(entry, [preprint, BERT]).match is BERT
    assert judge(replace(entry, venue="CoRR"), [BERT, preprint]).match is preprint
    assert judge(entry, [BERT, double]).match is BERT


def test_the_doi_of_a_book_does_not_make_it_the_chapter() -> None:
    book = Paper("b", title="Deep Learning", authors=people("Lee, K."), doi="10.1000/b")
    chapter = Paper("c", title="Deep Learning: Methods", authors=people("Xu, L."), doi=book.doi)
    assert judge(chapter, [book]).misdirected is book
    assert judge(replace(chapter, title="Deep learning"), [book]).misdirected is book
    assert judge(replace(chapter, authors=()), [book]).match is book


def test_a_part_of_a_title_is_no_match_beside_the_whole_title_of_another_year() -> None:
    authors = people("Lee, K.; Xu, L.")
    part = Paper("a", title="Universal Language Models: for Parsing", authors=authors, year=2020)
    whole = Paper("b", title="Universal Language Models", authors=authors, year=2016)
    entry = replace(whole, id="x", year=2020)
    assert judge(entry, [part, whole]).candidates == (whole, part)
    assert judge(entry, [part]).match is part


def test_two_parts_of_one_heading_are_for_the_user_to_choose() -> None:
    authors, both = people("Lee, K.; Xu, L."), ("for Parsing", "for Speech")
    papers = [
        Paper(str(n), title=f"Universal Language Models: {end}", authors=authors, year=2020)
        for n, end in enumerate(both)
    ]
    entry = Paper("x", title="Universal Language Models", authors=authors, year=2020)
    assert judge(entry, papers).candidates == tuple(papers)


def test_what_two_services_have_is_offered_once() -> None:
    entry = replace(BERT, doi="", authors=(), year=2018)
    again = replace(BERT, id="again", s2_id="f00", sources={"title": "crossref"})
    assert judge(entry, [BERT, again]).candidates == (BERT,)


titles = st.text(max_size=60) | st.sampled_from(["A: B", "Part II", "BERT: x", "$\\alpha$ {"])


@given(titles, titles)
def test_likeness_is_the_same_from_both_sides(one: str, other: str) -> None:
    found = likeness(one, other)
    assert found.kind is likeness(other, one).kind
    assert 0 <= found.score <= 1


names = st.lists(st.builds(Author, st.text(max_size=12), st.text(max_size=8)), max_size=5)


@given(titles, names.map(tuple), st.none() | st.integers(1500, 2100))
def test_a_paper_is_matched_by_its_own_values_or_by_nothing(
    title: str, authors: tuple[Author, ...], year: int | None
) -> None:
    paper = Paper("x", title=title, authors=authors, year=year)
    verdict = judge(paper, [paper])
    assert verdict.match is paper or verdict.match is None
    other = replace(paper, title=title + " part 7 of this")
    assert judge(paper, [other]).match is None
