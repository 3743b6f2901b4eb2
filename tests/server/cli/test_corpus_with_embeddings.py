"""``citeloom corpus`` with an embedder: who is sent what, and that vectors do not mix."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from citeloom.actions.corpus import search
from citeloom.settings import LOOPBACK
from endpoint_server import Running, running

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def server() -> Iterator[Running]:
    with running() as found:
        yield found


def configure(server: Running | None, **more: object) -> None:
    given = (
        {"provider": "custom", "address": server.address, "name": "stand-in", **more}
        if server
        else {}
    )
    lines = [f"{name} = {json.dumps(value)}" for name, value in given.items()]
    path = Path(os.environ["CITELOOM_CONFIG"])
    path.write_text("\n".join(["[embeddings]", *lines]), "utf-8")


def dump(path: Path, *titles: str) -> Path:
    lines = [json.dumps({"id": title.split()[0].lower(), "title": title}) for title in titles]
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_a_corpus_is_embedded_updated_and_searched(
    tmp_path: Path, run: Run, server: Running
) -> None:
    configure(server, query_prefix="find: ")
    code, out, err = run("corpus", "build", dump(tmp_path / "a", "Parsing texts", "Tagging words"))
    assert code == 0, err
    host = server.address.split("/")[2]
    assert f"embedded by {host}/stand-in, 8 dimensions" in run("corpus", "show")[1]
    sent = [text for body in server.asked for text in body["input"]]
    assert any("Parsing texts" in text for text in sent)
    server.asked.clear()
    _, out, _ = run("corpus", "build", dump(tmp_path / "b", "Tagging words", "Chunking lines"))
    assert out.startswith("1 new, 0 changed, 1 unchanged")
    sent = [text for body in server.asked for text in body["input"]]
    assert not any("Tagging" in text for text in sent)
    server.asked.clear()
    # By its vector every record is found, also those that share no word with it.
    _, out, _ = run("corpus", "search", "parsing")
    assert out.splitlines()[0].startswith("parsing:")
    assert len(out.splitlines()) == 3
    assert [body["input"] for body in server.asked] == [["dimensions"], ["find: parsing"]]


@pytest.mark.parametrize(
    "other",
    [None, {"dimensions": 4}, {"text_prefix": "passage: "}, {"name": "other-model"}],
    ids=["none", "another width", "another prefix", "another model"],
)
def test_words_alone_are_searched_where_the_embedder_is_not_the_one_of_the_corpus(
    tmp_path: Path,
    run: Run,
    server: Running,
    monkeypatch: pytest.MonkeyPatch,
    other: dict[str, object] | None,
) -> None:
    configure(server)
    assert run("corpus", "build", dump(tmp_path / "a", "Parsing texts", "Tagging words"))[0] == 0
    # Nobody agrees to this address, as it counts as elsewhere.
    elsewhere = LOOPBACK - {"127.0.0.1"}
    monkeypatch.setattr("citeloom.models.embedders.setup.LOOPBACK", elsewhere)
    configure(None if other is None else server, **(other or {}))
    server.asked.clear()
    code, out, err = run("corpus", "search", "parsing")
    assert (code, out) == (0, "parsing: Parsing texts (nobody named)\n")
    assert err.startswith("warning: searched by words only: the corpus was embedded with ")
    assert "stand-in (8 dimensions)" in err
    assert len(err.splitlines()) == 1
    assert not server.asked


@pytest.mark.parametrize("fault", ["401", "hang"])
def test_words_alone_are_searched_where_the_embedder_cannot_be_used(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    with running() as server:
        configure(server)
        assert run("corpus", "build", dump(tmp_path / "a", "Parsing texts"))[0] == 0
        server.behaviour.always = fault
        if fault == "hang":
            monkeypatch.setattr(search, "EMBEDDED_WITHIN", 0.5)
        code, out, err = run("corpus", "search", "parsing")
    assert (code, out) == (0, "parsing: Parsing texts (nobody named)\n")
    assert err.startswith("warning: searched by words only: the corpus was embedded with ")
    assert "stand-in (8 dimensions), which " in err
    assert len(err.splitlines()) == 1


def test_a_corpus_without_vectors_stays_so_and_nothing_of_it_is_sent(
    tmp_path: Path, run: Run, server: Running
) -> None:
    configure(None)
    run("corpus", "build", dump(tmp_path / "a", "Parsing texts"))
    configure(server)
    code, _, err = run("corpus", "build", dump(tmp_path / "b", "Tagging words"))
    assert code == 0, err
    assert run("corpus", "search", "parsing")[1].startswith("parsing:")
    assert not server.asked


def test_an_embedder_elsewhere_is_sent_nothing_before_the_user_agrees(
    tmp_path: Path, run: Run, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is at this address counts as elsewhere.
    elsewhere = LOOPBACK - {"127.0.0.1"}
    monkeypatch.setattr("citeloom.models.embedders.setup.LOOPBACK", elsewhere)
    configure(server)
    records = dump(tmp_path / "a", "Parsing texts")
    code, out, err = run("corpus", "build", records)
    assert (code, out) == (2, "")
    assert "titles and abstracts of this corpus, and its searches, go to stand-in at" in err
    assert "--yes agrees to that" in err
    assert ", now 1 text of about 5 tokens; nothing was sent" in err
    assert not server.asked
    assert run("corpus", "build", records, "--yes")[0] == 0
    assert server.asked
    # What has been agreed to is said, and what is not new is not sent.
    more = dump(tmp_path / "b", "Parsing texts", "Tagging words", "Chunking lines")
    assert "2 texts of about 9 tokens go to stand-in at" in run("corpus", "build", more)[2]
    assert "go to" not in run("corpus", "build", more)[2]
    # It is asked once for a corpus.
    assert run("corpus", "search", "parsing")[0] == 0
    code, _, err = run("corpus", "build", records, "--corpus", tmp_path / "other")
    assert code == 2
    assert "nothing was sent" in err


def test_the_amount_and_its_price_are_said_before_anything_is_sent(
    tmp_path: Path, run: Run, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is at this address counts as elsewhere.
    elsewhere = LOOPBACK - {"127.0.0.1"}
    monkeypatch.setattr("citeloom.models.embedders.setup.LOOPBACK", elsewhere)
    configure(server, input_price=2_000_000.0, text_prefix="passage: ")
    records = dump(tmp_path / "a", "Parsing texts", "Tagging words")
    sent = "2 texts of about 15 tokens, about 30.00 USD"
    code, _, err = run("corpus", "build", records)
    assert code == 2
    assert sent in err
    assert not server.asked
    assert run("corpus", "build", records, "--yes")[0] == 0
    texts = [text for body in server.asked for text in body["input"] if "dimensions" not in text]
    assert len(texts) == 2


@pytest.mark.parametrize("answer", ["n\n", "y\n"])
def test_in_a_terminal_each_sending_is_asked_for(
    tmp_path: Path, run: Run, server: Running, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    elsewhere = LOOPBACK - {"127.0.0.1"}
    monkeypatch.setattr("citeloom.models.embedders.setup.LOOPBACK", elsewhere)
    configure(server)
    assert run("corpus", "build", dump(tmp_path / "a", "Parsing texts"), "--yes")[0] == 0
    server.asked.clear()
    asked: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("typer.confirm", lambda text, **_: asked.append(text) or answer == "y\n")
    code, _, err = run("corpus", "build", dump(tmp_path / "b", "Tagging words"))
    assert [question.split(" go to ")[0] for question in asked] == ["1 text of about 5 tokens"]
    assert (code, bool(server.asked)) == ((0, True) if answer == "y\n" else (2, False)), err
