"""The files of a corpus kept by LanceDB: what updates leave of them, and who reads meanwhile."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citeloom.corpus.port import CorpusError, Embedding, Vectors
from citeloom.corpus.record import Record

pytest.importorskip("lancedb", reason="the extra 'corpus' is not installed")

from citeloom.corpus.lance import LanceStore


def records(begin: int, end: int) -> list[Record]:
    return [Record(f"p{number}", f"Paper {number}", "") for number in range(begin, end)]


def vectors(number: int) -> Vectors:
    return np.random.default_rng(number).normal(size=(number, 4)).astype(np.float32)


class MovedOnce:
    """A table of which another process moves the files in the middle of some searches."""

    def __init__(self, table: Any, times: int) -> None:
        self._table, self._times = table, times

    def search(self, *query: Any, **options: Any) -> Any:
        if self._times:
            self._times -= 1
            raise RuntimeError("lance error: Not found: data/0001.lance, src/read.rs:1")
        return self._table.search(*query, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)


def test_optimising_leaves_the_latest_version_alone(tmp_path: Path) -> None:
    store = LanceStore(tmp_path)
    for begin in range(0, 40, 10):
        store.put(records(begin, begin + 10), None)
    store.optimise()
    store.put(records(0, 5), None)
    store.optimise()
    files = list(tmp_path.glob("records.lance/data/*"))
    indexes = list(tmp_path.glob("records.lance/_indices/*"))
    assert (len(files), len(indexes), store.count()) == (1, 2, 40)


@pytest.mark.parametrize("times", [1, 3])
def test_a_search_is_done_again_whose_files_were_moved(tmp_path: Path, times: int) -> None:
    store = LanceStore(tmp_path, Embedding("e", 4))
    store.put(records(0, 3), vectors(3))
    for find in (
        lambda: store.ids_by_words("paper", 5),
        lambda: store.ids_by_vector(vectors(1)[0], 5),
        lambda: list(store.records(["p0", "p1", "p2"])),
    ):
        whole = store._table
        store._table = MovedOnce(whole, times)
        assert sorted(find()) == ["p0", "p1", "p2"]
        store._table = whole


def test_files_that_stay_away_are_an_error(tmp_path: Path) -> None:
    store = LanceStore(tmp_path)
    store.put(records(0, 3), None)
    store._table = MovedOnce(store._table, 1000)
    with pytest.raises(CorpusError, match="cannot be used"):
        store.ids_by_words("paper", 5)
