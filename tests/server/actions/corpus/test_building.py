"""Building a corpus: who else writes, what is not installed, and runs that were stopped."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from citeloom.actions.corpus.build import CorpusUpdate, build_corpus, update_corpus
from citeloom.actions.corpus.opening import CorpusFolder
from citeloom.corpus import updating
from citeloom.corpus.port import CorpusError
from citeloom.corpus.updating import Counts, Standing
from citeloom.extras import MissingExtraError


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
    pytest.importorskip("lancedb", reason="the extra 'corpus' is not installed")
    monkeypatch.setattr(updating, "BATCH", 10)
    folder = CorpusFolder(tmp_path / "corpus")
    with pytest.raises(KeyboardInterrupt):
        build(dump, folder, stop_after=2)
    assert folder.open_store().count() == 20
    assert build(dump, folder) == CorpusUpdate(Counts(new=30), 30)


def test_a_building_that_was_killed_right_after_its_first_records_goes_on(
    dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("lancedb", reason="the extra 'corpus' is not installed")
    from citeloom.corpus.lance import LanceStore

    put = LanceStore.put

    def killed(store: LanceStore, *given: Any) -> None:
        put(store, *given)
        raise KeyboardInterrupt

    folder = CorpusFolder(tmp_path / "corpus")
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(LanceStore, "put", killed)
        build(dump, folder)
    assert folder.open_store().count() == 30
    assert build(dump, folder).records == 30


@pytest.mark.parametrize(
    "made", ["records", "records/records.lance/data"], ids=["a folder", "half a table"]
)
def test_a_building_that_was_killed_while_it_made_the_store_begins_anew(
    dump: Path, tmp_path: Path, made: str
) -> None:
    pytest.importorskip("lancedb", reason="the extra 'corpus' is not installed")
    folder = CorpusFolder(tmp_path / "corpus")
    (folder.path / made).mkdir(parents=True)
    own = folder.path / "records" / "notes.txt"
    own.write_text("of the user's own", "utf-8")
    with pytest.raises(CorpusError, match="there is no corpus"):
        folder.open_store()
    assert build(dump, folder) == CorpusUpdate(Counts(new=30), 30)
    assert folder.open_store().count() == 30
    assert own.exists()


def test_two_do_not_write_at_once(dump: Path, tmp_path: Path) -> None:
    pytest.importorskip("lancedb", reason="the extra 'corpus' is not installed")
    folder = CorpusFolder(tmp_path / "corpus")
    build(dump, folder)
    with folder.writing(), pytest.raises(CorpusError, match="another program"):
        asyncio.run(update_corpus(dump, folder, lambda standing, size: None))
    asyncio.run(update_corpus(dump, folder, lambda standing, size: None))


def test_a_missing_library_is_named_with_how_to_install_it(
    dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lancedb", None)
    with pytest.raises(MissingExtraError, match=r"citeloom\[corpus\]"):
        build(dump, CorpusFolder(tmp_path / "corpus"))
