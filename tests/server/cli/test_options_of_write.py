"""No option of ``citeloom write`` is ignored in silence."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tabled import tabled

from projects import make_project

Run = Callable[..., tuple[int, str, str]]

PROJECT = "\n".join(
    [
        "%! main.tex\n\\documentclass{article}\n\\title{Parsing}\n\\begin{document}",
        "\\section{Introduction}\nTexts are read~\\cite{a,b,c}.\n\\section{Related Work}\n",
        "\\section{Method}\nOurs.\n\\bibliography{refs}\n\\end{document}\n%! refs.bib",
        *(
            f"@article{{{key}, title={{Study {key} of parsing}}, author={{Smith{key}, Ann}},"
            f" year=2020, abstract={{We propose a parser of kind {key} that reads any text.}}}}"
            for key in "abc"
        ),
    ]
)


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path, PROJECT)


def test_keys_may_be_named_by_several_options(run: Run, main: Path) -> None:
    _, out, err = run("write", main, "--keys", "a", "--keys", "b")
    assert "\\cite{a" in out and "b}" in out and "\\cite{c}" not in out, err


@pytest.mark.parametrize("option", ["--keys", "--exclude"])
@pytest.mark.parametrize("value", ["", ",", " , "], ids=["empty", "comma", "spaces"])
def test_an_option_without_a_key_is_refused(run: Run, main: Path, option: str, value: str) -> None:
    code, out, err = run("write", main, option, value)
    assert (code, out) == (2, "") and f"{option} contains no key" in err


def test_a_key_to_leave_out_that_is_not_cited_is_said(run: Run, main: Path) -> None:
    code, _, err = run("write", main, "--exclude", "smith", "--exclude", "a")
    assert code == 0 and "'smith' cannot be left out: the draft does not cite it" in err
    assert "'a' cannot be left out" not in err


def test_fewer_alternatives_than_wanted_are_said_and_none_is_shown_twice(
    run: Run, main: Path
) -> None:
    code, out, err = run("write", main, "--alternatives", "9")
    assert code == 0
    versions = out.split("% version ")[1:]
    texts = [version.partition("\n")[2].strip() for version in versions] or [out]
    assert len(set(texts)) == len(texts) > 0
    assert f"only {len(texts) - 1} of 9 different alternatives could be made" in err


@tabled(least=5)
def test_options_that_would_do_nothing_are_refused(
    run: Run, main: Path, options: list[str], message: str
) -> None:
    before = main.read_bytes()
    code, out, err = run("write", main, *options)
    assert (code, out, main.read_bytes()) == (2, "", before) and message in err


def test_a_dry_run_in_place_says_where(run: Run, main: Path) -> None:
    code, _, err = run("write", main, "--dry-run", "--in-place")
    assert code == 0 and "main.tex:7, at the end of 'Related Work'" in err
    assert run("write", main, "--in-place")[0] == 0
    code, _, err = run("write", main, "--dry-run", "--in-place")
    assert "main.tex:8, between the marks in 'Related Work'" in err
