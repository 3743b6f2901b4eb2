"""`check --claims --judge`: what a model says of claims, and what its quotes are worth."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from endpoint_server import Behaviour, running
from model_project import configure
from projects import make_project, sample

Run = Callable[..., tuple[int, str, str]]

PROJECT = sample("judging_claims")
TRUE = "A detector of flight calls finds thrushes in long recordings."


def _says(verdict: str, *quotes: str) -> Callable[[str], str]:
    said = {"claim": 1, "verdict": verdict, "quotes": quotes, "why": "So it is."}
    return lambda _: json.dumps({"claims": [said]})


def _judged(run: Run, main: Path, says: Callable[[str], str] | None) -> tuple[Any, str]:
    with running(Behaviour(says=says)) as server:
        configure(server)
        code, out, err = run("check", main, "--claims", "--judge", "--json")
        assert code == 0
    first, second = json.loads(out)["claims"]["sentences"]
    assert second["claims"][0]["judgement"] is None, "nothing is known of the paper"
    return first["claims"][0]["judgement"], err


@pytest.mark.parametrize(
    ("verdict", "quote", "judged", "places"),
    [
        ("supported", TRUE, "supported", ["abstract"]),
        ("supported", "a detector of flight CALLS finds thrushes", "supported", ["abstract"]),
        ("supported", "Thrushes are always found by calls.", "cannot tell", []),
        ("supported", "thrushes", "cannot tell", []),
        ("not supported", "It was tested on an island.", "not supported", ["abstract"]),
    ],
    ids=["whole", "part", "invented", "a word", "against"],
)
def test_a_verdict_counts_as_far_as_its_quotes_are_true(
    run: Run, tmp_path: Path, verdict: str, quote: str, judged: str, places: list[str]
) -> None:
    said, _ = _judged(run, make_project(tmp_path, PROJECT), _says(verdict, quote))

    assert said["verdict"] == judged
    assert [quote["where"] for quote in said["quotes"]] == places
    assert said["false_quotes"] == (not places)


def test_an_answer_in_another_form_is_none(run: Run, tmp_path: Path) -> None:
    said, err = _judged(run, make_project(tmp_path, PROJECT), lambda _: "Yes, quite.")

    assert said is None
    assert "no usable answer about 1 claim" in err


def test_the_terminal_shows_what_is_not_supported_with_its_quotes(run: Run, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with running(Behaviour(says=_says("not supported", "It was tested on an island."))) as server:
        configure(server)
        _, out, _ = run("check", main, "--claims", "--judge")

    assert "main.tex:4: per: the model says: not supported, because: So it is\n" in out
    assert "per, abstract: It was tested on an island." in out


def test_what_would_be_sent_is_shown_word_for_word_and_nothing_is_sent(
    run: Run, tmp_path: Path
) -> None:
    main = make_project(tmp_path, PROJECT.replace("{Hearing", "{\x1b[2JHearing"))
    with running(Behaviour(says=_says("supported", TRUE))) as server:
        configure(server)
        code, out, err = run("check", main, "--claims", "--judge", "--dry-run")
        _, page, _ = run("check", main, "--claims", "--judge", "--dry-run", "--json")
        assert server.asked == []
        run("check", main, "--claims", "--judge")
        (asked,) = server.asked
        _, later, said = run("check", main, "--claims", "--judge", "--dry-run", "--json")

    assert code == 0 and "\x1b" not in out + page
    assert "sent there: the sentences of 1 claim" in err
    assert "about 1 call" in err
    found = json.loads(page)
    shown = found["instructions"] + found["questions"][0]
    assert [(it["role"], it["content"]) for it in asked["messages"]] == [
        (it["role"], it["text"]) for it in shown
    ]
    for text in (it["text"].replace("\x1b", "\\u001b") for it in shown):
        assert text in out
    assert json.loads(later)["questions"] == []
    assert "answers reused: 1 of 1 claims" in said


def test_claims_on_the_same_paper_are_one_question_each_in_its_sentence(
    run: Run, tmp_path: Path
) -> None:
    more = (
        r"Calls are heard~\cite{per}. Recordings are long~\cite{per}, whereas doors squeak "
        r"in every house~\cite{bare}. Doors are"
    )
    main = make_project(tmp_path, PROJECT.replace("Doors are", more))
    said = [
        {"claim": at, "verdict": "not supported", "quotes": [], "why": f"Why {at}."}
        for at in (3, 1)
    ]
    with running(Behaviour(says=lambda _: json.dumps({"claims": said}))) as server:
        configure(server)
        _, out, err = run("check", main, "--judge", "--json")
        question = server.asked[0]["messages"][-1]["content"]
    assert "«Recordings are long», whereas doors squeak in every house." in question
    sentences = json.loads(out)["claims"]["sentences"]
    judged = [it["claims"][0]["judgement"] for it in sentences[:3]]
    assert [it and it["reason"] for it in judged] == ["Why 1.", None, "Why 3."]
    assert "no usable answer about 1 claim" in err


def test_options_that_need_each_other(run: Run, tmp_path: Path) -> None:
    code, _, err = run("check", make_project(tmp_path, PROJECT), "--claims", "--dry-run")

    assert code == 2
    assert "--dry-run needs --judge" in err


def test_without_a_model_it_says_so(run: Run, tmp_path: Path) -> None:
    code, _, err = run("check", make_project(tmp_path, PROJECT), "--judge")

    assert code == 2
    assert "none is configured" in err
