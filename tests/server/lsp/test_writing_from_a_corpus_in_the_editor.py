"""Writing about papers of a corpus from an editor: text and entries are one edit."""

import asyncio
from pathlib import Path

import pytest
from corpus_papers import write_dump

from citeloom.actions.context import Context
from citeloom.actions.corpus.building import build_corpus
from citeloom.actions.corpus.opening import corpus_place
from endpoint_server import running
from lsp_client import FULL
from model_project import PROJECT
from projects import make_project
from writing_client import Editor, configure_model, done, heard, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


def test_both_files_change_in_one_edit(tmp_path: Path) -> None:
    main = make_project(tmp_path / "paper", PROJECT)
    dump = write_dump(tmp_path / "dump.jsonl")
    asyncio.run(build_corpus(dump, corpus_place(Context()), lambda *_: None))
    with running() as server, Editor(tmp_path / "paper") as client:
        configure_model(server.address)
        client.begin("citegeist", FULL)
        document = client.open(main)
        asked = {"fromCorpus": True, "parameters": {"citegeist.breadth": 6}}
        run(client, "write", {"uri": document["uri"], **asked})
        said = done(client)
        assert said.startswith("Related work written (citegeist, ")
        assert "With 4 new entries in refs.bib: " in said
        (offer,) = run(client, "show")["offers"]
        assert any("with 4 new entries in refs.bib" in warning for warning in offer["warnings"])
        assert run(client, "insert") == {"applied": True}
        (request,) = heard(client, "workspace/applyEdit")
        changed = request["edit"]["documentChanges"]
        names = [change["textDocument"]["uri"].rpartition("/")[2] for change in changed]
        assert names == ["refs.bib", "main.tex"]
        assert all(len(change["edits"]) == 1 for change in changed)
        entries, text = (change["edits"][0]["newText"] for change in changed)
        assert entries.count("@article{") == 4
        assert "family02010study" in text and "key0" in text
        assert client.leave() == 0
