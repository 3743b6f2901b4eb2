"""``citeloom evaluate --study``: two models over real connections, killed and gone on with."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from endpoint_behaviour import Behaviour

from endpoint_server import Running, running
from made_data_sets import made_data_set

Run = Callable[..., tuple[int, str, str]]

WEAK = (
    "The related work is about parsing. It parses trees of many kinds [P1].",
    '{"paragraphs": [{"topic": "parsing", "sentences": [{"text": "They parse", "cites": "P1"',
    "I'm sorry, but I can't help with that request.",
)


def _by_turns() -> Callable[[str], str]:
    turns = count()
    return lambda _: WEAK[next(turns) % len(WEAK)]


@dataclass
class _Study:
    """A study of a strong and a weak model, and the folder that it stands in."""

    strong: Running
    weak: Running
    folder: Path

    def write(self, *methods: str, **more: Any) -> Path:
        """Write its file; ``more`` are further lines, as JSON."""
        made_data_set(self.folder, examples=8)
        given = {"data": ["."], "methods": methods, "papers": 3, "judges": ["g-score"], **more}
        lines = [f"{name} = {json.dumps(value)}" for name, value in given.items()]
        for name, server in (("strong", self.strong), ("weak", self.weak)):
            lines += [
                "[[models]]",
                f'called = "{name}"\naddress = "{server.address}"\nname = "stand-in"',
                "input_price = 1.0\noutput_price = 2.0",
            ]
        file = self.folder / "evening.toml"
        file.write_text("\n".join(lines), encoding="utf-8")
        return file

    @property
    def asked(self) -> tuple[int, int]:
        return len(self.strong.asked), len(self.weak.asked)

    def result(self, name: str) -> str:
        return (self.folder / "evening-results" / name).read_text(encoding="utf-8")

    def rows(self) -> dict[str, dict[str, Any]]:
        (found,) = json.loads(self.result("study.json"))["sets"]
        return {row["method"]: row for row in found["methods"]}


@pytest.fixture
def study(tmp_path: Path) -> Iterator[_Study]:
    with running() as strong, running(Behaviour(says=_by_turns())) as weak:
        yield _Study(strong, weak, tmp_path)


def test_what_it_takes_is_said_and_nothing_is_sent_without_a_yes(run: Run, study: _Study) -> None:
    file = study.write("zero-shot", "lead")
    code, out, err = run("evaluate", "--study", file, "--dry-run")
    assert (code, out) == (0, "")
    rows = {row[0]: row[1:] for row in (re.split(r" {2,}", line) for line in err.splitlines())}
    assert rows["zero-shot by weak"][:2] == ["0", "3"]
    assert rows["judge g-score"][:2] == ["0", "3"]
    assert rows["all, models side by side"][:2] == ["0", "9"]
    assert rows["all, models side by side"][4].endswith(" USD")
    assert "references, and what methods make of them" in err
    code, _, err = run("evaluate", "--study", file)
    assert (code, "nothing was sent" in err, study.asked) == (2, True, (0, 0))


@pytest.mark.parametrize("says", [False, True])
def test_in_a_terminal_it_asks(
    run: Run, study: _Study, says: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.confirm", lambda *_, **__: says)
    code, _, err = run("evaluate", "--study", study.write("lead", "zero-shot"))
    assert (code, "nothing was sent" in err, any(study.asked)) == (0 if says else 2, not says, says)


def test_one_page_has_all_that_came_of_it(run: Run, study: _Study) -> None:
    file = study.write("zero-shot", "select-read-write", "lead", read=2)
    code, out, err = run("evaluate", "--study", file, "--yes")
    assert (code, out) == (0, ""), err
    page, rows = study.result("study.md"), study.rows()
    assert list(rows) == [
        "zero-shot by strong",
        "select-read-write by strong",
        "zero-shot by weak",
        "select-read-write by weak",
        "lead",
        "authors",
    ]
    assert [len(row["examples"]) for row in rows.values()] == [3] * 6
    assert len({example["paper"] for example in rows["lead"]["examples"]}) == 3
    assert rows["zero-shot by strong"]["failed"] == 0
    for words in ("citation recall %", "g-score", "minutes", "tokens", "how the runs ended"):
        assert words in page
    for row in rows.values():
        for example in row["examples"]:
            for words in (*example["warnings"], example["failure"], example["refused"]):
                assert re.sub(r"([\\`*_<>|])", r"\\\1", " ".join(words.split()))[:60] in page
    to_read = study.result("to-read.html")
    assert not re.search("strong|weak|zero-shot", to_read)
    assert to_read.count("<article") <= 2 * 5
    asked = study.asked
    assert run("evaluate", "--study", file, "--yes")[0] == 0
    assert study.asked == asked


def test_votes_on_its_page_are_counted_without_a_question(run: Run, study: _Study) -> None:
    file = study.write("zero-shot", "lead")
    assert run("evaluate", "--study", file, "--yes")[0] == 0
    asked = study.asked
    names = re.findall(r'<li class="sentence" id="(\w+)\.(\d+)"', study.result("to-read.html"))
    votes = study.folder / "votes.json"
    given = [{"text": text, "sentence": int(at), "vote": "keep"} for text, at in names]
    votes.write_text(json.dumps({"votes": given}))
    code, out, err = run("evaluate", "--study", file, "--votes", votes)
    assert code == 0, err
    counted = {line.split("  ")[0] for line in out.splitlines()}
    assert {"lead", "zero-shot by strong"} <= counted
    assert study.asked == asked


def test_a_killed_study_goes_on_where_it_was(run: Run, study: _Study) -> None:
    file = study.write("zero-shot", "citegeist", "chatcite")
    texts = study.folder / "evening-results" / "texts"
    study.strong.behaviour.seconds = study.weak.behaviour.seconds = 0.02
    command = [sys.executable, "-m", "citeloom", "evaluate", "--study", str(file), "--yes"]
    for kept in (1, 5, 11):
        process = subprocess.Popen(command, env={**os.environ})
        try:
            while process.poll() is None and len(list(texts.rglob("*.json"))) < kept:
                sleep(0.01)
        finally:
            process.kill()
            process.wait()
    study.strong.take_what_was_sent()
    study.weak.take_what_was_sent()
    before = {path: path.read_bytes() for path in texts.rglob("*.json")}
    assert len(before) >= 11
    code, _, err = run("evaluate", "--study", file, "--yes")
    assert code == 0, err
    assert f"side by side  {len(before)}  " in re.sub(" {2,}", "  ", err)
    assert all(path.read_bytes() == data for path, data in before.items())
    assert len(list(texts.rglob("*.json"))) == 18
    asked, page = study.asked[0], study.result("study.md")
    assert run("evaluate", "--study", file, "--yes")[0] == 0
    assert study.asked[0] == asked
    of_judges = "**what judging used**"
    assert study.result("study.md").split(of_judges)[0] == page.split(of_judges)[0]
    # A question that was under way when the process was killed is asked once more.
    once = [json.dumps(body) for body in study.strong.asked if body["temperature"] == 0]
    assert len(once) - len(set(once)) <= 3


def test_a_model_that_cannot_be_used_keeps_no_other_from_writing(run: Run, study: _Study) -> None:
    file = study.write("zero-shot", "lead")
    study.weak.behaviour.always = "401"
    assert run("evaluate", "--study", file, "--yes")[0] == 0
    rows = study.rows()
    assert (rows["zero-shot by strong"]["failed"], rows["zero-shot by weak"]["failed"]) == (0, 3)
    assert len(study.weak.asked) == 1
    study.weak.behaviour.always, study.weak.behaviour.says = "", None
    assert run("evaluate", "--study", file, "--yes")[0] == 0
    assert study.rows()["zero-shot by weak"]["failed"] == 0


def test_a_file_that_is_wrong_says_so_before_anything_is_sent(run: Run, study: _Study) -> None:
    file = study.write("zero-shot", "lead")
    good = file.read_text(encoding="utf-8")
    wrong = {
        "zero-shot": ("no-such", "unknown method 'no-such'"),
        'called = "weak"': ('called = "strong"', "two models are called 'strong'"),
        "papers = 3": ("papers = 0", "papers"),
        "papers = 3\n": ("abstracts = 4\n", "no example has 4 references with an abstract"),
        'data = ["."]': ("", "names no data"),
        f'address = "{study.weak.address}"': ("", "neither a provider nor an address"),
    }
    for words, (instead, said) in wrong.items():
        assert words in good
        file.write_text(good.replace(words, instead), encoding="utf-8")
        code, _, err = run("evaluate", "--study", file, "--yes")
        assert (code, said in err) == (2, True), err
    assert run("evaluate", "--study", file.with_name("none.toml"))[0] == 2
    file.write_text(good, encoding="utf-8")
    assert run("evaluate", "--study", file, "--method=lead")[0] == 2
    assert run("evaluate")[0] == 2
    assert study.asked == (0, 0)
