"""New entries compile with BibTeX and biber reads them, whatever services say of the papers."""

from itertools import product
from pathlib import Path

import pytest

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.papers.entries.new_entries import NewEntries, new_entries
from citeloom.papers.paper import Author, Paper
from citeloom.settings import UserSettings
from citeloom_latex.bib.scan import scan_bib
from projects import make_project
from texlive import compile_project, needs_biber, needs_tex, run_biber

TEXTS = (
    "Attention is all you need",
    "Learning of BERT-like α-models for C++ & x_1 at 50% {of} $5",
    "A \\end{document} in a title {{{",
    "}}} closed “quotes” and 'others' and \"more\"",
    "§ ¶ † ‡ © ® ™ € £ ß Ø Å Æ Œ Ł Đ ð þ Þ Ð ŋ Ŋ ĳ",
    "Эйнштейн Ωμέγα 語言 العربية 🙂 ﬁ ★ ∑ √ ℝ × ± → ≤ 𝐱 x² H₂O",
    "\x00\x07\u200b\u202e\ud800 # ~ ^ | < > ` ´ @misc{a, title = {x",
    "x" * 3000,
    "Ångström's Über-Étude: ĀĂĄ ğ ı İ ő ű ř š ž ț ș ė į ų",
)
NAMES = (
    Author("Smith", "John"),
    Author("van der Berg", "Jan"),
    Author("Östlund-Łukasz", "Émile Å."),
    Author("García Márquez", "Gabriel"),
    Author("ATLAS Collaboration"),
    Author("and others"),
    Author("Smith and Sons, Inc.", ""),
    Author("et al."),
    Author("}{\\, %$#_&", "A and B"),
    Author("王", "伟"),
    Author("ßmith", "ð."),
    Author("O'Brien", 'D’Arcy "X"'),
)
PAPERS = [
    Paper(
        f"p{number}",
        title=title,
        authors=tuple(NAMES[(number + shift) % len(NAMES)] for shift in range(number % 4)),
        year=(2017, None, -5, 99_999, 1999)[number % 5],
        venue=("", venue, "Journal of X & Y", "Conference on Z_1", "arXiv")[number % 5],
        type=("", "article", "book", "phdthesis", "inproceedings", "}")[number % 6],
        doi=("10.1000/a.b", "", "10.1000/<x>;2-#", "}{", "10.48550/arxiv.1706.03762")[number % 5],
        arxiv_id=("", "1706.03762", "hep-th/9901001", "}")[number % 4],
        acl_id=("", "P19-1001", "}{")[number % 3],
        pmid=("", "123", "x")[number % 3],
        abstract=title,
    )
    for number, (title, venue) in enumerate(product(TEXTS, TEXTS[:7:2]))
]
PREAMBLE = "\\documentclass{{article}}\\usepackage[{}]{{natbib}}\\usepackage{{url}}"
BIB = "@{kind}{{old,\n  author = {{Ann Old}},\n  title = {title},\n  abstract = {{A.}}\n}}\n"
STYLES = [
    ("plainnat", BIB.format(kind="misc", title="{Old things}"), "round"),
    ("alpha", BIB.format(kind="ARTICLE", title="{{Old things}}"), "numbers"),
    ("plain", "", "numbers"),
    ("abbrvnat", BIB.format(kind="misc", title='"Old thïngs"'), "round"),
]


def make_entries(folder: Path, style: str, bib: str, option: str) -> tuple[Path, NewEntries]:
    fixture = (
        f"%! main.tex\n{PREAMBLE.format(option)}\n\\begin{{document}}Text.\\nocite{{*}}\n"
        f"\\bibliographystyle{{{style}}}\\bibliography{{refs}}\n\\end{{document}}\n"
        f"%! refs.bib\n{bib}"
    )
    main = make_project(folder, fixture)
    context = Context(user=UserSettings(data_folder=folder / "data"), folders=(folder,))
    opened = open_project(main, context)
    made = new_entries(PAPERS, opened, project_folder(opened.project, main, context))
    assert made.edit is not None and len(made.entries) > len(PAPERS) / 2
    (folder / "refs.bib").write_text(made.edit.applied_to(bib), "utf-8")
    return main, made


@needs_tex
@pytest.mark.parametrize(("style", "bib", "option"), STYLES, ids=[style for style, *_ in STYLES])
def test_they_compile(tmp_path: Path, style: str, bib: str, option: str) -> None:
    main, made = make_entries(tmp_path / "draft", style, bib, option)
    log = compile_project(main, tmp_path / "build")
    assert (log.errors, log.bibtex_errors, log.pdf is not None) == ((), (), True)
    listed = (tmp_path / "build" / "main.bbl").read_text("utf-8")
    assert all(f"{{{entry.key}}}" in listed for entry in made.entries)


@needs_biber
@pytest.mark.parametrize(("style", "bib", "option"), STYLES, ids=[style for style, *_ in STYLES])
def test_biber_reads_them_all_and_warns_of_nothing(
    tmp_path: Path, style: str, bib: str, option: str
) -> None:
    main, made = make_entries(tmp_path, style, bib, option)
    text, complaints = run_biber(main.with_name("refs.bib"))
    assert not [line for line in complaints.splitlines() if "ERROR" in line or "WARN" in line]
    keys = {entry.key for entry in scan_bib(text).entries}
    assert keys >= {entry.key for entry in made.entries}
