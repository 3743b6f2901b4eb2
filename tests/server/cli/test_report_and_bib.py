"""``citeloom report`` and ``citeloom bib``: what an author hands in beside a paper."""

from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from citeloom.actions.context import Context, open_project
from citeloom.actions.papers.cited_bib import cited_bib
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from projects import make_project, sample

Run = Callable[..., tuple[int, str, str]]

DRAFT = sample("report_and_bib_draft")


class Texts(HTMLParser):
    """What a browser would show, and the elements of the page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def test_a_report_has_each_sentence_with_its_source(tmp_path: Path, run: Run) -> None:
    main = make_project(tmp_path, DRAFT)
    assert run("write", main, "--in-place")[0] == 0
    text = main.read_text("utf-8")
    changed = text.replace("parser for trees", "fast parser for trees", 1)
    assert changed != text
    main.write_text(changed, "utf-8")
    code, page, _ = run("report", main)
    texts = Texts(page)
    said = " ".join(texts.said)
    assert code == 0
    assert "We present a tagger of words for <many> languages." in said
    assert "[birch]" in said
    assert "(changed or removed since)" in said
    assert "No language model was used." in said
    assert "1 were changed or removed by the authors" in said
    assert "2 references: 2 not asked" in said
    assert texts.tags.isdisjoint({"script", "link", "img", "iframe"})
    assert "http" not in page
    code, page, _ = run("report", main, "--latex")
    assert code == 0 and "\\texttt{ash}: not asked" in page
    assert main.read_text("utf-8") == changed


def test_a_report_overwrites_nothing(tmp_path: Path, run: Run) -> None:
    main = make_project(tmp_path, DRAFT)
    assert run("report", main, "--output", tmp_path / "r.html")[0] == 0
    assert run("report", main, "--output", tmp_path / "r.html")[0] == 2
    assert "Trees" in (tmp_path / "r.html").read_text("utf-8")


BIBS = sample("report_and_bib_bibs")


def test_a_bib_of_what_is_cited(tmp_path: Path, run: Run) -> None:
    main = make_project(tmp_path, BIBS)
    code, out, _ = run("bib", main, "--cited")
    assert code == 0
    for kept in (
        '@preamble{"\\newcommand{\\noop}[1]{}"}',
        "@string{base = {Conference}}",
        "@string{conf = base # { on Trees}}",
        "@inproceedings{child, title = {A {Child} of $x$}, crossref = {Parent},\n   year = 2020 ,",
        '@proceedings{parent, title = "The Whole", booktitle = "The Whole"}',
        "@ARTICLE(plain, title={Plain, of \\noop{x}\n  two lines})",
    ):
        assert kept in out
    for gone in ("unused", "other", "left out", "The second"):
        assert gone not in out
    values = {it.entry.key: dict(it.values) for it in resolve([(out, scan_bib(out))])}
    project = open_project(main, Context()).project
    for key in ("child", "plain"):
        entry = project.entry(key)
        assert entry is not None and values[key] == dict(entry.values)


def test_which_entries_are_meant_is_to_be_said(tmp_path: Path, run: Run) -> None:
    code, out, err = run("bib", make_project(tmp_path, BIBS))
    assert (code, out) == (2, "") and "--cited" in err


def test_a_draft_that_cites_nothing_has_none(tmp_path: Path, run: Run) -> None:
    main = make_project(tmp_path, BIBS.replace("\\cite{child}\\nocite{plain}", ""))
    assert run("bib", main, "--cited")[0] == 2
    assert run("report", main)[0] == 2


@pytest.mark.parametrize("name", ["examples/main.tex"])
def test_values_stay_as_they_were(name: str) -> None:
    main = Path(__file__).parents[3] / name
    project = open_project(main, Context()).project
    text = cited_bib(project)
    values = {it.entry.key: dict(it.values) for it in resolve([(text, scan_bib(text))])}
    cited = [entry for entry in project.entries if entry.entry.key in values]
    assert len(cited) >= 19
    assert all(values[entry.entry.key] == dict(entry.values) for entry in cited)
