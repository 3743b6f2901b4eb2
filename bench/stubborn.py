"""The text of runs whose endpoint refuses a paper, cuts answers off or writes slowly, by pdflatex.

Printed for `docs/measurements.md`: warnings and text of each case, and what pdflatex says of it.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from citeloom.methods.result import Result
from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.render import render
from endpoint_server import Behaviour, running
from modelled_runs import model_at, task, write
from texlive import compile_project

METHODS = ("ckma", "chatcite")
TASK = task(4)
TEXT, TITLE = r"in setting 1\b", r"Work 1 on"
CASES = {
    "refuses the text of one paper": Behaviour(objects_to=TEXT),
    "refuses its title too": Behaviour(objects_to=f"{TEXT}|{TITLE}"),
    "cut off, every third answer": Behaviour(faults=["", "", "cut-off"] * 6),
    "streams slowly": Behaviour(between=0.02),
    "streams that break off": Behaviour(faults=["", "broken-stream:9"] * 2),
}


def main() -> None:
    """Print each case."""
    for name, behaviour in CASES.items():
        for method in METHODS:
            faults = list(behaviour.faults)
            with running(behaviour) as server:
                result = asyncio.run(write(method, TASK, model_at(server)))
            behaviour.faults = faults
            print(f"\n{name}, {method}: {len(server.asked)} requests; {compiled(result)}")
            for warning in result.warnings:
                print(f"warning: {warning}")
            print(latex_of(result))


def latex_of(result: Result) -> str:
    """Return the text as LaTeX."""
    keys = {paper.id: paper.key for paper in TASK.references}
    return render(result.paragraphs, keys, CitationStyle("citet", "citep")).latex


def compiled(result: Result) -> str:
    """Return what pdflatex says of the text in a document of its own."""
    entries = "\n".join(
        f"@article{{{paper.key}, title={{{paper.title}}}, year={paper.year}, journal={{J}},"
        f" author={{{paper.authors[0].family}, A.}}}}"
        for paper in TASK.references
    )
    with tempfile.TemporaryDirectory() as folder:
        main_file = Path(folder) / "project" / "main.tex"
        main_file.parent.mkdir()
        main_file.write_text(
            "\\documentclass{article}\\usepackage{natbib}\\begin{document}\n"
            f"{latex_of(result)}\n\\bibliographystyle{{plainnat}}\\bibliography{{refs}}\n"
            "\\end{document}\n"
        )
        (main_file.parent / "refs.bib").write_text(entries)
        log = compile_project(main_file, Path(folder) / "build")
    faults = (*log.errors, *log.undefined_citations)
    return "; ".join(faults) or "compiles"
