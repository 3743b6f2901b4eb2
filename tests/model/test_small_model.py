"""What the program does with the texts of a model that is far too small for them."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from small_model import NAME

from projects import make_project

Run = Callable[..., tuple[int, str, str]]
EXAMPLES = Path(__file__).parents[2] / "examples"
METHODS = ("ckma", "chatcite", "select-read-write", "hireview", "citegeist")
KEYS = ("li2024chatcite", "ge2021baco", "luu2021explaining", "hoang2010rwsummarization", "xing2020")


def project(folder: Path, address: str) -> Path:
    """Return a copy of the example, with this model in its user's settings."""
    settings = {"provider": "custom", "address": address, "name": NAME, "context": 8192}
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    Path(os.environ["CITELOOM_CONFIG"]).write_text("\n".join(["[model]", *lines]))
    files = [path for path in EXAMPLES.rglob("*") if path.suffix in (".tex", ".bib")]
    text = "".join(f"%! {path.relative_to(EXAMPLES)}\n{path.read_text()}\n" for path in files)
    make_project(folder, text)
    return folder / "main.tex"


def check_honest(code: int, out: str, err: str) -> None:
    """Check that a run that says nothing of a weak model has not given a weak text."""
    assert "P90" not in out, "words of the prompt's example"
    assert not re.search(r"quoted-|\[P\d", out)
    if code == 0:
        assert "seems too weak" not in err
        assert r"\cite" in out
    else:
        assert NAME in err, "which model it was"


@pytest.mark.slow
def test_one_method_with_two_references(small_model: str, tmp_path: Path, run: Run) -> None:
    main = project(tmp_path, small_model)
    keys = ",".join(known_keys(main)[:2])
    check_honest(*run("write", main, "--method", "citegeist", "--keys", keys, "--yes"))


@pytest.mark.model
@pytest.mark.parametrize("method", METHODS)
def test_each_method_with_five_references(
    method: str, small_model: str, tmp_path: Path, run: Run
) -> None:
    main = project(tmp_path, small_model)
    keys = ",".join(known_keys(main)[:5])
    check_honest(*run("write", main, "--method", method, "--keys", keys, "--yes"))


@pytest.mark.model
def test_a_paper_is_woven_in(small_model: str, tmp_path: Path, run: Run) -> None:
    main = project(tmp_path, small_model)
    keys = known_keys(main)
    assert run("write", main, "--in-place", "--exclude", keys[0])[0] == 0
    check_honest(*run("weave", main, keys[0], "--method", "chatcite", "--yes"))


@pytest.mark.model
def test_a_sentence_is_written_anew(small_model: str, tmp_path: Path, run: Run) -> None:
    main = project(tmp_path, small_model)
    assert run("write", main, "--in-place")[0] == 0
    text = main.parent / "sections/related.tex"
    asked = ("--line", 7, "--do", "sentence", "--method", "citegeist", "--yes")
    check_honest(*run("revise", text, *asked))


@pytest.mark.model
def test_claims_are_judged(small_model: str, tmp_path: Path, run: Run) -> None:
    main = project(tmp_path, small_model)
    assert run("write", main, "--in-place")[0] == 0
    code, _, err = run("check", main, "--claims", "--judge")
    assert code in (0, 1, 3), err


def known_keys(main: Path) -> list[str]:
    return re.findall(r"@\w+\{(\w+),", (main.parent / "references.bib").read_text())
