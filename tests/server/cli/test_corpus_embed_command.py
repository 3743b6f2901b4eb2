"""``citeloom corpus embed``: another embedder, or the first one, embeds all records."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from citeloom.actions.corpus.opening import CorpusFolder
from citeloom.papers import paper_index
from citeloom.papers.paper import Paper
from endpoint_server import Behaviour, Running, running

Run = Callable[..., tuple[int, str, str]]
TITLES = ("Parsing of trees", "Tagging of words", "Trees of words")


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELOOM_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("CITELOOM_CONFIG", str(tmp_path / "config.toml"))
    configure()


@pytest.fixture
def server() -> Iterator[Running]:
    with running(Behaviour(models=("stand-in", "other-model"))) as started:
        yield started


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    path = tmp_path / "dump"
    lines = [json.dumps({"id": f"p{at}", "title": title}) for at, title in enumerate(TITLES)]
    path.write_text("\n".join(lines), "utf-8")
    return path


def configure(server: Running | None = None, name: str = "stand-in") -> None:
    """Name an embedder in the user's settings, or none."""
    settings = ""
    if server:
        address = f'provider = "custom"\naddress = "{server.address}"\nname = "{name}"\n'
        settings = f"[embeddings]\n{address}"
    Path(os.environ["CITELOOM_CONFIG"]).write_text(settings, "utf-8")


def folder() -> CorpusFolder:
    return CorpusFolder(Path(os.environ["CITELOOM_DATA"]) / "corpus")


def test_another_embedder_is_refused_and_may_embed_all_anew(
    run: Run, dump: Path, server: Running
) -> None:
    configure(server)
    run("corpus", "build", dump)
    configure(server, "other-model")
    code, _, err = run("corpus", "build", dump)
    assert code == 2
    assert "was embedded with" in err
    assert "embed all records again" in err
    assert run("corpus", "embed")[0] == 0
    assert "other-model" in run("corpus", "show")[1]
    assert run("corpus", "build", dump)[0] == 0
    assert run("corpus", "embed")[0] == 0


def test_a_corpus_without_embeddings_stays_so_until_it_is_embedded(
    run: Run, dump: Path, server: Running
) -> None:
    run("corpus", "build", dump)
    configure(server)
    assert run("corpus", "build", dump)[0] == 0
    assert server.asked == []
    assert run("corpus", "embed")[0] == 0
    assert folder().open_store().vectors(["p0", "p1", "p2"]).keys() == {"p0", "p1", "p2"}
    configure()
    code, _, err = run("corpus", "embed")
    assert code == 2
    assert "no embedder is configured" in err


def test_embedding_anew_goes_on_where_it_stopped_and_takes_nothing_that_is_gone(
    run: Run, dump: Path, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper_index, "AT_ONCE", 1)
    run("corpus", "build", dump)
    configure(server)
    put = paper_index.PaperIndex.put
    written: list[str] = []

    def put_two(self: paper_index.PaperIndex, records: list[Paper], vectors: object) -> None:
        if len(written) == 2:
            raise KeyboardInterrupt
        put(self, records, vectors)  # type: ignore[arg-type]
        written.extend(record.id for record in records)

    monkeypatch.setattr(paper_index.PaperIndex, "put", put_two)
    assert run("corpus", "embed")[0] == 130
    assert not folder().open_store().embedding.name
    monkeypatch.setattr(paper_index.PaperIndex, "put", put)
    folder().open_store().delete(written[:1])
    server.asked.clear()
    assert run("corpus", "embed")[0] == 0
    texts = [text for body in server.asked for text in body["input"] if text != "dimensions"]
    assert len(texts) == 1
    store = folder().open_store()
    assert store.embedding.name
    assert store.papers(["p0", "p1", "p2"]).keys() == {"p0", "p1", "p2"} - set(written[:1])
