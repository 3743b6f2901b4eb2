"""Whatever a project names as a file, it is a problem at its line, or the file that is meant."""

import json
import os
import re
from pathlib import Path

import pytest
from attacks import runner
from covering import slow_after

from lsp_client import FULL, LspClient
from projects import make_project

NO_FILE = "the file does not exist"
ELSEWHERE = "files on other machines and devices"
NAMES = {
    "~no-such-user/x": NO_FILE,
    "n" * 300: NO_FILE,
    "d/" * 5000 + "x": NO_FILE,
    "../" * 5000 + "no/such/x": NO_FILE,
    "main.tex/x": NO_FILE,
    "\u202egpj.x": NO_FILE,
    "//evil/share/x": ELSEWHERE,
    "///evil/share/x": ELSEWHERE,
    "//?/UNC/evil/share/x": ELSEWHERE,
    "//./pipe/x": ELSEWHERE,
    "file://evil/share/x": ELSEWHERE,
    "/dev/zero": "/dev/zero is a device, not a file",
    "/dev/random": "/dev/random is a device, not a file",
    "/dev/tty": "/dev/tty is a device, not a file",
    "/dev/ptmx": "/dev/ptmx is a device, not a file",
}


@pytest.mark.parametrize("name", slow_after(8, NAMES), ids=lambda name: str(name)[:30])
def test_a_name_is_a_problem_at_its_line(tmp_path: Path, name: str) -> None:
    make_project(tmp_path, f"%! main.tex\n\\documentclass{{article}}\n\n\\input{{{name}}}\n")
    done = runner.citeloom("check", "main.tex", "--json", folder=tmp_path)
    (problem,) = json.loads(done.out)["problems"]
    assert (Path(problem["file"]).name, problem["line"]) == ("main.tex", 3)
    assert NAMES[name] in problem["message"]


@pytest.mark.parametrize("name", ["/dev/zero", "//evil/share/x"])
def test_a_name_of_a_bibliography_is_a_problem_at_its_line(tmp_path: Path, name: str) -> None:
    make_project(tmp_path, f"%! main.tex\n\n\\bibliography{{{name}}}\\cite{{a}}\n")
    done = runner.citeloom("check", "main.tex", "--json", folder=tmp_path)
    problem = json.loads(done.out)["problems"][0]
    assert (problem["severity"], problem["line"]) == ("error", 2)
    assert NAMES[name] in problem["message"]


@pytest.mark.parametrize("name", ["aux.tex", "con.tex", "nul/part.tex", "a b.tex", "-rf.tex"])
def test_names_that_are_no_devices_here_are_read(tmp_path: Path, name: str) -> None:
    if os.name == "nt":
        pytest.skip("on Windows some of these are devices")
    make_project(
        tmp_path,
        f"%! main.tex\n\\input{{{name}}}\n\\bibliography{{r}}\n%! {name}\n\\cite{{gone}}\n"
        "%! r.bib\n@misc{a, title = {A}}\n",
    )
    done = runner.citeloom("check", "main.tex", "--json", folder=tmp_path)
    assert any("gone" in problem["message"] for problem in json.loads(done.out)["problems"])


@pytest.mark.parametrize("name", slow_after(1, ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]))
def test_a_server_does_not_read_what_its_client_says_as_a_file(tmp_path: Path, name: str) -> None:
    main = make_project(tmp_path, f"%! main.tex\n\\documentclass{{a}}\n\\input{{{name}}}\n")
    with LspClient(spawn=True) as client:
        client.initialize(tmp_path, FULL)
        document = client.open(main)
        client.request(
            "textDocument/hover",
            {"textDocument": document, "position": {"line": 0, "character": 0}},
        )
        (problem,) = client.diagnostics(document["uri"])
        assert re.search(f"{name} is a (pipe|socket|device), not a file", problem["message"])
        assert client.request("shutdown")["result"] is None
