"""What folders of papis give to the papers of a project."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from citeloom.papers.from_bib import papers_of
from citeloom.papers.libraries.filling import OwnLibraries
from citeloom.papers.libraries.kept_index import KeptIndex, index_file
from citeloom.papers.libraries.papis import info_files
from citeloom.papers.libraries.papis import library as papis
from citeloom.papers.libraries.papis.info import (
    DEEPEST_VALUE,
    InfoError,
    info_values,
    paper_of_info,
)
from citeloom.papers.libraries.papis.library import PapisLibraries
from citeloom.papers.libraries.port import LibraryItem, UnreadItem
from citeloom.papers.paper import Author, Paper
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib

ABSTRACT = "We count ash trees in the north and find fewer of them than ever before."
ASH = f"""\
abstract: '{ABSTRACT}'
author: Smith, Ann and van der Berg, Bob
author_list:
- affiliation:
  - name: A University
  family: Smith
  given: Ann
- affiliation: []
  family: van der Berg
  given: Bob
doi: 10.1000/ASH
files:
- ash.pdf
journal: Trees
papis_id: 5a1f
ref: smith20ash
tags: trees
time-added: 2024-01-05-10:11:12
title: Ash Trees
type: article
year: 2020
"""
needs_yaml = pytest.mark.skipif(
    find_spec("yaml") is None, reason="the extra papis is not installed"
)


@pytest.fixture
def yaml() -> ModuleType:
    return pytest.importorskip("yaml", reason="the extra papis is not installed")


def add(top: Path, folder: str, text: str | bytes) -> Path:
    path = top / folder / "info.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def fill(tmp_path: Path, bib: str = "") -> tuple[Paper, tuple[str, ...]]:
    entry = bib or "@article{ash, title = {Ash Trees}, author = {Ann Smith}, year = 2020}"
    papers = papers_of(resolve([(entry, scan_bib(entry))]))
    library = OwnLibraries(tmp_path / "data", [PapisLibraries([tmp_path / "papers"])])
    ((paper,), notes) = library.fill(papers)
    return paper, notes


def read(tmp_path: Path) -> tuple[list[Paper], list[UnreadItem]]:
    found = list(PapisLibraries([tmp_path / "papers"]).read())
    papers = [item.paper for item in found if isinstance(item, LibraryItem)]
    return papers, [item for item in found if isinstance(item, UnreadItem)]


@needs_yaml
@pytest.mark.parametrize(
    "bib",
    [
        "@misc{x, doi = {10.1000/ash}, title = {Ash Trees}}",
        "@misc{smith20ash, title = {{Ash} trees}}",
        "@misc{x, title = {Ash Trees}, author = {A. Smith and B. van der Berg}, year = 2020}",
    ],
    ids=["DOI", "key", "title, authors and year"],
)
def test_an_abstract_is_found_by_what_proves_the_paper(bib: str, tmp_path: Path) -> None:
    add(tmp_path / "papers", "trees/smith-ash", ASH)
    paper, notes = fill(tmp_path, bib)
    assert (paper.abstract, paper.sources["abstract"], notes) == (ABSTRACT, "papis", ())


@needs_yaml
@pytest.mark.parametrize(
    "bib",
    [
        "@misc{x, doi = {10.1000/oak}, title = {Ash Trees}, author = {Smith, A.}, year = 2020}",
        "@misc{x, title = {Ash Trees}, author = {Ng, Carla}, year = 2020}",
        "@misc{smith20ash, title = {Oak Forests of the South}}",
    ],
    ids=["another DOI", "other authors", "another title with the key"],
)
def test_another_paper_gets_nothing(bib: str, tmp_path: Path) -> None:
    add(tmp_path / "papers", "smith-ash", ASH)
    assert fill(tmp_path, bib)[0].abstract == ""


@needs_yaml
def test_what_is_kept_follows_the_files(tmp_path: Path) -> None:
    info = add(tmp_path / "papers", "smith-ash", ASH)
    assert fill(tmp_path)[0].abstract == ABSTRACT
    info.write_text(ASH.replace("fewer", "many more"))
    assert "many more" in fill(tmp_path)[0].abstract
    info.unlink()
    add(tmp_path / "papers", "oak", ASH.replace("Ash", "Oak"))
    assert fill(tmp_path)[0].abstract == ""


@needs_yaml
def test_unchanged_files_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(tmp_path / "papers", "smith-ash", ASH)
    fill(tmp_path)
    monkeypatch.setattr(papis, "import_library", lambda *_: pytest.fail("read again"))
    assert fill(tmp_path)[0].abstract == ABSTRACT


@needs_yaml
def test_a_broken_file_is_named_and_the_others_count(tmp_path: Path) -> None:
    broken = add(tmp_path / "papers", "broken", "title: [Oak\nyear: 2020\n")
    add(tmp_path / "papers", "latin", ASH.replace("Ann", "Zoë").encode("latin-1"))
    add(tmp_path / "papers", "smith-ash", ASH)
    for _ in range(2):  # Also where they are not read again.
        paper, (note,) = fill(tmp_path)
        assert paper.abstract == ABSTRACT
        assert str(broken) in note and "line 2" in note and "(and 1 more)" in note


def test_without_the_library_for_yaml_a_note_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    add(tmp_path / "papers", "smith-ash", ASH)
    paper, (note,) = fill(tmp_path)
    assert paper.abstract == "" and "PyYAML" in note and "'papis'" in note


@needs_yaml
def test_a_folder_without_papers_of_papis_is_said(tmp_path: Path) -> None:
    (tmp_path / "papers/scans").mkdir(parents=True)
    _, (note,) = fill(tmp_path)
    assert str(tmp_path / "papers") in note and "info.yaml" in note


def test_fields_are_read_as_they_are_written(yaml: ModuleType) -> None:
    text = "year: 2020\ntitle: yes\nmonth: 0x1F\nabstract: null\nref: '~'\ndate: 2020-99-99\n"
    assert info_values(text, yaml) == {
        "year": "2020",
        "title": "yes",
        "month": "0x1F",
        "abstract": "",
        "ref": "~",
        "date": "2020-99-99",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ASH, (Author("Smith", "Ann"), Author("van der Berg", "Bob"))),
        ("author: Smith, Ann; Lee, Bob", (Author("Smith", "Ann"), Author("Lee", "Bob"))),
        ("author_list:\n- {given_name: Ann, surname: Smith}", (Author("Smith", "Ann"),)),
        ("author: A and B\nauthor_list: []", (Author("A"), Author("B"))),
        (
            "author_list:\n- Ann Smith\n- family: Trees and Forests Group\n- given: Plato\n- [x]",
            (Author("Smith", "Ann"), Author("Trees and Forests Group"), Author("Plato")),
        ),
        ("author_list:\n- family: 'Sm}i{th'\n  given: '{A'\n", (Author("Smith", "A"),)),
    ],
    ids=["list", "semicolons", "earlier names", "an empty list", "other forms", "braces"],
)
def test_authors_are_read_in_each_form(
    text: str, expected: tuple[Author, ...], yaml: ModuleType
) -> None:
    assert paper_of_info(info_values(text, yaml)).authors == expected


@pytest.mark.parametrize(
    "text",
    ["eprint: '2001.12345'", "arxivid: 2001.12345v2", "url: https://arxiv.org/abs/2001.12345"],
    ids=["eprint", "arxivid", "url"],
)
def test_the_arxiv_id_is_read(text: str, yaml: ModuleType) -> None:
    assert paper_of_info(info_values(f"title: Ash\n{text}", yaml)).arxiv_id == "2001.12345"


BOMB = "a: &a [x, x]\n" + "".join(
    f"{name}: &{name} [*{last}, *{last}]\n"
    for last, name in zip("abcdefghij", "bcdefghijk", strict=True)
)


@pytest.mark.parametrize("written_in", ["C", "Python"])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (BOMB, "aliases"),
        ("a: &a [*a]", "aliases"),
        ("<<: *x\ntitle: y", "aliases"),
        ("a: " + "[" * (DEEPEST_VALUE + 1), "nested"),
        ("- " * (DEEPEST_VALUE + 1), "nested"),
        ("title:\n" + "- x\n" * 400_000, "too many"),
        ("- a\n- b", "no fields"),
        ("just words", "no fields"),
        ("", "no fields"),
    ],
    ids=["bomb", "endless", "merge", "flow", "block", "long", "list", "words", "empty"],
)
def test_what_is_not_read_is_refused_by_what_it_is(
    text: str, why: str, written_in: str, yaml: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    if written_in == "Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    with pytest.raises(InfoError, match=why):
        info_values(text, yaml)


# Whether the library or we refuse these, and in which words, is the library's affair.
@pytest.mark.parametrize("written_in", ["C", "Python"])
@pytest.mark.parametrize(
    "text",
    [
        *(sign * 100_000 for sign in ("[", "{", "- ", "? ")),
        'title: "\\UFFFFFFFF"',
        "title: \x00",
        "%YAML 1." + "9" * 5_000 + "\n---\ntitle: x",
        "title: x\n\ttitle: y: z",
    ],
    ids=["flow", "braces", "block", "keys", "no letter", "NUL", "version", "tab"],
)
def test_hostile_files_are_refused(
    text: str, written_in: str, yaml: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    if written_in == "Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    with pytest.raises(InfoError) as refused:
        info_values(text, yaml)
    assert 0 < len(str(refused.value)) < 200 and "\n" not in str(refused.value)


def test_tags_construct_nothing(yaml: ModuleType) -> None:
    values = info_values('title: !!python/object/apply:os.system ["exit 1"]\nref: !!int x', yaml)
    assert values == {"title": ["exit 1"], "ref": "x"}
    assert paper_of_info(values).title == ""


@needs_yaml
def test_a_file_too_large_and_one_that_is_no_file_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(papis, "LARGEST_INFO", len(ASH))
    add(tmp_path / "papers", "a", ASH)
    add(tmp_path / "papers", "b", ASH + "#" * 100)
    (tmp_path / "papers/c/info.yaml").mkdir(parents=True)
    papers, unread = read(tmp_path)
    assert len(papers) == 1 and [item.path.parent.name for item in unread] == ["b", "c"]


@needs_yaml
@pytest.mark.parametrize("limit", ["MOST_PAPERS", "MOST_BYTES", "MOST_FOLDERS"])
def test_an_endless_library_is_read_to_a_limit_that_is_said(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        add(tmp_path / "papers", f"shelf{number}/paper", ASH)
    most = 2 * len(ASH.encode()) if limit == "MOST_BYTES" else 2
    monkeypatch.setattr(papis if limit == "MOST_BYTES" else info_files, limit, most)
    papers, (unread,) = read(tmp_path)
    assert len(papers) < 4 and "more than" in unread.why


@needs_yaml
def test_hidden_folders_and_those_too_deep_are_left_out(tmp_path: Path) -> None:
    add(tmp_path / "papers", ".git/old", ASH)
    add(tmp_path / "papers", "/".join("x" * 20), ASH)
    add(tmp_path / "papers", "ash", ASH)
    assert len(read(tmp_path)[0]) == 1


@needs_yaml
@pytest.mark.skipif(os.name == "nt", reason="links need a right of their own there")
def test_links_that_lead_out_are_not_followed(tmp_path: Path) -> None:
    outside = add(tmp_path, "elsewhere", ASH)
    add(tmp_path / "papers", "oak", ASH.replace("Ash", "Oak"))
    (tmp_path / "papers/folder").symlink_to(outside.parent, target_is_directory=True)
    (tmp_path / "papers/loop").symlink_to(tmp_path / "papers", target_is_directory=True)
    linked = tmp_path / "papers/linked/info.yaml"
    linked.parent.mkdir()
    linked.symlink_to(outside)
    papers, (unread,) = read(tmp_path)
    assert [paper.title for paper in papers] == ["Oak Trees"]
    assert unread.path == linked and "leads out" in unread.why


@needs_yaml
@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("ash.pdf", True),
        ("sub/ash.pdf", True),
        ("../../secret.pdf", False),
        ("link.pdf", False),
        ("{top}/secret.pdf", False),
        ("~/secret.pdf", False),
        ("//host/share/secret.pdf", False),
        ("info.yaml", False),
    ],
    ids=["beside", "below", "dots", "link", "absolute", "home", "share", "no PDF"],
)
def test_files_count_inside_of_the_library_alone(name: str, read: bool, tmp_path: Path) -> None:
    named = name.format(top=tmp_path.as_posix())
    info = add(tmp_path / "papers", "ash", ASH.replace("- ash.pdf", f"- '{named}'"))
    (info.parent / "sub").mkdir()
    for path in (info.parent / "ash.pdf", info.parent / "sub/ash.pdf", tmp_path / "secret.pdf"):
        path.write_bytes(b"%PDF-1.4")
    if os.name != "nt":
        (info.parent / "link.pdf").symlink_to(tmp_path / "secret.pdf")
    library = PapisLibraries([tmp_path / "papers"])
    index = KeptIndex(index_file(tmp_path, "papis"), library)
    index.refresh()
    assert any(library.may_read(path) for path in index.files([0])) is read


@needs_yaml
def test_a_folder_that_is_not_there_gives_nothing(tmp_path: Path) -> None:
    paper, notes = fill(tmp_path)
    assert (paper.abstract, notes) == ("", ())
