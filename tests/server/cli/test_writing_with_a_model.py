"""``citeloom write`` with a language model: what is said before and after, and what is not sent."""

import io
import json
import os
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import keyring
import pytest
from connect_proxy import Proxy, running_proxy
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring

from citeloom.actions.context import Context
from citeloom.actions.writing.write import WriteRequest, plan
from citeloom.papers.store.store import Store
from endpoint_server import Behaviour, Running, running
from projects import make_project

Run = Callable[..., tuple[int, str, str]]
KEY = "sk-a-very-secret-key-123"


def entries() -> str:
    return "\n".join(
        f"@article{{key{n}, title={{Parsing of kind {n}}}, author={{Smith{n}, Ann}}, year=2020,\n"
        f" doi={{10.1000/{n}}}, abstract={{We parse texts of kind {n} in linear time. It reads any "
        f"malformed text of kind {n} without an error.}}}}"
        for n in range(5)
    )


PROJECT = f"""
%! main.tex
\\documentclass{{article}}
\\title{{A tool}}
\\begin{{document}}
\\begin{{abstract}}We present an editor that reads drafts while they are typed.\\end{{abstract}}
\\section{{Introduction}}
SECRETBODY stays here~\\cite{{key0,key1,key2,key3,key4}}.
\\section{{Related Work}}
\\bibliography{{refs}}
\\end{{document}}
%! refs.bib
{entries()}
"""


class InMemory(KeyringBackend):
    """A keyring for one test."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise keyring.errors.PasswordDeleteError(username)


@pytest.fixture(autouse=True)
def no_keyring(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    for name in ("CITELOOM_MODEL_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    yield
    keyring.set_keyring(before)


def configure(server: Running, **more: object) -> None:
    given = {"provider": "custom", "address": server.address, "name": "stand-in", **more}
    lines = [f"{name} = {json.dumps(value)}" for name, value in given.items()]
    Path(os.environ["CITELOOM_CONFIG"]).write_text("\n".join(["[model]", *lines]))


def test_chatcite_sends_nothing_of_the_drafts_text_where_it_is_not_to(
    run: Run, tmp_path: Path
) -> None:
    main = make_project(tmp_path, PROJECT)
    with running() as server:
        configure(server)
        asked = ("write", main, "--method", "chatcite", "--set", "chatcite.full_text=no")
        code, _, err = run(*asked)
    assert code == 0, err
    assert server.asked and "SECRETBODY" not in str(server.asked)
    assert "parts of its text" not in err


@pytest.mark.parametrize("method", ["ckma", "chatcite", "zero-shot"])
def test_it_writes_with_the_projects_keys(run: Run, tmp_path: Path, method: str) -> None:
    main = make_project(tmp_path, PROJECT)
    with running() as server:
        configure(server)
        code, out, err = run("write", main, "--method", method, "--json")
    assert code == 0, err
    written = json.loads(out)
    cited = {k for p in written["paragraphs"] for s in p["sentences"] for k in s["cites"]}
    assert cited == {f"key{n}" for n in range(5)}
    assert all(s["evidence"] for p in written["paragraphs"] for s in p["sentences"])
    together = [set(s["cites"]) for p in written["paragraphs"] for s in p["sentences"]]
    edges = {frozenset(pair) for cites in together for pair in combinations(cites, 2)}
    assert written["metrics"]["references"] == len(cited)
    assert written["metrics"]["edges"] == len(edges)
    assert written["usage"]["calls"] == len(server.asked)
    assert sum(one["calls"] for one in written["usage"]["steps"]) == len(server.asked)
    assert f"used: {len(server.asked)} call" in err
    said = err.partition("used: ")[2]
    for one in written["usage"]["steps"]:
        assert f"\n  {one['step']}: {one['calls']} call" in said
    reads_the_draft = any("SECRETBODY" in str(one) for one in server.asked)
    assert reads_the_draft == (method == "chatcite")
    assert ("parts of its text without its related work" in err) == reads_the_draft


def test_a_dry_run_says_what_it_would_cost_and_sends_nothing(run: Run, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with running() as server:
        configure(server, input_price=2.0, output_price=8.0, currency="EUR")
        code, out, err = run("write", main, "--method", "ckma", "--dry-run")
        assert (code, out, server.asked) == (0, "", [])
    assert f"stand-in at {server.address.split('/')[2]}" in err
    # five references are two chunks: 2c + E' = 2 * 2 + 2 calls, c + 2 one after the other
    assert "in all 6 calls, at most 4 of them one after the other" in err
    assert "minigraph: 2 calls" in err
    assert " EUR" in err
    assert "titles and abstracts of 5 references" in err


def test_a_second_run_asks_nothing(run: Run, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with running() as server:
        configure(server)
        _, first, _ = run("write", main, "--method", "ckma")
        before = len(server.asked)
        _, second, err = run("write", main, "--method", "ckma")
        assert len(server.asked) == before
    assert first == second
    assert "used: 0 calls" in err


def test_key_elements_are_kept_for_hover(run: Run, tmp_path: Path, own_data_folder: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with running() as server:
        configure(server)
        run("write", main, "--method", "chatcite")
    with Store.open(own_data_folder / "papers.sqlite") as store:
        paper = plan(WriteRequest(main), Context()).task.references[0]
        found = store.elements(main, paper)
    assert "Methodology" in [one.name for one in found]
    assert all(one.source.startswith("stand-in; prompt 2; abstract ") for one in found)


def test_without_a_model_it_says_how_to_set_one(run: Run, tmp_path: Path) -> None:
    code, _, err = run("write", make_project(tmp_path, PROJECT), "--method", "ckma")
    assert code == 2
    assert "none is configured" in err
    assert "citeloom doctor" in err


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"provider": "nobody", "name": "m"}, "there is no 'nobody'"),
        ({"provider": "azure", "name": "m"}, "needs the address"),
        ({"provider": "ollama"}, "model.name"),
        ({"provider": "ollama", "name": "m", "key": "sk-x"}, "model.key"),
    ],
)
def test_wrong_settings_are_named(
    run: Run, tmp_path: Path, settings: dict[str, Any], said: str
) -> None:
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    Path(os.environ["CITELOOM_CONFIG"]).write_text("\n".join(["[model]", *lines]))
    code, _, err = run("write", make_project(tmp_path, PROJECT), "--method", "ckma")
    assert (code, said in err) == (2, True), err


def test_a_service_that_fails_is_exit_3_and_changes_nothing(run: Run, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    before = main.read_bytes()
    with running(Behaviour(always="401")) as server:
        configure(server)
        code, out, err = run("write", main, "--method", "ckma", "--in-place")
    assert (code, out) == (3, "")
    assert "wants a key" in err and "citeloom key set" in err
    assert main.read_bytes() == before


def test_a_limit_stops_the_run(run: Run, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with running() as server:
        configure(server, calls=3)
        code, _, err = run("write", main, "--method", "ckma")
        assert len(server.asked) <= 3
    assert code == 3
    assert "limit of 3 calls" in err


def test_the_key_comes_from_the_keyring_and_is_never_shown(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_data_folder: Path
) -> None:
    keyring.set_keyring(InMemory())
    main = make_project(tmp_path, PROJECT)
    with running(Behaviour(key=KEY)) as server:
        configure(server)
        read, write = os.pipe()
        os.write(write, f"{KEY}\n".encode())
        os.close(write)
        with os.fdopen(read) as given:
            monkeypatch.setattr("sys.stdin", given)
            code, out, err = run("key", "set")
        said = out + err
        assert code == 0
        code, out, err = run("write", main, "--method", "zero-shot", "--json", "--trace")
        assert code == 0
        said += out + err + "".join(run("doctor")[1:])
        code, _, err = run("key", "remove")
        assert "forgotten" in err
        code, out, err = run("write", main, "--method", "few-shot")
        assert code == 3
        said += out + err
    assert KEY not in said
    assert "the system's keyring" in said
    kept = [one.read_bytes() for one in own_data_folder.rglob("*") if one.is_file()]
    assert not any(KEY.encode() in one for one in kept)


def test_without_a_keyring_it_says_what_works(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = tmp_path / "key"
    given.write_text(KEY)
    with given.open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        code, _, err = run("key", "set", "openai")
    assert code == 3
    assert "CITELOOM_MODEL_KEY" in err


def test_the_environment_counts_before_the_keyring(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITELOOM_MODEL_KEY", KEY)
    with running(Behaviour(key=KEY)) as server:
        configure(server)
        code, _, err = run("write", make_project(tmp_path, PROJECT), "--method", "zero-shot")
    assert code == 0, err


def test_a_users_own_prompt_is_used(run: Run, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    folder = Path(os.environ["CITELOOM_CONFIG"]).parent / "prompts" / "baselines"
    folder.mkdir(parents=True)
    own = (
        "version: 9\nvariables: language length draft papers\n# user\nHEY {{language}} {{length}} "
    )
    (folder / "zero-shot.md").write_text(own + "{{draft}} {{papers}}\n")
    with running() as server:
        configure(server)
        assert run("write", main, "--method", "zero-shot")[0] == 0
        assert "HEY en" in server.asked[0]["messages"][0]["content"]
        (folder / "zero-shot.md").write_text("version: 1\nvariables: a\n# user\n{{a}}")
        code, _, err = run("write", main, "--method", "zero-shot")
    assert code == 2
    assert "its variables must be these" in err


def test_doctor_finds_a_local_model_and_misses_another(run: Run) -> None:
    with running() as server:
        configure(server, name="other")
        out = "".join(run("doctor")[1:])
    assert "offers no 'other': stand-in" in out


FAR = "https://model.example.org/v1"
CHOSEN = PROJECT + '%! citeloom.toml\nmethod = "zero-shot"\n'


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    for name in ("NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)
    with running_proxy() as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.address)
        yield proxy


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
    assert "Send it? [y/N]" in err
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
