import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.papers.identifiers import acl_id, arxiv_id, clean_doi, doi_of, pmid, s2_id


@pytest.mark.parametrize(
    ("written", "doi"),
    [
        ("10.1038/S41586-020-2649-2", "10.1038/s41586-020-2649-2"),
        ("https://doi.org/10.1016/0010-4655(80)90052-1", "10.1016/0010-4655(80)90052-1"),
        ("http://dx.doi.org/10.1145/2673577", "10.1145/2673577"),
        ("doi: 10.1063/1.457480.", "10.1063/1.457480"),
        (r"10.1007/978-3-030-03329-3\_15", "10.1007/978-3-030-03329-3_15"),
        (r"10.1007/978-3-030-03329-3{\_}15", "10.1007/978-3-030-03329-3_15"),
        ("10.1000/a%2Fb%28c%29", "10.1000/a/b(c)"),
        ("(10.1000/xyz)", "10.1000/xyz"),
        (
            "10.1002/1097-0134(20010201)42:2<279::AID-PROT150>3.0.CO;2-U",
            "10.1002/1097-0134(20010201)42:2<279::aid-prot150>3.0.co;2-u",
        ),
        (r"10.1002/a:7{\textless}726::x{\textgreater}3.0", "10.1002/a:7<726::x>3.0"),
        (r"\url{https://doi.org/10.1145/1.2}", "10.1145/1.2"),
        ("10.1021/jp075493+", "10.1021/jp075493+"),
        ("10.18653/v1/P19-1001, 10.18653/v1/P19-1002", "10.18653/v1/p19-1001"),
        ("https://doi.org/10.1145/2673577/", "10.1145/2673577"),
        ("https://doi.org/10.1145/2673577?src=getftr", "10.1145/2673577"),
        ("10.1007/978-3-030-03329-3_15#Sec2", "10.1007/978-3-030-03329-3_15"),
        ("10.1000/x#a#b?c=d", "10.1000/x"),
        (
            "10.1002/(SICI)1097(1998)43:4<338::AID-JBM16>3.0.CO;2-#",
            "10.1002/(sici)1097(1998)43:4<338::aid-jbm16>3.0.co;2-#",
        ),
        ("10.1145/.", ""),
        ("fg6rf9", ""),
        ("0.1073/pnas.1310658110", ""),
        ("", ""),
    ],
)
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


@pytest.mark.parametrize(
    ("url", "doi"),
    [
        ("https://dl.acm.org/doi/abs/10.1145/2673577", "10.1145/2673577"),
        ("https://link.springer.com/article/10.1007/s10994-020-1", "10.1007/s10994-020-1"),
        ("https://link.springer.com/content/pdf/10.1007/s10994-020-1.pdf", "10.1007/s10994-020-1"),
        ("https://onlinelibrary.wiley.com/doi/full/10.1002/abc.123?x=y", "10.1002/abc.123"),
        ("https://www.biorxiv.org/content/10.1101/2020.01.02.123456v2.full",
         "10.1101/2020.01.02.123456"),
        ("https://iopscience.iop.org/article/10.1088/1361-6633/aa1/meta", "10.1088/1361-6633/aa1"),
        ("https://journals.aps.org/prl/abstract/10.1103/PhysRevLett.1.2",
         "10.1103/physrevlett.1.2"),
        ("https://www.nature.com/articles/s41586-020-2649-2", "10.1038/s41586-020-2649-2"),
        ("https://www.nature.com/articles/nature14539.pdf", "10.1038/nature14539"),
        ("https://example.org/doi/10.1145/2673577", ""),
        ("https://link.springer.com/book/", ""),
    ],
)  # fmt: skip
def test_a_publishers_address_names_its_doi(url: str, doi: str) -> None:
    assert doi_of({"url": url}) == doi
    assert doi_of({"url": url, "doi": "10.1000/own"}) == "10.1000/own"


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"number": "arXiv:2101.00001"}, "2101.00001"),
        ({"series": "arXiv 2101.00001v2"}, "2101.00001"),
        ({"annote": "see arXiv:2101.00001"}, "2101.00001"),
        ({"number": "2101.00001"}, ""),
        ({"eprint": "2101.00001", "archiveprefix": "arXiv"}, "2101.00001"),
        ({"eprint": "2101.00001v3", "eprinttype": "arxiv"}, "2101.00001"),
        ({"eprint": "arXiv:1706.03762"}, "1706.03762"),
        ({"eprint": "hep-th/9901001v2", "archiveprefix": "arXiv"}, "hep-th/9901001"),
        ({"eprint": "math.GT/0309136", "archiveprefix": "arXiv"}, "math/0309136"),
        ({"eprint": "1234567", "eprinttype": "jstor"}, ""),
        ({"eprint": "2101.00001", "eprinttype": "pubmed"}, ""),
        ({"arxivid": "1202.3665"}, "1202.3665"),
        ({"arxivid": "NIHMS150003"}, ""),
        ({"journal": "arXiv preprint arXiv:2101.00001"}, "2101.00001"),
        ({"journal": "arXiv preprint arXiv: 1511.02222"}, "1511.02222"),
        ({"journal": "arXiv:math.CA/9603215"}, "math/9603215"),
        ({"journal": "PsyArXiv 2101.00001"}, ""),
        ({"journal": "CoRR", "volume": "abs/1706.03762"}, "1706.03762"),
        ({"volume": "abs/1706.03762"}, ""),
        ({"volume": "doi.org/10.48550/arXiv.2404.14619"}, "2404.14619"),
        ({"doi": "10.48550/arXiv.2101.00001"}, "2101.00001"),
        ({"doi": "https://doi.org/10.48550/arxiv.hep-th/9901001"}, "hep-th/9901001"),
        ({"url": "https://arxiv.org/pdf/1507.06183.pdf"}, "1507.06183"),
        ({"url": "http://arxiv.org/abs/math.CA/9603215"}, "math/9603215"),
        ({"note": r"\url{http://arxiv.org/abs/1511.01870}"}, "1511.01870"),
        ({"howpublished": "Game Theory (cs.GT) arXiv:1807.11218"}, "1807.11218"),
        ({"url": "https://example.org/2101.00001"}, ""),
        ({"pages": "2101.00001"}, ""),
        ({"eprint": "2113.00001"}, ""),
    ],
)
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


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"pmid": "31452104"}, "31452104"),
        ({"pmid": "{PMID: 31452104}"}, "31452104"),
        ({"pmid": "https://pubmed.ncbi.nlm.nih.gov/31452104/"}, "31452104"),
        ({"eprint": "31452104", "eprinttype": "PubMed"}, "31452104"),
        ({"eprint": "31452104", "eprinttype": "jstor"}, ""),
        ({"url": "https://pubmed.ncbi.nlm.nih.gov/31452104/"}, "31452104"),
        ({"url": "http://www.ncbi.nlm.nih.gov/pubmed/9254694?dopt=Abstract"}, "9254694"),
        ({"url": "https://europepmc.org/article/MED/9254694"}, "9254694"),
        ({"note": "PMID: 9254694; PMCID: PMC146917"}, "9254694"),
        ({"note": "PMCID: PMC146917"}, ""),
        ({"url": "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC146917/"}, ""),
        ({"pmid": "0"}, ""),
        ({}, ""),
    ],
)
def test_a_pubmed_id_is_found(values: dict[str, str], name: str) -> None:
    assert pmid(values) == name


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"url": "https://aclanthology.org/2020.acl-main.1/"}, "2020.acl-main.1"),
        ({"url": "https://aclanthology.org/P19-1001v2.pdf"}, "P19-1001"),
        ({"url": "https://www.aclweb.org/anthology/N19-1423"}, "N19-1423"),
        ({"url": "http://aclweb.org/anthology/P/P11/P11-1015.pdf"}, "P11-1015"),
        ({"url": "http://aclanthology.info/papers/W18-12345/x"}, "W18-12345"),
        ({"doi": "10.18653/v1/N19-1423"}, "N19-1423"),
        ({"doi": "https://doi.org/10.18653/v1/2020.FINDINGS-EMNLP.7"}, "2020.findings-emnlp.7"),
        ({"doi": "10.3115/v1/P14-1001"}, "P14-1001"),
        ({"doi": "10.3115/1073083.1073135"}, ""),
        ({"url": "https://aclanthology.org/volumes/2020.acl-main/"}, ""),
        ({"url": "https://example.org/N19-1423"}, ""),
        ({}, ""),
    ],
)
def test_an_acl_id_is_found(values: dict[str, str], name: str) -> None:
    assert acl_id(values) == name


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
