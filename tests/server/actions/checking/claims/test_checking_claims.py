"""`check --claims`: doubtful sentences with their places and sources; nothing unless asked."""

import json
from pathlib import Path

import pytest
from click.testing import Result
from families import families
from typer.testing import CliRunner

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.cli.main import app_for

FAMILIES = families(__file__)

EXAMPLE = Path(__file__).parents[5] / "examples" / "main.tex"
MAIN = r"""\documentclass{article}
\begin{document}
\section{Related Work}
%s
\bibliography{refs}
\end{document}
"""
BIB = """@article{ada2020, title = {Neural parsing of chess notation}, author = {Okafor, Ada},
 year = 2020, abstract = {We present a recurrent network that parses handwritten chess notation
 into legal moves. On 12,000 score sheets it reads 91.4\\% of all moves.}}
@article{per2019, title = {Hearing birds at night}, author = {Lindqvist, Per}, year = 2019,
 abstract = {A detector of flight calls finds thrushes and warblers in long recordings of nocturnal
 migration. It was tested on 300 hours from an island.}}
@article{bare2001, title = {Openings}, author = {Bare, Bo}, year = 2001}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    return tmp_path


def _run(main: Path, *options: str) -> Result:
    arguments = ["check", str(main), "--claims", *options]
    return CliRunner().invoke(app_for(arguments), arguments)


def _rules(project: Path, text: str) -> list[str]:
    main = project / "main.tex"
    main.write_text(MAIN % text, encoding="utf-8")
    checked = check(main, Context(), claims=True)
    assert checked.claims is not None
    told = {"unsupported", "misplaced-citation", "misattributed", "not-in-source", "verbatim"}
    return [problem.rule for problem in checked.problems if problem.rule in told]


COPIED = (
    r"They present a recurrent network that parses handwritten chess notation into legal moves "
    r"\cite{ada2020}."
)
ALSO = r"A detector of flight calls finds thrushes and warblers in long recordings \cite{per2019}."


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (
            f"{COPIED} Moves are read \\cite{{ada2020}}.",
            ["words in a row are copied from the source"],
        ),
        (f"{COPIED}\n\n{ALSO}", ["words in a row", "words in a row"]),
        (
            f"{COPIED} {ALSO} Moves are read \\cite{{ada2020}}.",
            ["2 of 3 sentences copy words of the papers they cite"],
        ),
    ],
    ids=["one", "two paragraphs", "a block"],
)
def test_copied_words_are_told_once_for_a_paragraph(
    project: Path, text: str, messages: list[str]
) -> None:
    main = project / "main.tex"
    main.write_text(MAIN % text, encoding="utf-8")
    told = [it.message for it in check(main, Context(), claims=True).problems]
    copied = [it for it in told if "words in a row" in it or "sentences copy" in it]
    assert len(copied) == len(messages)
    assert all(part in said for part, said in zip(messages, copied, strict=True))


@pytest.mark.parametrize(
    ("text", "rules"), FAMILIES["rules_of_sentences"].values(), ids=FAMILIES["rules_of_sentences"]
)
def test_rules_of_sentences(project: Path, text: str, rules: list[str]) -> None:
    assert _rules(project, text) == rules


@pytest.mark.parametrize(
    "text",
    [
        r"Birds sing.\footnote{Bo et al. find calls of thrushes \cite{per2019}.}",
        r"Birds\footnote{They call. Bo et al. hear calls of thrushes \cite{per2019}.} do.",
        "\\begin{figure}\n\\caption[Short]{Calls of thrushes that Bo et al. find, after "
        "\\cite{per2019}.}\n\\end{figure}",
        "A.\n\\begin{table}\n\\caption{Calls of thrushes by Bo et al. \\cite{per2019}}\n"
        "\\begin{tabular}{l}a\\end{tabular}\n\\end{table}",
    ],
    ids=["footnote", "within a sentence", "figure", "table"],
)
def test_captions_and_footnotes_are_checked_too(project: Path, text: str) -> None:
    assert _rules(project, text) == ["misattributed"]


def test_a_problem_stands_at_the_doubtful_words_with_its_source(project: Path) -> None:
    main = project / "main.tex"
    main.write_text(
        MAIN % r"Chess notation is read at 94.1\% of all moves~\cite{ada2020}.", encoding="utf-8"
    )
    checked = check(main, Context(), claims=True)
    (problem,) = (it for it in checked.problems if it.rule == "not-in-source")

    assert problem.place is not None
    assert problem.place.span is not None
    assert main.read_text("utf-8")[slice(*problem.place.span)].startswith("94.1")
    assert problem.message == "'ada2020': its abstract does not contain 94.1"
    assert "ada2020, abstract: " in problem.details


@pytest.mark.parametrize(
    ("heading", "rules"),
    [
        ("Related Work", ["not-in-source"]),
        ("Experimental Setup", []),
        ("Chess Evaluation", []),
        ("Related Work}\n\\subsection{Evaluation of Chess", ["not-in-source"]),
        ("Experimental Psychology", ["not-in-source"]),
    ],
)
def test_numbers_where_the_draft_tells_what_it_did_are_its_own(
    project: Path, heading: str, rules: list[str]
) -> None:
    said = r"Chess notation is read at 94.1\% of all moves~\cite{ada2020}."
    assert _rules(project, f"\\section{{{heading}}}\n\\subsection{{Moves}}\n{said}") == rules


def test_nothing_is_told_of_sentences_unless_it_is_asked_for(project: Path) -> None:
    main = project / "main.tex"
    main.write_text(MAIN % r"Chess is read at 94.1\% of moves~\cite{ada2020}.", encoding="utf-8")
    checked = check(main, Context())

    assert checked.claims is None
    assert all(problem.rule != "not-in-source" for problem in checked.problems)


def test_json_has_each_sentence_with_finding_reason_and_source(project: Path) -> None:
    main = project / "main.tex"
    main.write_text(
        MAIN
        % r"A recurrent network parses handwritten chess notation~\cite{ada2020}. Nobody is cited.",
        encoding="utf-8",
    )
    result = _run(main, "--json")
    claims = json.loads(result.stdout)["claims"]

    (sentence,) = claims["sentences"]
    (claim,) = sentence["claims"]
    (paper,) = claim["papers"]
    assert (sentence["line"], claim["keys"], claim["finding"]) == (
        4,
        ["ada2020"],
        "same words as the source",
    )
    assert paper["sources"][0]["where"] == "abstract"
    assert "“handwritten”" in paper["reason"]
    assert (claims["citation_recall"], claims["citation_precision"]) == (1.0, 1.0)


def test_the_terminal_shows_sources_below_a_problem(project: Path) -> None:
    main = project / "main.tex"
    main.write_text(
        MAIN % r"Chess notation is read at 94.1\% of all moves~\cite{ada2020}.", encoding="utf-8"
    )
    result = _run(main)

    assert "[not-in-source]" in result.output
    assert "ada2020, abstract: On 12,000 score sheets" in result.output
    assert "1 claim in 1 sentence: 1 to check, 0 in the same words" in result.output
    assert "recall" not in result.output


def test_the_shipped_example_has_no_sentence_of_which_nothing_is_there() -> None:
    checked = check(EXAMPLE, Context(), claims=True)

    assert checked.claims is not None
    assert checked.claims.sentences
    assert "unsupported" not in {problem.rule for problem in checked.problems}
