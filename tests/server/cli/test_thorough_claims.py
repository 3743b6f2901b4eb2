"""``check --claims --thorough``: what the quiet check lets go is told of too."""

import json
from collections.abc import Callable
from pathlib import Path

from projects import make_project, sample

Run = Callable[..., tuple[int, str, str]]

PROJECT = sample("thorough_claims")


def test_only_a_thorough_check_tells_of_it_and_says_what_that_is_worth(
    tmp_path: Path, run: Run
) -> None:
    main = make_project(tmp_path, PROJECT)
    _, quiet, said_quietly = run("check", main, "--claims")
    code, thorough, said = run("check", main, "--claims", "--thorough")

    assert code == 0
    assert "[unsupported]" not in quiet
    assert "ada: " not in quiet
    assert "'ada': its abstract shares no word with this" in thorough
    assert "not an error" in said
    assert "not an error" not in said_quietly


def test_the_doubts_are_in_the_answer_for_programs(tmp_path: Path, run: Run) -> None:
    main = make_project(tmp_path, PROJECT)
    _, out, _ = run("check", main, "--claims", "--thorough", "--json")
    (sentence,) = json.loads(out)["claims"]["sentences"]

    assert [it["rule"] for it in sentence["claims"][0]["doubts"]] == ["unsupported"]


def test_it_checks_claims_without_being_asked_for_these_too(tmp_path: Path, run: Run) -> None:
    main = make_project(tmp_path, PROJECT)
    _, alone, said = run("check", main, "--thorough")
    assert "a note is a hint" in said
    assert run("check", main, "--claims", "--thorough")[1] == alone
