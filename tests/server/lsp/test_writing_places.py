"""Where an editor offers to write, what about, and how it names what it would insert."""

from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, position
from projects import project_files
from writing_client import PAPER, Editor, actions, configure_model, done, run, writing

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

TEXT = project_files(PAPER)["main.tex"]
RELATED_LINE = TEXT[: TEXT.index("\\section{Related")].count("\n")


def selection(text: str, words: str) -> tuple[dict[str, int], dict[str, int]]:
    at = text.index(words)
    return position(text, at), position(text, at + len(words))


def test_a_selection_is_written_about_and_nothing_else(tmp_path: Path) -> None:
    with writing(tmp_path) as (client, document):
        (write,) = actions(client, document, *selection(TEXT, "elm} and on shrubs"))
        assert write["title"] == "Write related work about 'elm' in 'Introduction' (plain)"
        run(client, "write", *write["command"]["arguments"])
        assert "1 of 1 cited" in done(client)
        (offer,) = run(client, "show")["offers"]
        assert [key for key in ("ash", "elm", "yew", "oak") if key in offer["latex"]] == ["elm"]


def lenses(client: Editor, document: dict[str, str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.request(
        "textDocument/codeLens", {"textDocument": document}
    )["result"]
    assert all(one["range"]["start"]["line"] == RELATED_LINE for one in found)
    return [one["command"] for one in found]


def test_the_lens_over_the_section_writes_cancels_inserts_and_previews(tmp_path: Path) -> None:
    with writing(tmp_path, PAPER, "wait") as (client, document):
        (write,) = lenses(client, document)
        assert write["title"] == "Write related work"
        job = run(client, "write", *write["arguments"])["job"]
        (cancel,) = lenses(client, document)
        assert cancel["command"] == "citeloom.cancel" and cancel["arguments"] == [{"job": job}]
        (tmp_path / "go").touch()
        done(client)
        insert, preview = lenses(client, document)
        assert insert["title"] == "Insert related work (wait, 1 paragraph, 3 of 3 cited)"
        assert preview["title"] == "Preview"
        assert "markdown" in run(client, "preview", *preview["arguments"])
        assert run(client, "insert", *insert["arguments"]) == {"applied": True}
        assert [one["title"] for one in lenses(client, document)] == ["Write related work"]


TAGGING = {**FULL["textDocument"]["codeAction"], "tagSupport": {"valueSet": [1]}}


@pytest.mark.parametrize(("method", "kind"), [("plain", TAGGING), ("model", {})])
def test_only_what_a_model_wrote_is_tagged_where_the_client_knows_the_tag(
    tmp_path: Path, method: str, kind: dict[str, Any]
) -> None:
    configure_model("http://127.0.0.1:9/v1")
    own = kind or FULL["textDocument"]["codeAction"]
    capabilities = {**FULL, "textDocument": {"codeAction": own}}
    with writing(tmp_path, PAPER, method, capabilities) as (client, document):
        client.written()
        insert, *others = actions(client, document, {"line": RELATED_LINE, "character": 0})
        assert insert["title"].startswith("Insert related work")
        assert not any("tags" in one for one in (insert, *others))
