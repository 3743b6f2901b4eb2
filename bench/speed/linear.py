"""Inputs that once took more time than in proportion, at n, 2 n and 4 n: processor seconds."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

from citeloom.actions.agents.project import AgentProjects
from citeloom.actions.agents.text_check import check_text
from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.papers.abstracts import clean_abstract

TIMES = (1, 2, 4)
WORDS = (
    "parsing",
    "trees",
    "graphs",
    "models",
    "tasks",
    "words",
    "labels",
    "scores",
    "maps",
    "nets",
)


def main() -> None:
    """Print the seconds of each."""
    with tempfile.TemporaryDirectory() as folder:
        _headings(Path(folder), 1)  # Imports what a check needs.
        for what, take, n in (
            ("check: characters of a doi field", _doi, 10_000),
            ("check: related-work headings", _headings, 1_000),
            ("clean_abstract: characters of a JATS tag", _jats_tag, 5_000),
            ("check_text: citations in one paragraph", _citations, 250),
        ):
            seconds = [take(Path(folder), n * times) for times in TIMES]
            told = ", ".join(f"{it:.3f}" for it in seconds)
            print(f"{what}: {told} s at {n:,}, {2 * n:,}, {4 * n:,}", flush=True)


def _doi(folder: Path, length: int) -> float:
    value = ("10." + "1111.110." * length)[:length]
    return _checked(folder, "See \\cite{a}.", f"@misc{{a, title = {{T}}, doi = {{{value}}}}}")


def _headings(folder: Path, count: int) -> float:
    return _checked(folder, "\\section{Related Work}\\subsection{x}\n" * count, _entries(1))


def _jats_tag(folder: Path, length: int) -> float:
    text = "</jats:" + "a" * length
    return _seconds(lambda: clean_abstract(text))


def _citations(folder: Path, count: int) -> float:
    main = _project(folder, "See \\cite{k0}.", _entries(50))
    project = AgentProjects([folder]).project(str(main))
    text = " ".join(
        f"The {WORDS[number % 10]} are compared with {WORDS[number // 10 % 10]} in one model "
        f"\\cite{{k{number % 50}}}."
        for number in range(count)
    )
    return _seconds(lambda: check_text(project, text))


def _entries(count: int) -> str:
    return "\n".join(
        f"@misc{{k{number}, title = {{On {WORDS[number % 10]} {number}}}, year = 2020,\n"
        f"  abstract = {{We compare {WORDS[number % 10]} with {WORDS[number // 10 % 10]}.}}}}"
        for number in range(count)
    )


def _checked(folder: Path, body: str, bib: str) -> float:
    main = _project(folder, body, bib)
    return _seconds(lambda: check(main, Context()))


def _project(folder: Path, body: str, bib: str) -> Path:
    main = folder / "main.tex"
    main.write_text(
        f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n"
        "\\bibliography{refs}\n\\end{document}\n"
    )
    (folder / "refs.bib").write_text(bib)
    return main


def _seconds(run: Callable[[], object]) -> float:
    started = process_time()
    run()
    return process_time() - started
