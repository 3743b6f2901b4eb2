"""Each command line of the documents: its options are there, and it runs where it can."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from citeloom.cli.main import app_for
from projects import make_project

ROOT = Path(__file__).parents[3]
LINE = re.compile(r"`(citeloom [a-z][^`\n]*)`|^(citeloom [a-z][^\n]*)$", re.MULTILINE)
DRAFT = r"""
%! main.tex
\documentclass{article}
\title{Trees}
\begin{document}
\begin{abstract}We parse trees.\end{abstract}
\section{Introduction}
We cite \cite{ash,birch}.
\section{Heading}
\section{Related Work}
\bibliography{refs}
\end{document}
%! refs.bib
@article{ash, title={Parsing trees}, author={Ann Ash}, year=2020, journal={J},
  abstract={We propose a parser for trees. It reads trees in linear time.}}
@article{birch, title={Tagging words}, author={Bob Birch}, year=2021, journal={J},
  abstract={We present a tagger of words for many languages. It is fast on all corpora.}}
"""
NOT_RUN = {
    "abstract": "reads what is pasted",
    "corpus": "needs a dump or a server",
    "evaluate": "needs data sets, and mostly a model",
    "fetch": "asks services",
    "key": "asks for a key",
    "library": "downloads a file",
    "mcp": "waits for an agent",
    "model": "asks a model",
    "outline": "needs a text that follows one",
    "revise": "needs a text that was inserted before",
    "serve": "waits for an editor",
    "train": "needs data sets",
    "weave": "needs a text that was inserted before",
    "--references": "asks services",
    "--judge": "asks a model",
    "--from-corpus": "needs a corpus",
    "--outline": "needs an edited outline",
    "hireview": "asks a model",
    "--restore": "needs a dismissed suggestion",
}
PLACEHOLDERS = {"KEY": "ash", "KEY…": "ash"}


def documented() -> list[str]:
    """Return the command lines of the documents, without remarks behind them."""
    texts = [
        path.read_text("utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    ]
    lines = {
        (one or block).partition("  #")[0] for text in texts for one, block in LINE.findall(text)
    }
    return sorted(line.strip() for line in lines)


def words_of(line: str) -> list[str]:
    words = shlex.split(line)[1:]
    return [PLACEHOLDERS.get(word, "main.tex" if word.endswith(".tex") else word) for word in words]


def test_the_documents_have_command_lines() -> None:
    assert len(documented()) > 80


@pytest.mark.parametrize("line", documented())
def test_its_command_and_options_are_there(line: str) -> None:
    words = words_of(line)
    command = typer.main.get_command(app_for(words))
    for word in words:
        if found := getattr(command, "commands", {}).get(word):
            command = found
    assert command.name in words
    there = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
    assert {word for word in words if word.startswith("--")} <= there


@pytest.mark.parametrize(
    "line",
    [
        line
        for line in documented()
        if " main.tex" in line.lower() and not NOT_RUN.keys() & {*line.split()}
    ],
)
def test_it_runs(
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Callable[..., tuple[int, str, str]],
) -> None:
    monkeypatch.chdir(make_project(tmp_path / "draft", DRAFT).parent)
    words = words_of(line)
    if words[0] == "strip":
        assert run("write", "main.tex", "--in-place")[0] == 0
    code, _, err = run(*words)
    assert code == 0, err
