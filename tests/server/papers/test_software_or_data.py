import pytest

from citeloom.papers.software import is_software_or_data
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib


def judge(bib: str) -> bool:
    (entry,) = resolve([(bib, scan_bib(bib))])
    return is_software_or_data(entry)


@pytest.mark.parametrize(
    "entry",
    [
        "@software{a, title = {Zotero}}",
        "@dataset{a, title = {Fast Response Survey}}",
        r"@misc{a, title = {tool}, author = {A. Lee}, howpublished = {\url{https://github.com/a/b}}}",
        "@misc{a, title = {dfm/transit: v0.3.0}, author = {A. Lee}, doi = {10.5281/zenodo.159478}}",
        "@online{a, title = {pypinfo}, url = {https://pypi.org/project/pypinfo}}",
        "@manual{a, title = {lme4: Linear Models}, note = {{R} package version 1.1}}",
        "@misc{a, title = {{GAP} Groups, version 4.13}, author = {{The GAP Group}}}",
        "@misc{a, title = {scikit-learn documentation}, author = {{The developers}}}",
        "@misc{a, title = {A corpus [Data set]}, author = {A. Lee}}",
        "@misc{a, title = {A corpus}, author = {A. Lee}, type = {Data set}}",
        "@misc{a, title = {Docker}, url = {https://www.docker.com}}",
    ],
)
def test_software_data_and_web_pages_are_told(entry: str) -> None:
    assert judge(entry)


@pytest.mark.parametrize(
    "entry",
    [
        "@misc{a, title = {A Preprint}, eprint = {2001.00001}, url = {https://github.com/a/b}}",
        "@misc{a, title = {A Dataset of Facts}, author = {A. Lee}, url = {https://example.org/x}}",
        "@misc{bitcoin, title = {Bitcoin}, url = {https://bitcoin.org/bitcoin.pdf}}",
        "@misc{a, title = {A Spec}, author = {A. Lee}, url = {https://github.com/a/b/blob/x.tex}}",
        "@misc{a, title = {A Paper}, author = {A. Lee}, doi = {10.1000/x}, version = {2}}",
        "@misc{a, title = {A Paper}, author = {A. Lee}, year = 2001}",
        "@misc{a, title = {A Paper}, year = 2001}",
        "@article{a, title = {NumPy}, note = {Python package}, url = {https://github.com/numpy}}",
        "@inproceedings{a, title = {A Software Tool, version 1.2}, booktitle = {ICSE}}",
        "@misc{a, title = {The tool}, journal = {JOSS}, url = {https://github.com/a/b}}",
    ],
)
def test_what_may_be_a_paper_is_a_paper(entry: str) -> None:
    assert not judge(entry)
