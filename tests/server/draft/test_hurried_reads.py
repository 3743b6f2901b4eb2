"""A thread that must not wait reads no large .bib file; others read it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from citeloom.draft import readings
from citeloom.draft.files import DiskFiles
from citeloom.draft.sources import Sources
from citeloom.problem import UnreadError


def test_whoever_must_not_wait_hurries_no_other_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readings, "LARGE", 10)
    bib = tmp_path / "refs.bib"
    bib.write_text("@misc{ash, title = {Ash Trees}}\n", "utf-8")
    sources = Sources(DiskFiles())
    with ThreadPoolExecutor(1) as threads, sources.at_once():
        with pytest.raises(UnreadError):
            sources.bib(bib)
        read = threads.submit(sources.bib, bib).result()
    assert sources.bib(bib) is read
