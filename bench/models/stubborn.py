"""The text that comes of an endpoint that ignores schemas, in each form and with each fault.

Prints the section of `docs/measurements.md`: for each case what the endpoint does, and for each
method its requests and warnings, what pdflatex says, and the text.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from bench.shared.data import TESTS

sys.path.insert(0, str(TESTS))

from answering_in_words import answer_in_words
from citeloom.methods.result import Result
from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.render import RenderedText, render
from citeloom.placing.unset_letters import unset_letters
from citeloom_latex.typesetting import Typesetting
from endpoint_server import Behaviour, running
from modelled_runs import model_at, task, write
from texlive import compile_project
from written_sentences import FORMS, answer_in_form

METHODS = {"CKMA": "ckma", "ChatCite": "chatcite"}
TASK = task(4)
TYPESETTING = Typesetting()
TEXT, TITLE = r"in setting 1\b", r"Work 1 on"
IN_WORDS = Behaviour(says=answer_in_words)


@dataclass(frozen=True)
class Case:
    """What an endpoint does, in words, and how it does it."""

    name: str
    behaviour: Behaviour
    written: tuple[str, ...] = ()


CASES = (
    Case("answers by the schema", Behaviour()),
    Case("answers what the messages ask in words", IN_WORDS),
    *(
        Case(f"writes sentences: {form}", Behaviour(says=answer_in_form(form)), FORMS[form])
        for form in FORMS
    ),
    Case("cuts every third answer off", replace(IN_WORDS, faults=["", "", "cut-off"] * 6)),
    Case("refuses the text of one paper by a filter", replace(IN_WORDS, objects_to=TEXT)),
    Case("refuses its title too", replace(IN_WORDS, objects_to=f"{TEXT}|{TITLE}")),
    Case(
        "excuses itself from one paper",
        replace(IN_WORDS, objects_to=TEXT, objects_by="excuse"),
    ),
    Case("streams slowly, a piece each 20 ms", replace(IN_WORDS, between=0.02)),
    Case("breaks two streams off", replace(IN_WORDS, faults=["", "broken-stream:9"] * 2)),
)


def main() -> None:
    """Print each case."""
    print("    python -m bench stubborn\n")
    for case in CASES:
        print(f"### It {case.name}\n")
        for sentence in case.written:
            print(f"- `{sentence}`")
        if case.written:
            print()
        for title, method in METHODS.items():
            behaviour = replace(case.behaviour, faults=list(case.behaviour.faults))
            with running(behaviour) as server:
                result = asyncio.run(write(method, TASK, model_at(server)))
            text = rendered(result)
            print(f"{title}, {len(server.asked)} requests, {compiled(text.latex)}:\n")
            print("\n".join(f"    {line}" for line in text.latex.splitlines()) + "\n")
            warnings = (*result.warnings, *unset_letters(text.sentences, TYPESETTING))
            for warning, times in Counter(warnings).items():
                print(f"- {'' if times == 1 else f'{times} times: '}{warning}")
            if warnings:
                print()


def rendered(result: Result) -> RenderedText:
    keys = {paper.id: paper.key for paper in TASK.references}
    style = CitationStyle("citet", "citep")
    return render(result.paragraphs, keys, style, typesetting=TYPESETTING)


def compiled(latex: str) -> str:
    """Return what pdflatex says of a text in a document of its own."""
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
            f"{latex}\n\\bibliographystyle{{plainnat}}\\bibliography{{refs}}\n"
            "\\end{document}\n",
            "utf-8",
        )
        (main_file.parent / "refs.bib").write_text(entries, "utf-8")
        log = compile_project(main_file, Path(folder) / "build")
    faults = (*log.errors, *log.undefined_citations)
    return "; ".join(faults) or "compiles"
