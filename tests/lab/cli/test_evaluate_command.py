"""``citeloom evaluate``: tables, JSON and Markdown, and what it says when it cannot."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from endpoint_server import running
from made_data_sets import made_data_set
from model_project import configure

Run = Callable[..., tuple[int, str, str]]


def test_methods_side_by_side(run: Run, tmp_path: Path) -> None:
    data = made_data_set(tmp_path, examples=12)
    code, out, err = run("evaluate", data, "--method=lead", "--method=oracle", "--words=30")
    assert code == 0, err
    assert "made: 12 examples of 6 papers" in err
    assert "nothing leaves this machine" in err
    table = out.split("\n\n")[1].splitlines()
    assert [line.split()[0] for line in table[1:]] == ["method", "lead", "oracle"]
    assert "[" in table[2]
    assert len({len(line) for line in table[1:]}) == 1
    assert "30 words asked for" in out
    assert "what was used" not in out


def test_json_has_every_examples_own_scores(run: Run, tmp_path: Path) -> None:
    data = made_data_set(tmp_path)
    code, out, _ = run("evaluate", data, "--method=lead", "--json", "--cut=40", "--no-stemming")
    value = json.loads(out)
    assert code == 0
    assert value["rouge"] == {"library": value["rouge"]["library"], "stemming": False, "cut": 40}
    (only,) = value["sets"]
    lead, authors = only["methods"]
    assert [example["id"] for example in lead["examples"]] == [f"example{n}" for n in range(4)]
    mean = sum(example["rouge1"] for example in lead["examples"]) / 4
    assert lead["means"]["rouge1"]["mean"] == pytest.approx(mean)
    assert authors["method"] == "authors"
    assert authors["means"]["rouge1"] is None


def test_markdown_in_a_file_that_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    data, output = made_data_set(tmp_path, name="a|b"), tmp_path / "table.md"
    asked = ("evaluate", data, "--method=lead", "--markdown", "--output", output)
    assert run(*asked)[:2] == (0, "")
    assert "| lead |" in output.read_text(encoding="utf-8")
    assert r"**a\|b: 4 examples of 2 papers" in output.read_text(encoding="utf-8")
    assert run(*asked)[0] == 2
    assert run(*asked, "--force")[0] == 0


def test_the_cost_of_a_model_is_said_before_it_is_asked(run: Run, tmp_path: Path) -> None:
    data = made_data_set(tmp_path, examples=3)
    with running() as server:
        configure(server, input_price=1.0, output_price=2.0)
        code, out, err = run("evaluate", data, "--method=zero-shot", "--dry-run")
        assert (code, out, server.asked) == (0, "", [])
        assert "in all about 3 calls" in err
        code, out, err = run("evaluate", data, "--method=zero-shot", "--method=lead")
    assert code == 0, err
    used = out.split("what was used\n")[1].splitlines()
    assert used[1].split()[:3] == ["zero-shot", "stand-in", "3"]
    assert len(used) == 2


def test_an_interrupted_run_says_that_it_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("citeloom_lab.evaluation.baselines.Lead.write", write)
    code, _, err = run("evaluate", made_data_set(tmp_path), "--method=lead")
    assert code == 130
    assert "what was written is kept, and the same command goes on" in err


def test_no_start_loads_numpy_or_what_evaluation_needs() -> None:
    look = "import sys; print([name for name in sys.modules if name.partition('.')[0] in " + (
        "('rouge_score', 'nltk', 'absl', 'numpy') or name.startswith('citeloom_lab.evaluation')])"
    )
    for module in ("citeloom.cli.main; citeloom.cli.main.app_for(())", "citeloom.lsp.server"):
        done = subprocess.run(
            [sys.executable, "-c", f"import {module}; {look}"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout.strip() == "[]"


def test_data_shows_and_removes_the_texts(run: Run, tmp_path: Path) -> None:
    run("evaluate", made_data_set(tmp_path), "--method=lead")
    assert "4 texts that methods wrote for evaluations" in run("data", "show")[1]
    assert run("data", "clear")[0] == 0
    assert "for evaluations" not in run("data", "show")[1]


def test_a_page_to_read_and_its_votes(run: Run, tmp_path: Path) -> None:
    data, page = made_data_set(tmp_path), tmp_path / "page.html"
    asked = ("evaluate", data, "--method=lead", "--method=random", "--sample=3")
    code, out, err = run(*asked, "--read", page)
    assert (code, out) == (0, "")
    assert f"6 texts are written to {page}" in err
    names = re.findall(r'<li class="sentence" id="(\w+)\.(\d+)"', page.read_text(encoding="utf-8"))
    votes = tmp_path / "votes.json"
    given = [
        {"text": text, "sentence": int(at), "vote": "keep", "faults": []} for text, at in names
    ]
    votes.write_text(json.dumps({"page": "p", "votes": given}))
    code, out, err = run(*asked, "--votes", votes)
    assert code == 0, err
    rows = [line.split() for line in out.splitlines()[2:]]
    assert [row[0] for row in rows] == ["lead", "random"]
    assert sum(int(row[1]) for row in rows) == len(names)
    assert all(row[1] == row[2] and "100" in row for row in rows)
    assert run(*asked, "--read", page)[0] == 2
    assert run(*asked, "--seed=1", "--votes", votes)[0] == 2


def test_a_sample_is_drawn_by_the_seed(run: Run, tmp_path: Path) -> None:
    data = made_data_set(tmp_path, examples=20)
    drawn = []
    for seed in (1, 1, 2):
        code, out, _ = run(
            "evaluate", data, "--method=lead", "--json", "--sample=5", f"--seed={seed}"
        )
        assert code == 0
        examples = json.loads(out)["sets"][0]["methods"][0]["examples"]
        drawn.append([example["id"] for example in examples])
    assert len(drawn[0]) == 5
    assert drawn[0] == drawn[1] != drawn[2]


def test_texts_of_before_and_after_side_by_side(run: Run, tmp_path: Path) -> None:
    data, saved, page = made_data_set(tmp_path), tmp_path / "before.jsonl", tmp_path / "page.html"
    assert run("evaluate", data, "--method=random", "--save-texts", saved)[:2] == (0, "")
    asked = ("evaluate", data, "--method=random", "--seed=1", f"--texts=before={saved}")
    code, out, err = run(*asked, "--json")
    assert code == 0, err
    random, before, _ = json.loads(out)["sets"][0]["methods"]
    assert (random["method"], before["method"]) == ("random", "before")
    _, alone, _ = run("evaluate", data, "--method=random", "--json")
    assert before["means"] == json.loads(alone)["sets"][0]["methods"][0]["means"]
    assert before["means"] != random["means"]
    assert run(*asked, "--read", page)[0] == 0
    assert "8 texts to read" in page.read_text(encoding="utf-8")


def test_saved_texts_that_do_not_fit(run: Run, tmp_path: Path) -> None:
    data, saved = made_data_set(tmp_path), tmp_path / "saved.jsonl"
    run("evaluate", data, "--method=lead", "--method=random", "--save-texts", saved)
    said = {
        f"--texts=before={saved}": "holds texts of several methods (lead, random)",
        "--texts=before": "--texts before: write NAME=VALUE",
        f"--texts=before={data}": "holds no saved text",
        f"--texts=lead={saved}": "the name of a method that is evaluated",
    }
    for option, words in said.items():
        code, _, err = run("evaluate", data, "--method=lead", option)
        assert (code, words in err) == (2, True), err
    run("evaluate", data, "--method=lead", "--save-texts", saved, "--force")
    data.write_text(data.read_text(encoding="utf-8").replace("Others study", "They study", 1))
    code, _, err = run("evaluate", data, "--method=lead", f"--texts=before={saved}")
    assert (code, "has no text for the example 'example0'" in err) == (2, True)


def test_texts_are_judged_after_it_was_said_what_that_takes(run: Run, tmp_path: Path) -> None:
    data = made_data_set(tmp_path, examples=12)
    asked = ("evaluate", data, "--method=lead", "--method=random", "--judge=g-score")
    with running() as server:
        configure(server, input_price=1.0, output_price=2.0, currency="EUR")
        code, out, err = run(*asked, "--dry-run")
        assert (code, out, server.asked) == (0, "", [])
        assert "judge: g-score (ChatCite, section 4)" in err
        assert "all texts that are judged, the authors' own" in err
        assert "in all about 12 calls" in err
        assert " EUR" in err
        code, out, err = run(*asked)
        assert (code, len(server.asked)) == (0, 12), err
        answer = json.loads(run(*asked, "--json")[1])
        assert len(server.asked) == 12
    tables = {table.splitlines()[0]: table.splitlines()[1:] for table in out.split("\n\n")}
    judged = next(rows for title, rows in tables.items() if "g-score by stand-in" in title)
    assert judged[0].split()[:3] == ["method", "G-Score", "consistency"]
    assert [row.split()[0] for row in judged[1:]] == ["lead", "random"]
    assert tables["what judging used"][1].split()[:3] == ["g-score", "stand-in", "12"]
    (by_judge,) = answer["judged"]
    assert (by_judge["judge"], by_judge["model"]) == ("g-score", "stand-in")
    scores = [each["g_score"] for each in by_judge["examples"]["made"]["lead"]]
    mean = by_judge["sets"][0]["methods"][0]["means"]["g_score"]["mean"]
    assert mean == pytest.approx(sum(scores) / 12)


def test_a_judge_needs_a_model_and_a_table(run: Run, tmp_path: Path) -> None:
    data = made_data_set(tmp_path)
    code, _, err = run("evaluate", data, "--method=lead", "--judge=hireview")
    assert (code, "'hireview' needs a language model" in err) == (2, True), err
    page = tmp_path / "page.html"
    code, _, err = run("evaluate", data, "--method=lead", "--judge=hireview", "--read", page)
    assert (code, "do not go with --read" in err, page.exists()) == (2, True, False)
