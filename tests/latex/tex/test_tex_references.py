"""The citations of real drafts: those of a slow reference reader, and still there half typed."""

import json
import random
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from citeloom_latex.file_encoding import decode
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation
from citeloom_latex.tex.scan import scan_tex
from citeloom_latex.tex.text import TexText
from corpus import BOTH, found_files
from projects import TESTS

LEAST_CITATIONS = 10
SECONDS, CHARACTERS_IN_A_SECOND = 20, 5_000
"""How long the reference reader may take: a start, and more for a longer text."""

INSERTIONS_IN_A_TEXT = 40
HALF_TYPED = [
    *(
        "\\cite{",
        "\\cite{smi",
        "\\citep[see",
        "\\citep[see][",
        "\\citet{a,",
        "\\cites{a}{",
        "\\cite",
    ),
    *("\\begin{", "\\begin{ver", "\\begin{verbatim}", "\\begin{lstlisting}", "\\begin{itemize}"),
    *(
        "\\begin{abstract}",
        "\\end{",
        "\\section{Rel",
        "\\section{",
        "\\input{",
        "\\ref{",
        "\\footnote{a",
    ),
    *("{", "}", "[", "$", "$$", "\\[", "\\", "\\(", "\\verb|", "\\lstinline!a", "\\url{http://a"),
    *("\\iffalse ", "\\title{A", "\\abstract{", "\\usepackage[", "\\bibitem[", "\\bibliography{r"),
    *(
        "\\textbf{a",
        "\\newcommand{\\a}",
        "\\newcommand{\\a}[1]{",
        "\\def\\a{",
        "\\let\\a",
        "\\hypersetup{",
    ),
]


@cache
def drafts(folder: Path) -> list[tuple[str, str]]:
    """Return the names and texts of a folder's files with citations enough."""
    found = []
    for path in found_files(folder, "*.tex", 30):
        text = decode(path.read_bytes()).text
        if len(scan_tex(text).citations) >= LEAST_CITATIONS:
            found.append((str(path.relative_to(folder)), text))
    return found


def explained(command: str) -> str | None:
    """Return why pylatexenc finds a citation where we find none, if it is known."""
    if command == "citetext":
        return "natbib's citetext sets text in the brackets of a citation; it holds no key"
    return None


@pytest.mark.parametrize("folder", BOTH)
def test_citations_are_those_of_pylatexenc(folder: Path) -> None:
    compared: Counter[str] = Counter()
    unexplained = []
    for name, text in drafts(folder):
        try:
            theirs = reference(text)
        except subprocess.TimeoutExpired:
            compared["files that the reference did not finish"] += 1
            continue
        body = max(0, text.find("\\begin{document}"))
        ours = {
            (one.span.start, one.command, tuple(key.key for key in one.keys))
            for one in scan_tex(text).citations
            if one.span.start >= body
        }
        compared["equal"] += len(ours & theirs)
        for start, command, keys in ours ^ theirs:
            why = explained(command) if (start, command, keys) in theirs else None
            if why:
                compared[why] += 1
            else:
                unexplained.append((name, start, command, keys, text[start : start + 80]))
    print(f"{folder.name}: {dict(compared)}")
    assert not unexplained
    assert compared["equal"] >= 40


def reference(text: str) -> set[tuple[int, str, tuple[str, ...]]]:
    done = subprocess.run(
        [sys.executable, str(TESTS / "pylatexenc_citations.py")],
        input=text.encode("utf-8"),
        stdout=subprocess.PIPE,
        timeout=SECONDS + len(text) / CHARACTERS_IN_A_SECOND,
        check=True,
    )
    return {(start, command, tuple(keys)) for start, command, keys in json.loads(done.stdout)}


@pytest.mark.parametrize("folder", BOTH)
def test_half_typed_text_costs_no_other_citation(folder: Path) -> None:
    number = random.Random(2024)
    others = 0
    lost: list[tuple[str, str, str]] = []
    for name, text in drafts(folder):
        before = TexText.of(text)
        body = before.facts.document or Span(0, len(text))
        for _ in range(INSERTIONS_IN_A_TEXT):
            new = number.choice(HALF_TYPED)
            at = number.randrange(body.start, body.end + 1)
            after = before.replaced(Span(at, at), new)
            expected = [one for one in before.facts.citations if not one.span.holds(at)]
            found = set(map(content, after.facts.citations))
            others += len(expected)
            for one in expected:
                moved = one.moved(len(new)) if one.span.start >= at else one
                if content(moved) not in found:
                    lost.append((name, new, one.span.of(text)))
    print(f"{folder.name}: {len(lost)} of {others} other citations lost")
    assert others > 1000
    assert len(lost) <= others / 1000, Counter(new for _, new, _ in lost)


def content(citation: Citation) -> tuple[object, ...]:
    """Return where a citation begins, and its command and keys."""
    return citation.span.start, citation.command, citation.keys
