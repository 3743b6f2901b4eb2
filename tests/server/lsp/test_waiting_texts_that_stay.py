"""A written text waits until it is discarded: over an undo, a restart, another server."""

import os
from pathlib import Path

import pytest

from lsp_client import FULL, applied
from projects import make_project, project_files
from writing_client import PAPER, Editor, edits_of, refusal, run, titles, writing

TEXT = project_files(PAPER)["main.tex"]
LINE = TEXT[: TEXT.index("\\section{Related")].count("\n")

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


def test_it_waits_again_after_its_insertion_is_undone(tmp_path: Path) -> None:
    with writing(tmp_path) as (client, document):
        job = client.written()
        assert run(client, "insert") == {"applied": True}
        assert run(client, "show")["offers"] == [], "before the editor tells of its edit, too"
        after = applied(TEXT, [*edits_of(client)])
        client.change(document, after, 2)
        assert run(client, "show")["offers"] == []
        assert "No text is waiting to be inserted" in refusal(client, "insert")
        client.change(document, TEXT, 3)
        assert [offer["offer"] for offer in run(client, "show")["offers"]] == [job]
        assert titles(client, document, LINE)[0].startswith("Insert related work (plain")
        assert run(client, "insert") == {"applied": True}
        client.change(document, after, 4)
        assert run(client, "discard", {"offer": job}) == {"discarded": 1}
        client.change(document, TEXT, 5)
        assert run(client, "show")["offers"] == []


def test_it_waits_for_the_next_server(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    with writing(tmp_path) as (client, _):
        job = client.written()
        assert run(client, "restart") == {"restarted": True}
        assert [offer["offer"] for offer in run(client, "show")["offers"]] == [job]
        assert client.leave() == 0
    with Editor(tmp_path) as client:
        client.begin()
        document = client.open(main)
        assert titles(client, document, LINE)[0].startswith("Insert related work (plain")
        client.change(document, TEXT.replace("Introduction", "Beginning"), 2)
        assert run(client, "insert", {"offer": job}) == {"applied": True}
        assert "citeloom:begin" in edits_of(client)[0]["newText"]


WATCHING = {"dynamicRegistration": True, "relativePatternSupport": True}


def test_what_an_agent_or_another_window_had_written_is_asked_for_at_once(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    waiting = Path(os.environ["CITELOOM_DATA"]) / "waiting"
    workspace = {
        **FULL["workspace"],
        "didChangeWatchedFiles": WATCHING,
        "codeLens": {"refreshSupport": True},
    }
    with Editor(tmp_path) as one, Editor(tmp_path) as two:
        one.begin(capabilities={**FULL, "workspace": workspace})
        document = one.open(main)
        watchers = one.until("client/registerCapability")["registrations"][0]["registerOptions"]
        patterns = [watcher["globPattern"] for watcher in watchers["watchers"]]
        assert {"baseUri": waiting.as_uri(), "pattern": "*.json"} in patterns
        assert not titles(one, document, LINE)[0].startswith("Insert")
        two.begin()
        two.open(main)
        job = two.written()
        changes = [{"uri": (waiting / f"{job}.json").as_uri(), "type": 1}]
        before = len(one.heard)
        one.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        assert titles(one, document, LINE)[0].startswith("Insert related work (plain")
        heard = [message.get("method") for message in one.heard[before:]]
        assert "workspace/codeLens/refresh" in heard
        newer = one.written()
        for client in (one, two):
            offers = run(client, "show")["offers"]
            assert [it["offer"] for it in offers] == [newer], "a section has one text that waits"


def test_an_earlier_text_can_be_had_again(tmp_path: Path) -> None:
    with writing(tmp_path) as (client, document):
        first, second = client.written(), client.written()
        assert run(client, "show")["waiting"] == [second]
        place = {"uri": document["uri"], "section": "Related Work"}
        (row,) = run(client, "earlierTexts", place)["texts"]
        assert row["offer"] == first and row["begins"]
        run(client, "bringBack", {"offer": first})
        assert run(client, "show")["waiting"] == [first]
        assert [it["offer"] for it in run(client, "earlierTexts", place)["texts"]] == [second]
        assert run(client, "discard", {"offer": first}) == {"discarded": 1}
        assert run(client, "show")["waiting"] == [], "the other one does not come by itself"


def test_no_other_window_offers_what_one_has_inserted_and_not_saved(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    with Editor(tmp_path) as one, Editor(tmp_path) as two:
        one.begin()
        document = one.open(main)
        job = one.written()
        two.begin()
        two.open(main)
        assert run(two, "show")["waiting"] == [job]
        assert run(one, "insert") == {"applied": True}
        assert run(two, "show")["waiting"] == []
        one.change(document, applied(TEXT, [*edits_of(one)]), 2)
        one.change(document, TEXT, 3)
        assert run(one, "show")["waiting"] == [job], "its own undo is seen at once"
        assert one.leave() == 0
        assert run(two, "show")["waiting"] == [job], "and by others when that window has ended"
