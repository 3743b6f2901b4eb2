"""Citation recall and precision of what was written: in JSON, and at the foot of the preview."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from citeloom.actions.checking.claims.written_scores import copied_in_words
from citeloom.cli.main import app_for
from citeloom.grounding.support.citation_scores import CitationScores
from projects import make_project

PROJECT = r"""
%! main.tex
\documentclass{article}
\title{Listening to the Night}
\begin{document}
\section{Introduction}
Birds are heard~\cite{ada,per,bare}.
\section{Related Work}
\bibliography{refs}
\end{document}
%! refs.bib
@article{ada, title = {Neural parsing of chess notation}, author = {Okafor, Ada}, year = 2020,
  abstract = {Okafor's network parses handwritten chess notation into legal moves.}}
@article{per, title = {Hearing birds at night}, author = {Lindqvist, Per}, year = 2019,
  abstract = {We present a detector of flight calls, which finds thrushes and warblers.}}
@article{bare, title = {Openings of doors}, author = {Bare, Bo}, year = 2001}
"""


def test_json_has_the_scores_of_each_version(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    arguments = ["write", str(main), "--method", "extractive", "--alternatives", "1", "--json"]
    result = CliRunner().invoke(app_for(arguments), arguments)
    written = json.loads(result.stdout)

    for version in (written, *written["alternatives"]):
        cited = {key for it in version["paragraphs"] for s in it["sentences"] for key in s["cites"]}
        metrics = version["metrics"]
        assert cited == {"ada", "per", "bare"}
        # A title alone supports nothing.
        assert metrics["citation_recall"] == 1
        assert metrics["citation_precision"] == pytest.approx(2 / 3)
        assert metrics["unknown_citations"] == 1


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        (
            CitationScores(6, 6, 7, 7, 0, copied=5),
            "5 of 6 sentences are copied from the papers: reword them before you submit.",
        ),
        (CitationScores(0, 0, 0, 0, 0), ""),
    ],
)
def test_copied_sentences_in_words(scores: CitationScores, words: str) -> None:
    assert copied_in_words(scores) == words
