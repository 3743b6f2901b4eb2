"""``citeloom check``: which root it read a file with."""

import json
from pathlib import Path

from tabled import tabled
from typer.testing import CliRunner

from citeloom.cli.main import app_for
from projects import make_project, sample

SEVERAL = sample("check_command")


@tabled(least=3)
def test_the_root_is_said_and_how_to_choose_another(tmp_path: Path, part: str, line: str) -> None:
    make_project(tmp_path, SEVERAL)
    ran = CliRunner().invoke(app_for(()), ["check", str(tmp_path / part)])
    assert [said for said in ran.stderr.splitlines() if "root" in said] == ([line] if line else [])


def test_json_names_the_roots(tmp_path: Path) -> None:
    make_project(tmp_path, SEVERAL)
    ran = CliRunner().invoke(app_for(()), ["check", "--json", str(tmp_path / "ch/shared.tex")])
    answer = json.loads(ran.stdout)
    assert answer["root"] == str(tmp_path / "paper.tex")
    assert answer["other_roots"] == [str(tmp_path / "cover.tex")]


def test_of_many_doubled_keys_the_last_line_says_how_many_more_there_are(tmp_path: Path) -> None:
    entries = "\n".join(f"@misc{{k{number}, title={{T}}}}" for number in range(20_474))
    (tmp_path / "refs.bib").write_text(f"{entries}\n{entries}\n", "utf-8")
    ran = CliRunner().invoke(app_for(()), ["check", str(tmp_path / "refs.bib")])
    told = [line for line in ran.stdout.splitlines() if "[duplicate-key]" in line]
    assert len(told) == 100
    assert "and 20,374 more like this in this file" in told[-1]
