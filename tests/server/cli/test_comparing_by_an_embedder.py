"""``citeloom write --method citegeist`` with an embedder: who is sent what, and what it changes."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from answering_in_words import answer_in_own_words
from citeloom.settings import LOOPBACK
from endpoint_server import Behaviour, Running, running
from model_project import PROJECT
from projects import make_project

Run = Callable[..., tuple[int, str, str]]
WRITE = ("--method", "citegeist", "--json", "--trace")


@pytest.fixture
def server() -> Iterator[Running]:
    with running(Behaviour(says=answer_in_own_words)) as found:
        yield found


def configure(server: Running, embedder: str = "stand-in") -> None:
    given = {"provider": "custom", "address": server.address, "name": "stand-in"}
    lines = ["[model]", *(f"{name} = {json.dumps(value)}" for name, value in given.items())]
    lines += ["[embeddings]", f'name = "{embedder}"'] if embedder else []
    Path(os.environ["CITELOOM_CONFIG"]).write_text("\n".join(lines), "utf-8")


def embedded(server: Running) -> list[str]:
    return [text for body in server.asked if "input" in body for text in body["input"]]


def test_papers_are_compared_by_the_configured_embedder(
    run: Run, tmp_path: Path, server: Running
) -> None:
    main = make_project(tmp_path, PROJECT)
    configure(server)
    code, out, err = run("write", main, *WRITE)
    assert code == 0, err
    host = server.address.split("/")[2]
    assert f"papers are compared by {host}/stand-in" in err
    answer = json.loads(out)
    assert answer["trace"]["likeness"] == f"{host}/stand-in"
    sent = embedded(server)
    assert any(text.startswith("A tool We present an editor") for text in sent)
    assert any(text.startswith("Parsing of kind 3 We parse texts") for text in sent)
    assert "SECRETBODY" not in str(sent)
    assert any(step["step"] == "embeddings" for step in answer["usage"]["steps"])


def test_nothing_is_sent_to_an_embedder_elsewhere_before_its_user_agrees(
    run: Run, tmp_path: Path, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_project(tmp_path, PROJECT)
    configure(server)
    monkeypatch.setattr(
        "citeloom.models.embedders.setup.LOOPBACK", frozenset(LOOPBACK) - {"127.0.0.1"}
    )
    code, out, err = run("write", main, *WRITE)
    assert code == 0, err
    answer = json.loads(out)
    assert (answer["trace"]["likeness"], embedded(server)) == ("words", [])
    assert "papers are compared by words: nothing is sent to stand-in at" in err
    code, out, err = run("write", main, *WRITE, "--yes", "--dry-run")
    assert embedded(server) == []
    code, out, err = run("write", main, *WRITE, "--yes")
    assert embedded(server)
    server.asked.clear()
    code, out, err = run("write", main, *WRITE)
    assert embedded(server)
    assert "nothing is sent" not in err
