"""What a terminal's user is asked before a draft is sent, and what is sent of files outside."""

import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from connect_proxy import Proxy

from citeloom.models.connection.pace import Pace
from endpoint_server import running
from model_project import PROJECT, configure
from projects import make_project

Run = Callable[..., tuple[int, str, str]]

FAR = "https://model.example.org/v1"
CHOSEN = PROJECT + '%! citeloom.toml\nmethod = "zero-shot"\n'


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try an endpoint that is not there once."""
    monkeypatch.setattr(Pace, "next_try", lambda *_: None)


@pytest.fixture
def chosen(tmp_path: Path) -> Path:
    """A project whose own file chooses a method that sends."""
    given = {"provider": "custom", "address": FAR, "name": "far-model"}
    lines = [f"{name} = {json.dumps(value)}" for name, value in given.items()]
    Path(os.environ["CITELOOM_CONFIG"]).write_text("\n".join(["[model]", *lines]))
    return make_project(tmp_path, CHOSEN)


def test_a_method_of_the_projects_file_sends_nothing_unasked(
    run: Run, chosen: Path, proxy: Proxy
) -> None:
    for command in (("write", chosen), ("weave", chosen, "key4")):
        if command[0] == "weave":
            section = "\\section{Related Work}"
            told = f"{section}\nOthers parse texts \\cite{{key0}}."
            chosen.write_text(chosen.read_text().replace(section, told))
        code, out, err = run(*command)
        assert (code, out) == (2, "")
        assert "far-model at model.example.org" in err and "nothing was sent" in err
        assert "--method " in err and "--yes" in err
    assert run("write", chosen, "--dry-run")[0] == 0
    assert proxy.hosts == []


@pytest.mark.parametrize("how", [("--yes",), ("--method", "zero-shot")])
def test_whoever_agrees_or_names_the_method_has_it_sent(
    run: Run, chosen: Path, proxy: Proxy, how: tuple[str, ...]
) -> None:
    assert run("write", chosen, *how)[0] == 3, "there is no such endpoint"
    assert set(proxy.hosts) == {"model.example.org:443"}
    asked = len(proxy.hosts)
    code, _, err = run("write", chosen)
    assert (code, len(proxy.hosts) > asked) == ((3, True) if how == ("--yes",) else (2, False)), err


@pytest.mark.parametrize(("answer", "sent"), [("y", True), ("n", False), ("", False)])
def test_in_a_terminal_the_user_is_asked(
    run: Run, chosen: Path, proxy: Proxy, monkeypatch: pytest.MonkeyPatch, answer: str, sent: bool
) -> None:
    terminal = io.StringIO(f"{answer}\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    code, _, err = run("write", chosen)
    assert "chooses the method 'zero-shot', which sends title, abstract" in err.replace(" and", ",")
    assert "Send this? [y/N]" in err
    assert (code, bool(proxy.hosts)) == ((3, True) if sent else (2, False))


OUTSIDE = PROJECT.replace(
    "\\begin{abstract}We present an editor that reads drafts while they are typed.\\end{abstract}",
    "",
).replace("SECRETBODY stays here", "\\input{../private}We parse")


def test_a_file_outside_of_the_project_is_not_sent(run: Run, tmp_path: Path) -> None:
    main = make_project(tmp_path / "paper", OUTSIDE)
    private = tmp_path / "private.tex"
    private.write_text("PRIVATE notes on somebody.\n\n")
    with running() as server:
        configure(server)
        code, _, err = run("write", main, "--method", "zero-shot")
        assert code == 0 and str(private) in err and "is not sent" in err
        assert server.asked and "PRIVATE" not in str(server.asked)
        assert "We parse" in str(server.asked)
        code, _, err = run("write", main, "--method", "zero-shot", "--outside")
        assert code == 0 and "PRIVATE" in str(server.asked)


@pytest.mark.parametrize(
    ("part", "held"),
    [
        ("\\title{A tool}", "\\title{PRIVATE title}"),
        ("\\section{Introduction}", "\\section{Introduction}PRIVATE introduction."),
    ],
)
def test_no_part_of_the_draft_comes_from_outside(
    run: Run, tmp_path: Path, part: str, held: str
) -> None:
    main = make_project(tmp_path / "paper", OUTSIDE)
    (tmp_path / "private.tex").write_text(held)
    main.write_text(main.read_text().replace(part, "\\input{../private}"))
    with running() as server:
        configure(server)
        code, _, err = run("write", main, "--method", "zero-shot")
    assert code == 0, err
    assert server.asked and "PRIVATE" not in str(server.asked)


def test_references_of_a_bib_file_outside_are_not_sent(run: Run, tmp_path: Path) -> None:
    files = PROJECT.replace("%! refs.bib", "%! ../refs.bib").replace("{refs}", "{../refs}")
    (tmp_path / "paper").mkdir()
    main = make_project(tmp_path / "paper", files)
    with running() as server:
        configure(server)
        code, out, err = run("write", main, "--method", "zero-shot")
        assert (code, out, server.asked) == (2, "", [])
        assert str((tmp_path / "refs.bib").resolve()) in err and "is not sent" in err
        assert run("write", main)[0] == 0, "extractive sends nothing"
        assert run("write", main, "--method", "zero-shot", "--outside")[0] == 0
        assert server.asked


def test_paragraphs_outside_are_not_sent_to_weave(run: Run, tmp_path: Path) -> None:
    section = "\\section{Related Work}"
    main = make_project(tmp_path / "paper", PROJECT)
    (tmp_path / "private.tex").write_text(f"{section}\nPRIVATE texts are parsed \\cite{{key0}}.\n")
    main.write_text(main.read_text().replace(section, "\\input{../private}"))
    with running() as server:
        configure(server)
        code, out, err = run("weave", main, "key4", "--method", "chatcite")
    assert (code, out, server.asked) == (2, "", [])
    assert str(tmp_path / "private.tex") in err
