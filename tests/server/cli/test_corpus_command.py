"""``citeloom corpus`` as its user types it."""

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from milvus_server import needs_milvus, running_milvus

from citeloom.actions.context import Context
from citeloom.actions.corpus import opening
from citeloom.actions.corpus.opening import CorpusFolder
from citeloom.papers.collection import CorpusError
from citeloom.settings import LOOPBACK
from endpoint_server import Behaviour, running


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELOOM_DATA", str(tmp_path / "data"))
    (tmp_path / "config.toml").touch()
    monkeypatch.setenv("CITELOOM_CONFIG", str(tmp_path / "config.toml"))


Run = Callable[..., tuple[int, str, str]]


def dump(path: Path, *titles: str) -> Path:
    lines = [json.dumps({"id": title.lower(), "title": title}) for title in titles]
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_a_corpus_is_built_searched_updated_and_shown(tmp_path: Path, run: Run) -> None:
    code, out, _ = run("corpus", "build", dump(tmp_path / "a", "Parsing", "Tagging"))
    assert code == 0
    assert out.startswith("2 new, 0 changed, 0 unchanged, 0 deleted as withdrawn\n2 records in ")
    _, out, _ = run("corpus", "build", dump(tmp_path / "b", "Tagging", "Chunking"))
    assert out.startswith("1 new, 0 changed, 1 unchanged")
    _, out, _ = run("corpus", "search", "chunking words")
    assert out == "chunking: Chunking (nobody named)\n"
    _, out, _ = run("corpus", "show")
    assert out.startswith("3 records in ")


def test_a_corpus_keeps_who_embeds_it_and_another_embedder_is_refused(
    tmp_path: Path, run: Run
) -> None:
    records = dump(tmp_path / "a", "Parsing", "Tagging")
    bare = ("--corpus", tmp_path / "bare")
    run("corpus", "build", records, *bare)
    with running(Behaviour(models=("stand-in", "other-model"))) as server:
        for name in ("stand-in", "other-model"):
            (tmp_path / "config.toml").write_text(
                f'[embeddings]\nprovider = "custom"\nname = "{name}"\naddress = "{server.address}"'
            )
            code, _, err = run("corpus", "build", records)
            assert code == (0 if name == "stand-in" else 2)
        assert "was embedded with" in err and "build a corpus at another place" in err
        assert "stand-in" in run("corpus", "show")[1]
        server.asked.clear()
        assert run("corpus", "build", records, *bare)[0] == 0
        assert server.asked == []


def test_an_empty_query_is_refused(run: Run) -> None:
    code, out, err = run("corpus", "search", " ")
    assert (code, out) == (2, "") and "the query is empty" in err


def test_a_title_from_a_bib_file_is_searched_as_it_is_read(tmp_path: Path, run: Run) -> None:
    dumped = dump(tmp_path / "a", "Naïve Bayes", "Na ive", "50% of kNN", "50 ways")
    run("corpus", "build", dumped)
    assert run("corpus", "search", r"Na{\"\i}ve")[1] == "naïve bayes: Naïve Bayes (nobody named)\n"
    assert run("corpus", "search", "$k$NN")[1] == "50% of knn: 50% of kNN (nobody named)\n"
    assert "50 ways" in run("corpus", "search", r"5% of {50} ways")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("search", "x"), "no corpus found"),
        (("show",), "no corpus found"),
        (("build", "missing"), "cannot be read"),
        (("build", "/dev/zero"), "cannot be read (is a device, not a file)"),
    ],
    ids=["search", "show", "not a valid dump", "a device"],
)
def test_what_cannot_be_done_is_said(run: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run("corpus", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_a_corpus_in_milvus_is_built_searched_and_shown(tmp_path: Path, run: Run) -> None:
    with running_milvus(tmp_path / "milvus") as address:
        where = ("--corpus", address)
        assert "no corpus found at " in run("corpus", "search", "x", *where)[2]
        code, out, err = run("corpus", "build", dump(tmp_path / "a", "Parsing", "Tagging"), *where)
        assert (code, err) == (0, "")
        assert out.endswith(f"2 records at {address}\n")
        _, out, _ = run("corpus", "build", dump(tmp_path / "b", "Tagging", "Chunking"), *where)
        assert out.startswith("1 new, 0 changed, 1 unchanged")
        assert run("corpus", "search", "chunking words", *where)[1] == (
            "chunking: Chunking (nobody named)\n"
        )
        assert run("corpus", "show", *where)[1].startswith("3 records at ")


@needs_milvus
def test_a_server_of_the_settings_is_sent_nothing_before_the_user_agrees(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is at this address counts as elsewhere.
    elsewhere = LOOPBACK - {"127.0.0.1"}
    monkeypatch.setattr("citeloom.corpus.milvus_address.LOOPBACK", elsewhere)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        settings = f'[corpus]\nplace = "{address}"\n'
        Path(os.environ["CITELOOM_CONFIG"]).write_text(settings, "utf-8")
        for command in (("show",), ("search", "x"), ("build", dump(tmp_path / "a", "Parsing"))):
            code, out, err = run("corpus", *command)
            assert (code, out) == (2, "")
            said = f"records and searches go to the Milvus server at {address}"
            assert f"{said}; nothing was sent" in err
        with pytest.raises(CorpusError, match="nothing was sent"):
            opening.corpus_place(Context()).open_store()
        listening.settimeout(0.1)
        with pytest.raises(TimeoutError):
            listening.accept()
    # Whoever names it has agreed for once, and --yes for always.
    assert "no answer from a Milvus server" in run("corpus", "show", "--corpus", address)[2]
    assert "nothing was sent" in run("corpus", "show")[2]
    assert "no answer from a Milvus server" in run("corpus", "show", "--yes")[2]
    assert "no answer from a Milvus server" in run("corpus", "show")[2]


def test_the_settings_name_the_corpus(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "mine"
    settings = f"[corpus]\nplace = {json.dumps(str(folder))}\n"
    Path(os.environ["CITELOOM_CONFIG"]).write_text(settings, "utf-8")
    run("corpus", "build", dump(tmp_path / "a", "Parsing"))
    assert f"1 records in {folder}" in run("corpus", "show")[1]


def test_doctor_and_data_name_the_corpus(tmp_path: Path, run: Run) -> None:
    def said() -> tuple[str, str]:
        found = run("doctor")[1].splitlines()
        return next(line for line in found if " corpus: " in line), run("data", "show")[1]

    folder = tmp_path / "data" / "corpus"
    makes_one = "'citeloom corpus build DUMP' makes one"
    assert said()[0] == f"ok  corpus: none in {folder}; {makes_one}"
    run("corpus", "build", dump(tmp_path / "a", "Parsing"))
    assert said()[0] == f"ok  corpus: in {folder}, 0.2 MB"
    for place, words in (
        ("http://milvus.example.edu:19530", "at http://milvus.example.edu:19530; nothing is sent"),
        (str(tmp_path / "mine"), f"none in {tmp_path / 'mine'}; {makes_one}"),
    ):
        settings = f"[corpus]\nplace = {json.dumps(place)}\n"
        Path(os.environ["CITELOOM_CONFIG"]).write_text(settings, "utf-8")
        checked, shown = said()
        assert checked.startswith(f"ok  corpus: {words}")
        assert f"the corpus that config.toml names: {words}" in shown
        assert f"{folder}: a corpus" in shown
        assert f"kept: the corpus that config.toml names: {words}" in run("data", "clear")[1]
    Path(os.environ["CITELOOM_CONFIG"]).write_text("[corpus", "utf-8")
    checked, shown = said()
    assert checked.startswith("NO  corpus: ") and f"{folder}: a corpus" in shown


def test_a_file_that_is_no_dump_makes_no_corpus_and_changes_none(tmp_path: Path, run: Run) -> None:
    other = tmp_path / "paper.tex"
    other.write_text("\\documentclass{article}\n\nNo dump.\n", "utf-8")
    code, out, err = run("corpus", "build", other)
    assert (code, out) == (2, "")
    assert (
        f"{other}: error: it is not a valid dump: line 1: it is not JSON (see docs/corpus.md" in err
    )
    assert "no corpus found" in run("corpus", "show")[2]
    assert run("corpus", "build", dump(tmp_path / "a", "Parsing"))[0] == 0
    assert run("corpus", "build", other)[0] == 2
    assert run("corpus", "show")[1].startswith("1 records")


def test_a_servers_key_is_sent_to_that_server_alone_and_never_shown(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITELOOM_CORPUS_KEY", "ada:secret")
    place = opening.corpus_place(Context(), "https://milvus.example.edu:19530")
    assert isinstance(place, opening.CorpusInMilvus)
    assert place.address.token == "ada:secret"
    assert "secret" not in f"{place} {place.where} {place.notes}"


def test_the_corpus_is_shown_among_the_data_and_cleared_only_by_its_name(
    tmp_path: Path, run: Run
) -> None:
    records = dump(tmp_path / "a", "Parsing")
    folder = tmp_path / "data" / "corpus"
    assert "a corpus" not in run("data", "show")[1]
    run("corpus", "build", records)
    assert f"{folder}: a corpus, 0.2 MB" in run("data", "show")[1]
    cleared = run("data", "clear")[1]
    assert f"kept: {folder}: a corpus, 0.2 MB (citeloom data clear --corpus)" in cleared
    assert run("corpus", "show")[0] == 0
    code, out, _ = run("data", "clear", "--corpus")
    assert (code, out) == (0, f"removed: {folder}: the corpus, 0.2 MB\n")
    assert [path.name for path in folder.iterdir()] == ["writing.sqlite"]
    assert "a corpus" not in run("data", "show")[1]
    assert "no corpus" in run("data", "clear", "--corpus")[1]
    assert "no corpus found" in run("corpus", "show")[2]
    assert run("corpus", "build", records)[0] == 0


def test_a_corpus_is_not_cleared_while_another_program_writes_it(tmp_path: Path, run: Run) -> None:
    run("corpus", "build", dump(tmp_path / "a", "Parsing"))
    with CorpusFolder(tmp_path / "data" / "corpus").writing():
        code, out, err = run("data", "clear", "--corpus")
    assert (code, out) == (2, "")
    assert "another program is building or updating the corpus" in err
    assert run("corpus", "search", "parsing")[0] == 0
