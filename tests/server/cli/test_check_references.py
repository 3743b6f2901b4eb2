"""``citeloom check --references`` against loopback services: verdicts, exit codes, SARIF."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from citeloom.settings import Services, asked_services
from projects import make_project
from services.faults import Fault
from services.running import Running, running
from services.sample import SAMPLE

GARDEN = "title={Attention in Small Gardens: A Study of Plants}"
BY = 'author={M{\\"u}ller, {\\"A}nne and van der Berg, Jan}'
OWN = "abstract={We study how plants attend to each other, in small gardens, in summer.}"
BIB = rf"""
@article{{right, {GARDEN}, {BY}, year=2019, journal={{Journal of Gardens}}, {OWN}}}
@article{{older, {GARDEN}, {BY}, year=2012, doi={{10.1000/garden.1}}}}
@inproceedings{{other, title={{Graphs \& Trees for C++ Programmers}}, author={{Doe, Jo}},
  year=2021}}
@article{{unknown, title={{Of Nothing That Was Ever Written}}, author={{Doe, Jo}}, year=2021}}
@article{{teacup, title={{Cold Fusion in a Teacup}}, author={{Hasty, Harriet}}, year=2015,
  doi={{10.1000/withdrawn.4}}}}
"""

SCHEMA = Path(__file__).parents[2] / "data" / "sarif" / "sarif-2.1.0.json"

Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(
    run: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Check:
    def check(services: Running, *arguments: object) -> tuple[int, str, str]:
        lines = ['contact = "someone@example.org"', "[services]"]
        lines += [f'{name} = "{address}"' for name, address in services.addresses.items()]
        (tmp_path / "config.toml").write_text("\n".join(lines), "utf-8")
        monkeypatch.setenv("CITELOOM_CONFIG", str(tmp_path / "config.toml"))
        monkeypatch.setenv("CITELOOM_DATA", str(tmp_path / "data"))
        return run("check", *arguments)

    return check


def citing(folder: Path, *keys: str) -> Path:
    body = f"\\cite{{{','.join(keys)}}}\\bibliography{{refs}}"
    draft = f"\\documentclass{{article}}\\begin{{document}}{body}\\end{{document}}"
    return make_project(folder, f"%! main.tex\n{draft}\n%! refs.bib{BIB}")


def verdicts(out: str) -> dict[str, str]:
    return {it["key"]: it["verdict"] for it in json.loads(out)["references"]}


def test_verdicts(tmp_path: Path, check: Check) -> None:
    main = citing(tmp_path / "draft", "right", "older", "other", "unknown")
    with running(SAMPLE) as services:
        code, out, err = check(services, main, "--references", "--json")
        assert verdicts(out) == {
            "right": "verified",
            "older": "verified, with differences",
            "other": "probable match",
            "unknown": "not found",
        }
        (older,) = [it for it in json.loads(out)["references"] if it["key"] == "older"]
        (told,) = older["differences"]
        assert (told["field"], told["own"], told["record"]) == ("year", "2012", "2019")
        assert older["records"][0]["doi"] == "10.1000/garden.1"
        assert "4 references: 1 verified, 1 verified, with differences, 1 probable match" in err
        assert code == 0
        assert check(services, main, "--references", "--strict", "--json")[0] == 1
        asked = len(services.log)
        code, out, _ = check(services, main, "--references", "--offline")
        assert len(services.log) == asked
        assert "year '2012', there '2019'" in out and "[differs]" in out
        assert "    authors 'Jo Doe', there 'Róisín O'Neil'" in out
        assert "'unknown'" in out and "[not-found]" in out
        assert "made up" not in out
        plain = check(services, main)[1]
        assert "[differs]" in plain, "what is known is told without asking"
        assert "[not-found]" not in plain


def test_a_retracted_paper_is_grave(tmp_path: Path, check: Check) -> None:
    main = citing(tmp_path / "draft", "teacup")
    with running(SAMPLE) as services:
        code, out, _ = check(services, main, "--references", "--json")
        assert verdicts(out) == {"teacup": "verified"}
        assert code == 1
        assert check(services, main)[0] == 0


@pytest.mark.parametrize("fault", [Fault.FORBIDDEN, Fault.UNAVAILABLE, Fault.HTML])
def test_what_no_service_answered_is_not_called_unfound(
    fault: Fault, tmp_path: Path, check: Check
) -> None:
    main = citing(tmp_path / "draft", "older", "unknown")
    with running(SAMPLE, faults=dict.fromkeys(asked_services(Services()), fault)) as services:
        code, out, _ = check(services, main, "--references", "--strict", "--json")
    assert verdicts(out) == {"older": "not asked", "unknown": "not asked"}
    assert code == 0
    with running(SAMPLE) as services:
        _, out, _ = check(services, main, "--references", "--json")
    assert verdicts(out) == {"older": "verified, with differences", "unknown": "not found"}


def test_nothing_was_asked(tmp_path: Path, check: Check) -> None:
    main = citing(tmp_path / "draft", "right", "older")
    with running(SAMPLE) as services:
        code, out, _ = check(services, main, "--references", "--offline", "--json")
        assert not services.log
    assert set(verdicts(out).values()) == {"not asked"}
    assert code == 0


def test_all_entries_of_a_bib_file_alone_are_references(tmp_path: Path, check: Check) -> None:
    bib = tmp_path / "alone" / "refs.bib"
    bib.parent.mkdir()
    bib.write_text(BIB, "utf-8")
    with running(SAMPLE) as services:
        code, out, err = check(services, bib, "--references", "--json")
    assert len(verdicts(out)) == 5 and "5 references" in err
    assert code == 1, "one was retracted"


def test_what_is_outside_of_the_project_is_not_asked_and_told(tmp_path: Path, check: Check) -> None:
    main = citing(tmp_path / "elsewhere", "older")
    draft = main.read_text("utf-8").replace("{refs}", "{../elsewhere/refs}")
    main = make_project(
        tmp_path / "draft",
        f"%! .git/HEAD\nref\n%! own.bib\n@misc{{x,\n  title={{Own}}}}\n%! main.tex\n{draft}",
    )
    main.write_text(draft.replace("older}", "older,x}").replace("refs}", "refs,own}"), "utf-8")
    with running(SAMPLE) as services:
        _, out, err = check(services, main, "--references", "--json")
    assert verdicts(out)["older"] == "not asked"
    assert "refs.bib" in err


def test_sarif(tmp_path: Path, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    main = citing(tmp_path / "draft", "older", "unknown", "gone")
    monkeypatch.chdir(main.parent)
    with running(SAMPLE) as services:
        code, out, _ = check(services, main, "--references", "--sarif")
    log: dict[str, Any] = json.loads(out)
    assert not [*Draft202012Validator(json.loads(SCHEMA.read_bytes())).iter_errors(log)]
    (ran,) = log["runs"]
    assert (log["version"], ran["tool"]["driver"]["name"]) == ("2.1.0", "citeloom")
    found = {it["ruleId"]: it for it in ran["results"]}
    assert {it["id"] for it in ran["tool"]["driver"]["rules"]} == found.keys()
    assert {it["level"] for it in found.values()} <= {"error", "warning", "note"}
    place = found["differs"]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "refs.bib"
    assert place["region"]["startLine"] == 2
    assert found["undefined-key"]["level"] == "error"
    assert code == 1


@pytest.mark.parametrize(
    "options",
    [["--strict"], ["--offline"], ["--references", "--json", "--sarif"]],
    ids=" ".join,
)
def test_options_that_do_not_go_together(options: list[str], tmp_path: Path, check: Check) -> None:
    main = citing(tmp_path / "draft", "right")
    with running(SAMPLE) as services:
        assert check(services, main, *options)[0] == 2
        assert not services.log
