"""The server indexes what completion ranks by before anybody asks for a key."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from citeloom.draft import kept_indexes
from citeloom.draft.kept_indexes import index_files
from citeloom.lsp.background import Background
from citeloom.lsp.preloading import Indexing, Preloading
from citeloom.lsp.session import Session
from projects import make_project, sample

PROJECT = sample("indexing")


def test_a_project_that_is_opened_is_indexed_in_the_background(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITELOOM_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(kept_indexes, "SMALLEST", 0)
    main = make_project(tmp_path, PROJECT)

    async def is_indexed_and_kept() -> bool:
        session = Session()
        session.folders = [tmp_path]
        background = Background()
        Indexing(session, background, Preloading(session, background)).begin()
        item = types.TextDocumentItem(main.as_uri(), "latex", 1, main.read_text())
        session.opened(item)
        while background.unfinished:
            await asyncio.sleep(0.01)
        is_kept = len(index_files(session.context.user.bib_indexes)) == 1
        return is_kept and session.snapshot(main.as_uri()).project.library.is_indexed

    assert asyncio.run(is_indexed_and_kept())
