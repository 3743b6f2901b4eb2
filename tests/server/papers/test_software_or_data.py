import pytest
from families import families

from citeloom.papers.software import is_software_or_data
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib

FAMILIES = families(__file__)


def judge(bib: str) -> bool:
    (entry,) = resolve([(bib, scan_bib(bib))])
    return is_software_or_data(entry)


@pytest.mark.parametrize("entry", FAMILIES["software_data_and_web_pages_are_told"])
def test_software_data_and_web_pages_are_told(entry: str) -> None:
    assert judge(entry)


@pytest.mark.parametrize("entry", FAMILIES["what_may_be_a_paper_is_a_paper"])
def test_what_may_be_a_paper_is_a_paper(entry: str) -> None:
    assert not judge(entry)
