"""Nothing is written, woven, revised, suggested or handed on from a paper that was taken back."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from covering import covering
from typer.testing import CliRunner

from agent_client import call
from citeloom.actions.checking.check import check
from citeloom.actions.checking.claims.at_a_place import claim_fixes
from citeloom.actions.context import Context
from citeloom.cli.main import app_for
from projects import make_project, sample

SAID = "We read quokka stripes by marimba grammars. It reaches 99 percent of all quokka stripes."
ENDING = f"{SAID} This paper has been withdrawn by the authors due to an error in Theorem 2."
BEGINNING = f"This article has been retracted at the request of its authors. {SAID}"
MARKS = ("marimba", "99 percent")
PROJECT = sample("withdrawn_papers")
FORMS = {
    "end": ("Parsing stripes", ENDING),
    "begin": ("Parsing stripes", BEGINNING),
    "retracted": ("RETRACTED: Parsing stripes", SAID),
    "withdrawn": ("WITHDRAWN: Parsing stripes", SAID),
    "label": ("Parsing stripes", f"RETRACTED: {SAID}"),
    "French": ("Parsing stripes", f"{SAID} Le présent article a été rétracté."),
    "note": ("Parsing stripes", f"{SAID}}}, note={{Retracted by its publisher"),
    "keyword": ("Parsing stripes", f"{SAID}}}, keywords={{stripes, Retracted Publication"),
}
"""Titles and abstracts that say that their paper was taken back."""
OWN = "Ravens parse nuts with a grammar of shells~\\citep{fine}."


def project(folder: Path, title: str, abstract: str, own: str = "") -> Path:
    text = PROJECT.replace("TITLE", title).replace("ABSTRACT", abstract)
    return make_project(folder, text.replace("OWN", f"{own}\n"))


def printed(*arguments: str) -> str:
    """Return what a command prints, and the error that ends it."""
    given = list(arguments)
    result = CliRunner().invoke(app_for(given), given)
    return f"{result.output}{result.exception or ''}"


def is_used(text: str) -> bool:
    return any(mark in text for mark in MARKS)


def it_is_not_written_about_unless_it_is_named(tmp_path: Path, title: str, abstract: str) -> None:
    main = project(tmp_path, title, abstract)
    told = printed("write", str(main))
    assert "and is not written about" in told and "{fine}" in told
    assert not is_used(told) and "{gone}" not in told
    named = printed("write", str(main), "--keys", "gone,fine")
    assert "warning: 'gone' was " in named
    assert is_used(named) is (abstract == SAID), "an abstract with a notice in it is none"


def it_is_woven_in_with_a_warning(tmp_path: Path, title: str, abstract: str) -> None:
    main = project(tmp_path, title, abstract, OWN)
    told = printed("weave", str(main), "gone")
    assert "'gone' was " in told
    assert abstract == SAID or not is_used(told)


def no_sentence_about_it_is_written_anew(tmp_path: Path, title: str, abstract: str) -> None:
    main = project(tmp_path, "Parsing stripes", SAID)
    assert not printed("write", str(main), "--in-place").startswith("error")
    lines = main.read_text("utf-8").splitlines()
    line = next(number for number, it in enumerate(lines, 1) if "marimba" in it)
    project_bib = tmp_path / "refs.bib"
    changed = project_bib.read_text("utf-8").replace("Parsing stripes", title)
    project_bib.write_text(changed.replace(SAID, abstract), encoding="utf-8")
    told = printed("revise", str(main), "--do", "sentence", "--line", str(line))
    assert "it gets no new sentence" in told and not is_used(told)


def a_check_says_it_and_offers_no_words_of_it(tmp_path: Path, title: str, abstract: str) -> None:
    main = project(tmp_path, title, abstract)
    checked = check(main, Context(), claims=True)
    assert "retracted" in {it.rule for it in checked.problems}
    assert checked.claims is not None
    new = [
        fix.edit.new_text
        for sentence in checked.claims.sentences
        for fix in claim_fixes(sentence, checked.claims.texts)
    ]
    assert not any(map(is_used, new))


@pytest.mark.parametrize("abstract", [ENDING, BEGINNING])
def test_no_key_element_is_read_from_its_abstract(tmp_path: Path, abstract: str) -> None:
    main = project(tmp_path, "Parsing stripes", abstract)
    told = printed("show", str(main), "gone")
    assert "; its abstract or its entry's note says so; its abstract is not used" in told
    assert not is_used(told) and "Theorem" not in told and "- Aim" not in told


def an_uncited_one_is_not_suggested(tmp_path: Path, title: str, abstract: str) -> None:
    main = project(tmp_path, title, abstract)
    text = main.read_text("utf-8")
    main.write_text(text.replace("~\\citep{gone}", ""), encoding="utf-8")
    told = printed("suggest", str(main), "--offline")
    assert "Parsing stripes" not in told and not is_used(told)


def agents_are_told_and_get_no_abstract_with_a_notice(
    tmp_path: Path, title: str, abstract: str
) -> None:
    main = project(tmp_path, title, abstract)
    sentence = "Quokka stripes are read by marimba grammars"
    for tool, arguments in (
        ("paper", {"key": "gone"}),
        ("search_references", {"words": "quokka stripes"}),
        ("sentences_behind", {"claim": sentence}),
        ("references", {}),
    ):
        given = call(tmp_path, tool, file=main.name, **arguments)
        told = json.dumps(given.value)
        assert abstract == SAID or "99 percent" not in told, tool
    checked = call(tmp_path, "check_text", file=main.name, text=f"{sentence}~\\citep{{gone}}.")
    assert "was retracted" in checked.text or "was withdrawn" in checked.text


WAYS = (
    it_is_not_written_about_unless_it_is_named,
    it_is_woven_in_with_a_warning,
    no_sentence_about_it_is_written_anew,
    a_check_says_it_and_offers_no_words_of_it,
    an_uncited_one_is_not_suggested,
    agents_are_told_and_get_no_abstract_with_a_notice,
)


@pytest.mark.parametrize(("form", "way"), covering(FORMS, WAYS))
def test_a_paper_that_was_taken_back(
    form: str, way: Callable[[Path, str, str], None], tmp_path: Path
) -> None:
    way(tmp_path, *FORMS[form])


@pytest.mark.parametrize(
    "abstract",
    [
        "Withdrawal of opioids is measured in 99 percent of patients by marimba.",
        "We count 99 percent of the articles that were withdrawn from marimba journals.",
        "We present a model of landing gear, which was retracted in 99 percent of marimba planes.",
    ],
)
def test_who_writes_about_withdrawals_is_not_withdrawn(tmp_path: Path, abstract: str) -> None:
    main = project(tmp_path, "Withdrawal and retraction", abstract)
    told = printed("write", str(main))
    assert "{gone}" in told and "gone' was" not in told
