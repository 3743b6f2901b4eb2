"""A corpus follows its dump: new, changed, unchanged and withdrawn records, and runs that stop."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from corpus_papers import in_corpus
from milvus_server import running_milvus

from citeloom.corpus import updating
from citeloom.corpus.updating import Counts, Standing, update
from citeloom.papers.collection import CorpusStore, Embedding, Vectors
from citeloom.papers.paper import Paper
from citeloom.papers.paper_index import PaperIndex
from citeloom.problem import InputError

Opener = Callable[[], CorpusStore]


class Embedder:
    """Embeds a text by its length, and remembers what it was asked for."""

    def __init__(self, fails_after: int = 10**9) -> None:
        self.texts: list[str] = []
        self.fails_after = fails_after

    async def __call__(self, texts: Sequence[str]) -> Vectors:
        if len(self.texts) >= self.fails_after:
            raise InputError("the endpoint is gone")
        self.texts += texts
        return np.array([[1.0, len(text)] for text in texts], np.float32)


def write_dump(path: Path, lines: Sequence[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def line(name: int, **values: object) -> dict[str, object]:
    return {"id": f"p{name}", "title": f"Paper {name}", "abstract": f"It is {name}. " * 9, **values}


def run(store: CorpusStore, dump: Path, embed: Embedder) -> Counts:
    seen: list[Standing] = []
    return asyncio.run(update(store, dump, embed, seen.append))


@pytest.fixture(params=["SQLite", "Milvus Lite"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    embedding = Embedding("by length", 2)
    with ExitStack() as opened:
        if request.param == "SQLite":
            opener: Opener = partial(PaperIndex(tmp_path / "corpus.sqlite").make, embedding)
        else:
            address = opened.enter_context(running_milvus(tmp_path / "milvus"))
            from citeloom.corpus.milvus import MilvusStore

            opener = partial(MilvusStore, address, embedding)
        yield lambda: opened.enter_context(closing(opener()))


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updating, "BATCH", 10)
    monkeypatch.setattr(updating, "OPTIMISED_AFTER", 3)


def test_an_update_does_what_has_changed_and_nothing_else(
    tmp_path: Path, open_store: Opener
) -> None:
    store, embed = open_store(), Embedder()
    first = [line(name) for name in range(45)]
    assert run(store, write_dump(tmp_path / "a", first), embed) == Counts(new=45)
    assert len(embed.texts) == 45
    second = [
        line(0, year=2020),
        *first[1:3],
        line(3, title="Changed"),
        line(4, withdrawn=True),
        *first[5:40],
        line(50),
        line(60, withdrawn=True),
    ]
    dump, embed = write_dump(tmp_path / "b", second), Embedder()
    counts = run(store, dump, embed)
    assert counts == Counts(new=1, changed=2, unchanged=37, withdrawn=2, deleted=1)
    assert len(embed.texts) == 3
    assert store.count() == 45
    assert store.papers(["p3"])["p3"].title == "Changed"
    assert store.papers(["p4", "p44"]).keys() == {"p44"}


def test_a_second_run_on_the_same_dump_embeds_nothing(tmp_path: Path, open_store: Opener) -> None:
    store, dump = open_store(), write_dump(tmp_path / "a", [line(n) for n in range(25)])
    run(store, dump, Embedder())
    embed = Embedder()
    assert run(store, dump, embed) == Counts(unchanged=25)
    assert embed.texts == []


def test_a_stopped_run_goes_on_where_it_stopped(tmp_path: Path, open_store: Opener) -> None:
    store, dump = open_store(), write_dump(tmp_path / "a", [line(n) for n in range(45)])
    with pytest.raises(InputError, match="the endpoint is gone"):
        run(store, dump, Embedder(fails_after=20))
    assert store.count() == 20
    embed = Embedder()
    assert run(store, dump, embed) == Counts(new=25, unchanged=20)
    assert len(embed.texts) == 25
    assert store.count() == 45


def test_bad_lines_are_counted_and_the_first_are_named(tmp_path: Path, open_store: Opener) -> None:
    lines: list[dict[str, object]] = [line(n) if n % 2 else {"title": 1} for n in range(60)]
    counts = run(open_store(), write_dump(tmp_path / "a", lines), Embedder())
    assert (counts.new, counts.bad) == (30, 30)
    assert [bad.number for bad in counts.first_bad] == list(range(1, 40, 2))


def test_the_last_of_several_records_of_one_id_counts(tmp_path: Path, open_store: Opener) -> None:
    lines = [line(1), line(1, title="Later"), *(line(n) for n in range(2, 20)), line(1, year=2001)]
    store = open_store()
    run(store, write_dump(tmp_path / "a", lines), Embedder())
    assert store.count() == 19
    found = store.papers(["p1"])["p1"]
    assert (found.title, found.year) == ("Paper 1", 2001)


def test_random_updates_end_as_the_last_dump_says(tmp_path: Path, open_store: Opener) -> None:
    chance, store = random.Random(3), open_store()
    expected: dict[str, Paper] = {}
    for round_ in range(6):
        lines = [
            line(n, year=2000 + chance.randrange(3), withdrawn=chance.random() < 0.1)
            for n in chance.sample(range(60), 35)
        ]
        dump = write_dump(tmp_path / f"dump{round_}", lines)
        stops = chance.randrange(40)
        try:
            run(store, dump, Embedder(fails_after=stops))
        except InputError:
            run(store, dump, Embedder())
        for own in lines:
            record = in_corpus(
                str(own["id"]), str(own["title"]), str(own["abstract"]).strip(),
                year=int(str(own["year"])),
            )  # fmt: skip
            expected.pop(record.id, None)
            if not own["withdrawn"]:
                expected[record.id] = record
    assert store.papers(list(expected)) == expected
    assert store.count() == len(expected)
