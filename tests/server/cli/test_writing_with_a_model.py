"""``citeloom write`` with a language model: what is said before and after, and what is not sent."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend

from endpoint_server import Behaviour, running
from model_project import PROJECT, configure
from projects import make_project

Run = Callable[..., tuple[int, str, str]]
KEY = "sk-a-very-secret-key-123"


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
    assert "in all about 6 calls, 4 of them one after the other" in err
    assert "minigraph: about 2 calls" in err
    assert " EUR" in err
    assert "titles and abstracts of 5 references" in err


def test_without_a_model_it_says_how_to_set_one(run: Run, tmp_path: Path) -> None:
    code, _, err = run("write", make_project(tmp_path, PROJECT), "--method", "ckma")
    assert code == 2
    assert "none is configured" in err
    assert "citeloom model set" in err


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"provider": "nobody", "name": "m"}, "unknown provider 'nobody'"),
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
    assert "needs a key" in err and "citeloom key set" in err
    assert main.read_bytes() == before


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
        assert "removed the key" in err
        code, out, err = run("write", main, "--method", "few-shot")
        assert code == 3
        said += out + err
    assert KEY not in said
    assert "the system's keyring" in said
    kept = [one.read_bytes() for one in own_data_folder.rglob("*") if one.is_file()]
    assert kept and not any(KEY.encode() in one for one in kept)


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


def test_doctor_finds_a_local_model_and_misses_another(run: Run) -> None:
    with running() as server:
        configure(server, name="other")
        out = "".join(run("doctor")[1:])
    assert "does not offer 'other', only: stand-in" in out


WEAK = {
    "0 of 1 sentences are supported": "Bananas ripen faster beside apples in a bowl of glass.",
    "1 of 1 sentences repeat what they cite word for word": "We parse texts of kind 0 in "
    "linear time: it reads any malformed text of kind 0 without an error.",
}


@pytest.mark.parametrize("why", WEAK)
def test_a_text_of_no_use_is_not_put_into_the_draft_unasked(
    run: Run, tmp_path: Path, why: str
) -> None:
    main = make_project(tmp_path, PROJECT)
    before = main.read_bytes()
    text = WEAK[why].replace(".", " [P1, P2, P3, P4, P5].")
    with running(Behaviour(says=lambda _: text)) as server:
        configure(server)
        code, out, err = run("write", main, "--method", "zero-shot", "--in-place")
    assert code == 1
    assert f"stand-in seems too weak for this method: {why}" in err
    assert out and main.read_bytes() == before
