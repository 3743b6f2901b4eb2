"""``citeloom write`` says how many are written about, and how many are in the author's own text."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import write
from projects import make_project

Run = Callable[..., tuple[int, str, str]]

PROJECT = "\n".join(
    [
        "%! main.tex\n\\documentclass{article}\n\\title{Parsing}\n\\begin{document}",
        "\\begin{abstract}We read texts while they are typed.\\end{abstract}",
        "\\section{Introduction}\nTexts are read~\\cite{a,b,c}.\n\\section{Related Work}\nOWN",
        "\\section{Method}\nOurs.\n\\bibliography{refs}\n\\end{document}\n%! refs.bib",
        *(
            f"@article{{{key}, title={{Study {key} of parsing}}, author={{Smith{key}, Ann}},"
            f" year=2020, abstract={{We propose a parser of kind {key} that reads any text.}}}}"
            for key in "abc"
        ),
    ]
)
PROSE = "Parsers are old \\cite{a}."


def test_prose_is_not_written_about_again_unless_all_are_wanted(run: Run, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT.replace("OWN", PROSE))
    code, out, err = run("write", main, "--json")
    assert code == 0, err
    assert "covers 2 of 3 cited papers; 1 is already in your text (--all includes them)" in err
    found = json.loads(out)
    assert found["in_own_text"] == ["a"]
    assert "\\cite{a}" not in found["latex"] and "\\cite{b}" in found["latex"]
    code, out, err = run("write", main, "--json", "--all")
    assert json.loads(out)["in_own_text"] == []
    assert "\\cite{a}" in json.loads(out)["latex"] and "own text" not in err


def test_nothing_is_left_where_all_are_in_the_own_text(run: Run, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT.replace("OWN", "Parsers are old \\cite{a,b,c}."))
    code, _, err = run("write", main)
    assert code == 2
    assert "all 3 cited papers are already in your own text of this section (use --all to" in err
    assert "main.tex:7" in err


WITHOUT = (
    PROJECT.replace("\\section{Related Work}\nOWN\n", "")
    .replace("\\cite{a,b,c}", "\\cite{a,b}")
    .replace("Ours.", "Ours follows \\cite{c}.")
)


def test_a_draft_without_related_work_is_offered_the_section_that_cites_most(
    run: Run, tmp_path: Path
) -> None:
    main = make_project(tmp_path, WITHOUT)
    before = main.read_bytes()
    code, _, err = run("write", main, "--in-place")
    assert code == 2
    assert "--section Introduction, where 2 of 3 references are cited" in err
    assert main.read_bytes() == before


def test_what_the_introduction_tells_is_not_told_again_and_the_rest_is_named(
    run: Run, tmp_path: Path
) -> None:
    main = make_project(tmp_path, WITHOUT)
    code, _, err = run("write", main, "--in-place", "--section", "Introduction")
    assert code == 0, err
    assert "covers 1 of 3 cited papers; 2 are already in your text (--all includes them)" in err
    assert "to write about: c\n" in err
    text = main.read_text(encoding="utf-8")
    assert text.count("\\cite{a,b}") == 1 and text.count("\\cite{c}") == 2
    code, _, err = run("write", main, "--in-place", "--section", "Introduction")
    assert (code, main.read_text(encoding="utf-8")) == (0, text), err


def test_a_waiting_text_says_it_and_stays_up_to_date(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT.replace("OWN", PROSE))
    titles = {}
    for all_cited in (False, True):
        request = WriteRequest(main, all_cited=all_cited)
        written = asyncio.run(write(plan(request, Context()), Context()))
        text = waiting_related_work(written, request)
        titles[all_cited] = text.title
    assert titles[False].endswith("covers 2 of 3 cited papers; 1 is already in your text")
    assert titles[True].endswith("3 of 3 cited")
