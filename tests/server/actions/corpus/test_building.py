"""Building a corpus: who else writes, what is not installed, and runs that were stopped."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from citeloom.actions.corpus.building import CorpusUpdate, build_corpus
from citeloom.actions.corpus.opening import CorpusFolder
from citeloom.corpus import updating
from citeloom.corpus.updating import Counts, Standing
from citeloom.papers.collection import CorpusError
from citeloom.papers.paper_index import PaperIndex


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    path = tmp_path / "dump"
    lines = [json.dumps({"id": f"p{at}", "title": f"Title {at}"}) for at in range(30)]
    path.write_text("\n".join(lines), "utf-8")
    return path


def build(dump: Path, folder: CorpusFolder, stop_after: int = 100) -> CorpusUpdate:
    seen: list[Standing] = []

    def report(standing: Standing, size: int) -> None:
        seen.append(standing)
        assert size == dump.stat().st_size
        if len(seen) > stop_after:
            raise KeyboardInterrupt

    return asyncio.run(build_corpus(dump, folder, report))


def test_a_stopped_building_goes_on(
    dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updating, "BATCH", 10)
    folder = CorpusFolder(tmp_path / "corpus")
    with pytest.raises(KeyboardInterrupt):
        build(dump, folder, stop_after=2)
    assert folder.open_store().count() == 20
    assert build(dump, folder) == CorpusUpdate(Counts(new=10, unchanged=20), 30)


def test_a_building_that_was_killed_right_after_its_first_records_goes_on(
    dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = PaperIndex.put

    def killed(store: PaperIndex, *given: Any) -> None:
        put(store, *given)
        raise KeyboardInterrupt

    folder = CorpusFolder(tmp_path / "corpus")
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(PaperIndex, "put", killed)
        build(dump, folder)
    assert folder.open_store().count() == 30
    assert build(dump, folder).records == 30


def test_a_building_that_was_killed_while_it_made_the_store_begins_anew(
    dump: Path, tmp_path: Path
) -> None:
    folder = CorpusFolder(tmp_path / "corpus")
    folder.path.mkdir()
    (folder.path / "papers.sqlite").touch()
    with pytest.raises(CorpusError, match="no corpus found"):
        folder.open_store()
    assert build(dump, folder) == CorpusUpdate(Counts(new=30), 30)
    assert folder.open_store().count() == 30


def test_a_full_disk_loses_no_record_and_the_same_command_goes_on(
    dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updating, "BATCH", 10)
    folder = CorpusFolder(tmp_path / "corpus")
    opened = PaperIndex._opened

    @contextmanager
    def on_a_small_disk(store: PaperIndex, *, is_new: bool = False) -> Iterator[sqlite3.Connection]:
        with opened(store, is_new=is_new) as database:
            database.execute("PRAGMA max_page_count = 18")
            yield database

    with monkeypatch.context() as patched, pytest.raises(CorpusError, match="full"):
        patched.setattr(PaperIndex, "_opened", on_a_small_disk)
        lines = [
            {"id": f"p{at}", "title": f"Tree {at}", "abstract": f"Tree {at} grows. " * 300}
            for at in range(30)
        ]
        large = tmp_path / "large"
        large.write_text("\n".join(map(json.dumps, lines)), "utf-8")
        build(large, folder)
    count = folder.open_store().count()
    assert count in (10, 20)
    assert build(large, folder) == CorpusUpdate(Counts(new=30 - count, unchanged=count), 30)


def test_two_do_not_write_at_once(dump: Path, tmp_path: Path) -> None:
    folder = CorpusFolder(tmp_path / "corpus")
    build(dump, folder)
    with folder.writing(), pytest.raises(CorpusError, match="another program"):
        asyncio.run(build_corpus(dump, folder, lambda standing, size: None))
    asyncio.run(build_corpus(dump, folder, lambda standing, size: None))
