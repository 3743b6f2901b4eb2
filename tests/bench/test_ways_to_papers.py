"""The command that says which service should know which entries."""

from pathlib import Path

import pytest

from bench.ways import main

BIB = """
@article{Maldacena:1997re, title={The Large N limit}, author={Maldacena, J.}, year=1998,
  eprint={hep-th/9711200}, doi={10.1023/A:1026654312961}, journal={Int. J. Theor. Phys.}}
@article{cell, title={On Cells}, author={Roe, J.}, year=2001, pmid={7}, journal={Cell}}
@misc{data, title={Some Data}, author={Roe, J.}, year=2020, doi={10.5281/zenodo.7}}
@book{book, title={A Book}, author={Roe, J.}, year=1999}
"""


def test_who_should_know_which_entries_is_counted_and_nobody_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bib = tmp_path / "refs.bib"
    bib.write_text(BIB, "utf-8")
    main([str(bib)])
    said = capsys.readouterr().out
    assert "refs.bib: 4 papers, 0 with an abstract" in said
    for count in ("Semantic Scholar 3", "arXiv 1", "INSPIRE 1", "DataCite 2", "Europe PMC 3"):
        assert count in said
    assert "by title alone: 1; 1 of physics, 1 of life" in said
