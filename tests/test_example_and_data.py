"""What the README and the tests promise of `examples/` and `tests/data`."""

import re
from pathlib import Path

import bibtexparser
import pytest

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples"
DATA = ROOT / "tests" / "data"
# "support" holds judgements of our own on texts that are not copied.
FOLDERS = sorted(path for path in DATA.iterdir() if path.is_dir() and path.name != "support")

BIB = (EXAMPLE / "references.bib").read_text("utf-8")
LIBRARY = bibtexparser.parse_string(BIB)
ENTRIES = LIBRARY.entries_dict
PAPERS = {key: entry for key, entry in ENTRIES.items() if entry.entry_type != "proceedings"}


def test_the_bibliography_is_sound():
    assert LIBRARY.failed_blocks == []
    assert len(PAPERS) >= 14
    assert [key for key, entry in PAPERS.items() if "author" not in entry.fields_dict] == []


def test_all_papers_but_two_have_an_abstract():
    without = {key for key, entry in PAPERS.items() if "abstract" not in entry.fields_dict}
    assert without == {"hoang2010towards", "erkan2004lexrank"}


def test_the_bibliography_has_the_habits_that_a_reader_must_know():
    assert r"G{\"u}ne{\c{s}} Erkan" in ENTRIES["erkan2004lexrank"]["author"]
    preprint = ENTRIES["beger2025citegeist"]
    assert (preprint["eprint"], preprint["archiveprefix"]) == ("2503.23229", "arXiv")
    strings = {string.key for string in LIBRARY.strings}
    assert {name for name in strings if not re.search(rf"= {name},", BIB)} == set()
    parents = [entry["crossref"] for entry in PAPERS.values() if "crossref" in entry.fields_dict]
    assert parents == [list(ENTRIES)[-1]] == ["emnlp2018"]


def test_every_paper_is_cited_outside_the_related_work_which_is_empty():
    main = (EXAMPLE / "main.tex").read_text("utf-8")
    inputs = re.findall(r"\\input\{(.+?)\}", main)
    assert len(inputs) >= 3
    sections = {name: (EXAMPLE / f"{name}.tex").read_text("utf-8") for name in inputs}
    related = sections.pop("sections/related")
    assert related.partition("\\section")[2] == "{Related Work}\n\\label{sec:related}\n"
    text = main + "".join(sections.values())
    cited = {
        key for keys in re.findall(r"\\cite[pt]\{(.+?)\}", text) for key in re.split(r",\s*", keys)
    }
    assert cited == set(PAPERS)
    assert r"\citet{" in text
    assert r"\citep{" in text


def test_the_counts_in_the_paper_are_those_of_its_bibliography():
    table = (EXAMPLE / "sections" / "example.tex").read_text("utf-8")
    rows = [tuple(map(int, row)) for row in re.findall(r"& (\d+) & (\d+) & (\d+) \\\\", table)]
    papers, abstracts, sentences = map(sum, zip(*rows, strict=True))
    texts = [entry["abstract"] for entry in PAPERS.values() if "abstract" in entry.fields_dict]
    assert (papers, abstracts) == (len(PAPERS), len(texts))
    ends = (re.findall(r"\.\}?(?=\s+[A-Z]|$)", text.strip()) for text in texts)
    assert sentences == sum(map(len, ends))
    assert f"It has {papers} cited references" in table


def test_the_source_of_every_abstract_is_named():
    readme = (EXAMPLE / "README.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (CC BY 4\.0|CC0|none) \|", readme, re.MULTILINE))
    assert set(rows) == set(PAPERS)
    has_none = {key for key, source in rows.items() if source == "none"}
    assert has_none == {key for key in PAPERS if "abstract" not in PAPERS[key].fields_dict}


def test_there_are_enough_real_files():
    assert len(FOLDERS) >= 12
    assert len(list(DATA.rglob("*.tex"))) >= 30
    assert len(list(DATA.rglob("*.bib"))) >= 35
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) < 700_000


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_licence_and_the_source_of_every_file_lie_beside_it(folder):
    readme = (DATA / "README.md").read_text("utf-8")
    licence = next(path for path in folder.iterdir() if path.stem in ("LICENSE", "LICENCE"))
    assert f"({folder.name}/{licence.name}) |" in readme
    source = (folder / "SOURCE.md").read_text("utf-8")
    files = [path for path in folder.rglob("*") if path.suffix in (".tex", ".bib", ".json")]
    assert files
    assert set(re.findall(r"^\| (\S+\.(?:tex|bib|json)) \|", source, re.MULTILINE)) == {
        path.relative_to(folder).as_posix() for path in files
    }


def test_the_bytes_that_are_easily_lost_are_there():
    """A checkout that converts line ends, or an editor that trims, would take these away."""
    assert b"\r\n" in (DATA / "ethereum-research" / "discouragement.tex").read_bytes()
    assert b"\r\n" in (DATA / "bbt-torture" / "jabref-crlf-groups.bib").read_bytes()
    assert b"\x0c" in (DATA / "bbt-torture" / "form-feeds-and-comment.bib").read_bytes()
    assert not (DATA / "scipy-articles" / "consortium.tex").read_bytes().endswith(b"\n")
