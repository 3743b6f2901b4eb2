r"""Citations of retracted papers in the author's own sentences, and what mends them."""

from contextlib import closing
from pathlib import Path

import pytest
from written_drafts import change, written_draft

from citeloom.actions.checking.check import check, check_project
from citeloom.actions.checking.retraction_fixes import retraction_fix
from citeloom.actions.context import Context, open_project
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.actions.suggesting.draft_sentences import asked_sentence_at
from citeloom.problem import Problem, Severity

MAIN = r"""\documentclass{article}
\begin{document}
%s

Others work on it~\cite{kim,ray}.
\bibliography{refs}
\end{document}
"""
BIB = r"""@article{gone, title = {RETRACTED: Parsers of chess moves}, author = {Lee, Bo},
 abstract = {A recurrent parser reads handwritten chess moves from score sheets.}}
@article{kim, title = {Reading score sheets}, author = {Kim, Al}, year = 2022,
 abstract = {Our transformer reads handwritten chess moves from score sheets.}}
@article{ray, title = {Birds}, author = {Ray, Jo}, year = 2001,
 abstract = {A detector of flight calls finds thrushes and warblers.}}
"""


def _main(folder: Path, sentence: str) -> Path:
    main = folder / "main.tex"
    main.write_text(MAIN % sentence, encoding="utf-8")
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    return main


def _told(main: Path) -> list[Problem]:
    """Return the problems of retracted papers that stand in the text."""
    found = check_project(open_project(main, Context()), Context(), every_place=True).problems
    of_text = [it for it in found if it.place is not None and it.place.file == main]
    return [it for it in of_text if it.rule == "retracted"]


def _fixed(main: Path, marked: str) -> dict[str, str]:
    """Return the sentence after the fix of the retracted paper's key, by the fix's title."""
    context, text = Context(), main.read_text("utf-8")
    opened = open_project(main, context)
    with closing(PaperReader(context.user.store, opened.project.root)) as reader:
        source = opened.project.documents[main]
        fix = retraction_fix(opened, reader, source, text.index(marked))
    return {fix.title: fix.edit.applied_to(text).splitlines()[2]} if fix else {}


def test_it_is_told_where_it_is_cited_and_at_its_entry(tmp_path: Path) -> None:
    main = _main(tmp_path, r"Chess moves are read \cite[p.~2]{ray,gone} by a parser.")
    (problem,) = _told(main)
    assert problem.severity is Severity.WARNING
    assert problem.message == "'gone' was retracted"
    assert problem.place is not None and problem.place.span is not None
    assert problem.place.span.of(main.read_text("utf-8")) == "gone"

    (of_entry,) = (it for it in check(main, Context()).problems if it.rule == "retracted")
    assert of_entry.place is not None and of_entry.place.file.name == "refs.bib"
    assert of_entry.message == "'gone' was retracted (the .bib file)"


@pytest.mark.parametrize(
    "sentence",
    [
        r"A parser reads chess moves \cite{gone}, but that paper was retracted.",
        r"The authors have withdrawn their parser \cite{gone}.",
        r"\nocite{gone}Chess moves are read \cite{kim}.",
        r"A parser reads chess moves \cite{gone}. % citeloom: ignore",
        r"A parser reads chess moves \citep[since retracted]{gone}.",
        r"A parser reads chess moves \cite{gone}\footnote{Retracted in 2020.}.",
        r"Moves are read.\footnote{See \cite{gone}, which was retracted.} More is not.",
        r"\begin{figure}\caption{Moves of \cite{gone} (since retracted).}\end{figure}",
    ],
    ids=["retracted", "withdrawn", "nocite", "ignored", "note", "footnote", "in one", "caption"],
)
def test_a_sentence_that_says_so_is_left_alone(tmp_path: Path, sentence: str) -> None:
    assert _told(_main(tmp_path, sentence)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        r"A parser reads chess moves \cite{gone} by \ref{retracted}. % retracted",
        r"\begin{figure}\caption{Moves of \cite{gone}.}\label{fig:retracted}\end{figure}",
    ],
)
def test_what_no_reader_sees_says_nothing(tmp_path: Path, sentence: str) -> None:
    assert len(_told(_main(tmp_path, sentence))) == 1


def test_that_it_was_retracted_can_be_mentioned(tmp_path: Path) -> None:
    main = _main(tmp_path, r"Handwritten chess moves are read from score sheets~\cite{gone}.")
    said = "Handwritten chess moves are read from score sheets"
    assert _fixed(main, "gone}") == {
        "Mention that it was retracted": rf"{said}~\cite{{gone}} (since retracted).",
    }


@pytest.mark.parametrize(
    "citation",
    [
        "\\cite{ray,% the birds\n gone}",
        "\\cite{gone,% chess\n ray}",
        "\\cite[p.~3]{ray,gone}",
        "\\cites{ray}{gone}",
    ],
)
def test_no_comment_or_note_is_lost(tmp_path: Path, citation: str) -> None:
    main = _main(tmp_path, f"Much is read by machines {citation} today.")
    assert _fixed(main, "gone") == {}


@pytest.mark.parametrize(
    ("citation", "after"),
    [(r"\cite{ray,gone}", r"\cite{ray}"), (r"\citep{gone, ray}", r"\citep{ray}")],
)
def test_one_beside_others_can_be_taken_from_their_list(
    tmp_path: Path, citation: str, after: str
) -> None:
    main = _main(tmp_path, f"Much is read by machines {citation} today.")
    fixed = _fixed(main, "gone")
    assert fixed == {"Remove 'gone' here": f"Much is read by machines {after} today."}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_kind_part_no_sentence(tmp_path: Path, line_end: str) -> None:
    main = _main(tmp_path, "The parser\nof \\cite{gone} was\nretracted. Machines read.")
    main.write_bytes(main.read_bytes().replace(b"\n", line_end.encode()))
    assert _told(main) == []
    project = open_project(main, Context()).project
    document = project.documents[main]
    asked = asked_sentence_at(project, document, document.text.index("of \\cite"))
    assert asked is not None and asked.sentence.span.of(document.text).startswith("The parser")


def test_a_sentence_that_needs_its_citation_keeps_it(tmp_path: Path) -> None:
    main = _main(tmp_path, r"\citet{gone} present a novel machine.")
    after = {
        "Mention that it was retracted": r"\citet{gone} (since retracted) present a novel machine."
    }
    assert _fixed(main, "gone}") == after


@pytest.mark.parametrize("after", ["'s machine", "-like machines"])
def test_no_word_that_goes_on_is_parted(tmp_path: Path, after: str) -> None:
    main = _main(tmp_path, rf"We follow \citet{{gone}}{after}.")
    assert _fixed(main, "gone") == {}


def test_a_stale_sentence_of_ours_is_told_of_once(tmp_path: Path) -> None:
    main = written_draft(tmp_path)
    change(main.with_name("refs.bib"), "On Ash", "RETRACTED: On Ash")
    found = check_project(open_project(main, Context()), Context(), every_place=True).problems
    stale = [it.place.span for it in found if it.rule == "stale" and it.place and it.place.span]
    (own,) = [it.place.span for it in _told(main) if it.place and it.place.span]
    assert own.start == main.read_text("utf-8").index("ash,elm")
    assert len(stale) == 1
