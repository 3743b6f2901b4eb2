"""The sections that a text can be for, written or woven into, compiled before and after."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bench.writing.writing_after_edits import written
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.placing.marks import find_marks
from projects import make_project
from texlive import compile_project, needs_tex

BIB = """
@article{ash, title={Parsing trees}, author={Ann Ash}, journal={J}, year=2020,
  abstract={We propose a parser for trees. It reads trees in linear time.}}
@article{birch, title={Tagging words}, author={Bob Birch}, journal={J}, year=2021,
  abstract={We present a tagger of words for many languages. It is fast on all corpora.}}
@article{cedar, title={Pruning networks}, author={Cid Cedar}, journal={J}, year=2022,
  abstract={We introduce pruning of networks by weights. Networks become smaller by it.}}
@article{dogwood, title={Early exits}, author={Dan Dogwood}, journal={J}, year=2023,
  abstract={We study early exits for pruning of networks, which save computation.}}
"""
ENDING = "\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n%! refs.bib" + BIB
CITED = "We cite~\\cite{ash,birch,cedar}."


def draft(body: str, document_class: str = "article") -> str:
    begin = f"%! main.tex\n\\documentclass{{{document_class}}}\n\\begin{{document}}\n"
    return f"{begin}{body}\n{ENDING}"


INSIDE = draft(
    f"\\section{{Introduction}}\n{CITED}\n\\section{{Background}}\n\\subsection{{Notation}}\n$x$."
    "\n\\subsection{Related Work}\n\\section{End}\nDone."
)
CHAPTERS = (
    draft("\\include{one}\n\\include{two}", "report")
    + f"%! one.tex\n\\chapter{{One}}\n{CITED}\n\\section{{Way}}\n\\subsection{{Related Work}}\n"
    + "%! two.tex\n\\chapter{Two}\nSee~\\cite{dogwood}.\n\\section{Related Work}\n"
)
OWN_TEXT = draft(
    f"\\section{{Introduction}}\n{CITED}\n\\section{{Related Work}}\n\\begin{{figure}}x"
    "\\caption{From \\cite{cedar}.}\\end{figure}\nParsers read trees of all kinds~\\cite{ash}."
)
TALK = draft(
    f"\\section{{Introduction}}\n\\begin{{frame}}{{I}}\n{CITED}\n\\end{{frame}}\n"
    "\\section{Related Work}\n\\begin{frame}{R}\n\\end{frame}\n\\section{End}\n"
    "\\begin{frame}{E}\nDone.\n\\end{frame}",
    "beamer",
)
ENUMERATION = draft(
    f"\\section{{Introduction}}\n{CITED}\n\\section{{Related Work}}\nNetworks shrink in two ways. "
    "The first removes weights~\\cite{cedar}.\nThe second saves steps.\n\n"
    "Parsers read trees~\\cite{ash}."
)


def moved(text: str) -> str:
    """Move the text between the marks into the introduction, and name its section anew."""
    block = next(iter(find_marks(text))).span.of(text)
    return (
        text.replace(block, "")
        .replace(CITED, f"{CITED}\n\n{block}")
        .replace("{Related Work}", "{What Others Did}")
    )


def edited(text: str) -> str:
    """Make a list of the sentences, with words and a footnote of the author's."""
    content = next(iter(find_marks(text))).content.of(text)
    first, *others = content.splitlines()
    items = "\n".join(f"\\item {line}" for line in others)
    own = f"{first.replace('proposes', 'has')}\\footnote{{I doubt it.}}\n"
    return text.replace(content, f"{own}\\begin{{itemize}}\n{items}\n\\end{{itemize}}\n")


@needs_tex
@pytest.mark.slow
@pytest.mark.parametrize(
    ("fixture", "file", "cites"),
    [
        (INSIDE, "main.tex", {"ash", "birch", "cedar"}),
        (CHAPTERS, "two.tex", {"dogwood"}),
        (CHAPTERS, "one.tex", {"ash", "birch", "cedar"}),
        (OWN_TEXT, "main.tex", {"birch", "cedar"}),
        (TALK, "main.tex", {"ash", "birch", "cedar"}),
        (INSIDE.replace("\n", "\r\n"), "main.tex", {"ash", "birch", "cedar"}),
    ],
    ids=["inside", "chapter", "deep in a chapter", "own text", "talk", "Windows"],
)
def test_what_is_written(fixture: str, file: str, cites: set[str], tmp_path: Path) -> None:
    main = make_project(tmp_path / "paper", fixture.replace("\r\n", "\n"))
    path = main.parent / file
    if "\r\n" in fixture:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    before = compile_project(main, tmp_path / "before").errors
    if any("beamer.cls' not found" in error for error in before):
        pytest.skip("this TeX has no beamer")
    assert not before
    assert written(WriteRequest(path))
    text = path.read_bytes().decode()
    (block,) = find_marks(text)
    content = block.content.of(text)
    assert {key for key in ("ash", "birch", "cedar", "dogwood") if key in content} == cites
    log = compile_project(main, tmp_path / "after")
    assert (log.errors, log.undefined_citations) == ((), ())


@needs_tex
@pytest.mark.slow
@pytest.mark.parametrize("change", [moved, edited])
def test_what_is_written_again_where_its_author_has_changed_it(
    change: Callable[[str], str], tmp_path: Path
) -> None:
    main = make_project(tmp_path / "paper", INSIDE)
    written(WriteRequest(main))
    main.write_text(change(main.read_text("utf-8")), "utf-8")
    assert not compile_project(main, tmp_path / "before").errors
    written(WriteRequest(main, keys=("dogwood", "ash", "birch")))
    text = main.read_text("utf-8")
    assert len(find_marks(text)) == 1
    assert "dogwood" in text
    assert text.count("\\footnote") == (change is edited)
    log = compile_project(main, tmp_path / "after")
    assert (log.errors, log.undefined_citations) == ((), ())


@needs_tex
@pytest.mark.slow
def test_what_is_woven_in(tmp_path: Path) -> None:
    main = make_project(tmp_path / "paper", ENUMERATION)
    assert not compile_project(main, tmp_path / "before").errors
    assert written(WeaveRequest(main, keys=("dogwood",)))
    before, _, after = main.read_text("utf-8").partition("% citeloom:begin")
    assert before.endswith("The second saves steps.\n")
    assert "Parsers" in after
    log = compile_project(main, tmp_path / "after")
    assert (log.errors, log.undefined_citations) == ((), ())
