import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom.papers.authors import OTHERS
from citeloom.papers.from_bib import papers_of
from citeloom.papers.paper import Author, Paper
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from corpus import CORPUS, needs_corpus


def read(bib: str) -> tuple[Paper, ...]:
    return papers_of(resolve([(bib, scan_bib(bib))]))


def read_one(bib: str) -> Paper:
    (paper,) = read(bib)
    return paper


def test_an_entry_becomes_a_paper_in_plain_text() -> None:
    paper = read_one(r"""
        @inproceedings{li20, title = {{BERT} for B{\'e}zier \& Co}, author = {Li, Wei and
          van der Berg, Anna}, booktitle = {Proc.\ of {ACL}}, year = 2020,
          doi = {https://doi.org/10.18653/V1/X}, eprint = {2001.00001}, archiveprefix = {arXiv},
          abstract = {Abstract: We draw curves with a language model, which nobody has done.}}
    """)
    assert paper == Paper(
        id="doi:10.18653/v1/x",
        keys=("li20",),
        title="BERT for Bézier & Co",
        authors=(Author("Li", "Wei"), Author("van der Berg", "Anna")),
        year=2020,
        venue="Proc. of ACL",
        type="inproceedings",
        doi="10.18653/v1/x",
        arxiv_id="2001.00001",
        abstract="We draw curves with a language model, which nobody has done.",
        sources=dict.fromkeys(
            ("title", "authors", "year", "venue", "type", "doi", "arxiv_id", "abstract"), "bib"
        ),
    )


@pytest.mark.parametrize(
    "author",
    ["Smith et al.", "Smith, et al.", "{Smith et al.}", "Smith and et al.", r"Smith \emph{et al.}",
     "Smith et~al"],
)  # fmt: skip
def test_et_al_stands_for_others(author: str) -> None:
    assert read_one(f"@article{{a, title = {{T}}, author = {{{author}}}}}").authors == (
        Author("Smith"),
        OTHERS,
    )


@pytest.mark.parametrize(
    ("field", "year"),
    [
        ("year = 1998", 1998),
        ("year = {c1998}", 1998),
        ("date = {2019-05-12}", 2019),
        ("year = {in press}", None),
        ("year = {to appear}, date = {2020}", 2020),
        ("year = {1826/1827}", 1826),
        ("date = {-2000~}", None),
        ("date = {20190512}", None),
        ("year = {1865（清同治四年）}", 1865),
    ],
)
def test_the_year_is_a_year_or_none(field: str, year: int | None) -> None:
    assert read_one(f"@misc{{a, title = {{T}}, {field}}}").year == year


@tabled(least=5)
def test_the_venue_is_where_it_appeared(fields: str, venue: str) -> None:
    assert read_one(f"@misc{{a, title = {{T}}, {fields}}}").venue == venue


def test_groups_and_others_are_read_as_authors_should_be() -> None:
    paper = read_one(
        "@misc{a, title = {T}, author = {{The IOHK Team} and King, Jr., Martin and others}}"
    )
    assert paper.authors == (Author("The IOHK Team"), Author("King", "Martin Jr."), OTHERS)


def test_an_editor_stands_for_the_author_of_a_volume_alone() -> None:
    assert read_one("@book{a, title={T}, editor={Ann Lee}}").authors == (Author("Lee", "Ann"),)
    assert read_one("@incollection{a, title={T}, editor={Ann Lee}}").authors == ()


def test_a_subtitle_belongs_to_the_title() -> None:
    assert read_one("@book{a, title = {On X}, subtitle = {A View}}").title == "On X: A View"
    assert read_one("@book{a, title = {Why X?}, subtitle = {A View}}").title == "Why X? A View"


def test_the_first_of_two_entries_with_one_key_counts_and_one_without_a_key_does_not() -> None:
    paper = read_one("@misc{a, title={First}} @misc{a, title={Second}} @misc{, title={Third}}")
    assert paper.title == "First"


def test_a_chapter_does_not_inherit_doi_and_abstract_of_its_book() -> None:
    chapter, book = read("""
        @incollection{ch, title = {A Chapter}, crossref = {bk}}
        @book{bk, title = {The Book}, doi = {10.1000/book}, year = 2001,
          abstract = {This book collects all that is known of everything, in order.}}
    """)
    assert (chapter.doi, chapter.abstract, chapter.year) == ("", "", 2001)
    assert book.id == "doi:10.1000/book"


def test_one_paper_under_two_keys_has_both_and_all_that_either_knows() -> None:
    paper = read_one("""
        @article{one, title = {Deep Learning}, doi = {10.1000/X}, year = 2015}
        @misc{two, title = {{Deep} learning.}, doi = {https://doi.org/10.1000/x}, author = {B. Lee},
          year = 2016}
    """)
    assert paper.keys == ("one", "two")
    assert paper.type == "article"
    assert paper.year == 2015
    assert paper.authors == (Author("Lee", "B."),)
    assert paper.sources["authors"] == "bib"


def test_a_preprint_and_its_publication_are_one_paper_through_a_third_entry() -> None:
    paper = read_one("""
        @misc{pre, title = {T One}, eprint = {2001.00001}, year = 2020}
        @article{pub, title = {T One}, doi = {10.1000/x}, year = 2021}
        @article{all, title = {T One}, doi = {10.1000/x}, eprint = {2001.00001}}
    """)
    assert paper.keys == ("pre", "pub", "all")
    assert (paper.id, paper.arxiv_id) == ("doi:10.1000/x", "2001.00001")


def test_an_arxiv_doi_is_an_arxiv_id_and_gives_way_to_the_publishers() -> None:
    entry = "@misc{%s, title = {T One}, author = {A. Lee}, year = 2020, %s}"
    preprint = entry % ("a", "doi = {10.48550/arXiv.2001.00001}")
    assert read_one(preprint).id == "arxiv:2001.00001"
    assert read_one(entry % ("b", "eprint = {2001.00001}")).id == "arxiv:2001.00001"
    both = read_one(preprint + entry % ("c", "doi = {10.1000/x}"))
    assert (both.id, both.doi, both.arxiv_id) == ("doi:10.1000/x", "10.1000/x", "2001.00001")


def test_entries_without_identifier_are_one_by_title_first_author_and_year() -> None:
    entry = "@misc{%s, title = {%s}, author = {Ann %s and Bo Yu}, year = %s}"
    same = entry % ("a", "Graph-based search", "Lee", 2001) + entry % (
        "b", "{Graph Based} Search", "Lee", 2001
    )  # fmt: skip
    assert read_one(same).keys == ("a", "b")
    for other in (("Other", "Lee", 2001), ("Graph-based search", "Li", 2001),
                  ("Graph-based search", "Lee", 2002)):  # fmt: skip
        assert len(read(same + entry % ("c", *other))) == 2


def test_two_identifiers_are_two_papers_whatever_the_title() -> None:
    first, second = read("""
        @article{a, title = {Editorial}, author = {A. Lee}, year = 2001, doi = {10.1000/a}}
        @article{b, title = {Editorial}, author = {A. Lee}, year = 2001, doi = {10.1000/b}}
    """)
    assert (first.id, second.id) == ("doi:10.1000/a", "doi:10.1000/b")


def test_an_identifier_beside_two_titles_names_neither_paper() -> None:
    chapters = """
        @incollection{a, title = {One}, author = {A. Lee}, year = 2001, doi = {10.1000/book}}
        @incollection{b, title = {Two}, author = {A. Lee}, year = 2001, doi = {10.1000/book}}
    """
    first, second = read(chapters)
    assert first.id.startswith("title:")
    assert second.id.startswith("title:")
    assert first.id != second.id
    alone = "@misc{z, title = {One}, author = {Lee, A}, year = 2001}"
    assert read_one(alone).id == first.id


def test_entries_without_title_and_identifier_stay_apart() -> None:
    first, second = read("@misc{a, note = {x}} @misc{b, note = {y}}")
    assert first.id != second.id


titles = st.sampled_from(["", "One", "{One}", "Two", "C", "C++", "???", "第一章"])
dois = st.sampled_from(["", "10.1000/a", "10.1000/b", "10.48550/arXiv.2001.00001"])
years = st.sampled_from(["", "2001", "2002"])
fields = st.fixed_dictionaries(
    {
        "title": titles,
        "doi": dois,
        "year": years,
        "author": st.sampled_from(["", "A. Lee", "B. Yu"]),
    }
)


@given(st.lists(fields, max_size=8))
def test_every_key_is_in_one_paper_and_every_paper_has_its_own_id(
    entries: list[dict[str, str]],
) -> None:
    bib = "\n".join(
        f"@misc{{k{index}, "
        + ", ".join(f"{name} = {{{value}}}" for name, value in entry.items())
        + "}"
        for index, entry in enumerate(entries)
    )
    papers = read(bib)
    keys = [key for paper in papers for key in paper.keys]
    assert sorted(keys) == sorted(f"k{index}" for index in range(len(entries)))
    assert len({paper.id for paper in papers}) == len(papers)
    assert papers == read(bib)


@given(st.text())
def test_no_text_is_too_odd_to_be_read_as_papers(text: str) -> None:
    for paper in read(
        f"@misc{{a, title = {{{text}}}, author = {{{text}}}, abstract = {{{text}}}}}"
    ):
        assert paper.abstract.encode("utf-8").decode("utf-8") == paper.abstract


def test_half_characters_do_not_reach_a_paper() -> None:
    paper = read_one("@misc{a, title = {One \udce9 two}, author = {\udce9 Lee}}")
    assert paper.title == "One two"
    assert paper.authors == (Author("Lee"),)


@pytest.mark.slow
@needs_corpus
def test_a_large_bibliography_gives_each_key_to_one_paper() -> None:
    text = (CORPUS / "cdl-bibliography" / "cdl.bib").read_text("utf-8")
    entries = resolve([(text, scan_bib(text))])
    papers = papers_of(entries)
    keys = [key for paper in papers for key in paper.keys]
    assert len(keys) == len(set(keys)) == len({one.entry.key for one in entries})
    assert len({paper.id for paper in papers}) == len(papers)
    assert sum(bool(paper.authors) and paper.year is not None for paper in papers) > 6000
