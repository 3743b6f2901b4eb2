import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom.papers.identifiers import (
    acl_id,
    arxiv_id,
    clean_doi,
    doi_of,
    is_preprint_doi,
    pmid,
    s2_id,
)

FAMILIES = families(__file__)


@pytest.mark.parametrize(("written", "doi"), FAMILIES["a_doi_is_bare_and_in_lower_case"])
def test_a_doi_is_bare_and_in_lower_case(written: str, doi: str) -> None:
    assert clean_doi(written) == doi


@given(st.text() | st.from_regex(r"10\.1[0-9]{3}/[!-~]{1,12}", fullmatch=True))
def test_cleaning_a_clean_doi_changes_nothing(text: str) -> None:
    doi = clean_doi(text)
    assert clean_doi(doi) == doi


def test_a_doi_is_taken_from_a_link_only_where_the_link_is_a_doi() -> None:
    assert doi_of({"url": "https://doi.org/10.1145/1.2"}) == "10.1145/1.2"
    assert doi_of({"doi": "10.1/none", "ee": "https://doi.org/10.1145/1.2"}) == "10.1145/1.2"
    assert doi_of({"note": "a comment on 10.1145/1.2"}) == ""


@pytest.mark.parametrize(("url", "doi"), FAMILIES["a_publishers_address_names_its_doi"])
def test_a_publishers_address_names_its_doi(url: str, doi: str) -> None:
    assert doi_of({"url": url}) == doi
    assert doi_of({"url": url, "doi": "10.1000/own"}) == "10.1000/own"


@pytest.mark.parametrize(("values", "name"), FAMILIES["an_arxiv_id_is_found_where_entries_have_it"])
def test_an_arxiv_id_is_found_where_entries_have_it(values: dict[str, str], name: str) -> None:
    assert arxiv_id(values) == name


SHA = "649def34f8be52c8b66281af98ae884c09aef38b"


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"url": f"https://www.semanticscholar.org/paper/A-Title/{SHA}"}, SHA),
        ({"url": f"https://api.semanticscholar.org/paper/{SHA}"}, SHA),
        ({"url": "https://api.semanticscholar.org/CorpusID:215416146"}, "CorpusId:215416146"),
        ({"s2id": SHA}, SHA),
        ({"corpusid": "215416146"}, "CorpusId:215416146"),
        ({"url": "https://example.org/CorpusID:215416146"}, ""),
        ({}, ""),
    ],
)
def test_a_semantic_scholar_id_is_found(values: dict[str, str], name: str) -> None:
    assert s2_id(values) == name


@pytest.mark.parametrize(("values", "name"), FAMILIES["a_pubmed_id_is_found"])
def test_a_pubmed_id_is_found(values: dict[str, str], name: str) -> None:
    assert pmid(values) == name


@pytest.mark.parametrize(("values", "name"), FAMILIES["an_acl_id_is_found"])
def test_an_acl_id_is_found(values: dict[str, str], name: str) -> None:
    assert acl_id(values) == name


@pytest.mark.parametrize(("doi", "is_preprint"), FAMILIES["a_preprint_is_known_by_its_doi"])
def test_a_preprint_is_known_by_its_doi(doi: str, is_preprint: bool) -> None:
    assert is_preprint_doi(doi) is is_preprint


@pytest.mark.parametrize("before", ["", "https://doi.org/", "https://dl.acm.org/doi/", "pmid"])
@pytest.mark.parametrize(
    "piece", ["10.1111.1", "10.1111/#a", "10.1111/)", "10.1111/%25", "/full", "25", " "]
)
def test_an_identifier_longer_than_any_is_none(before: str, piece: str) -> None:
    """A pattern that took quadratic time would hang here: each value has 400,000 characters."""
    value = f"{before}{'10.1111/%' * (piece == '25')}{piece * (400_000 // len(piece))}x"
    names = ("doi", "url", "note", "eprint", "arxiv", "volume", "pmid", "s2id", "corpusid")
    values = {**dict.fromkeys(names, value), "journal": "CoRR", "eprinttype": "pubmed"}
    for read in (doi_of, arxiv_id, s2_id, pmid, acl_id):
        assert read(values) == ""
        assert read({**values, "eprinttype": "arxiv"}) == ""


def test_a_long_word_does_not_hide_an_identifier_beside_it() -> None:
    long = "10.1111.1" * 11_111
    assert clean_doi(f"{long} 10.1145/1.2") == "10.1145/1.2"
    assert doi_of({"note": f"{long} https://doi.org/10.1145/1.2"}) == "10.1145/1.2"


@given(st.dictionaries(st.sampled_from(["eprint", "doi", "url", "journal"]), st.text()))
def test_no_text_is_too_odd_to_be_read(values: dict[str, str]) -> None:
    assert isinstance(arxiv_id(values), str)
    assert isinstance(doi_of(values), str)
    assert isinstance(s2_id(values), str)
    assert isinstance(pmid(values), str)
    assert isinstance(acl_id(values), str)
